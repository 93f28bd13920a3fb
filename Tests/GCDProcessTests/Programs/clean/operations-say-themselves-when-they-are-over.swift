// Licensed under the Apache License, Version 2.0; see LICENSE.
// Operations that end with a block of their own, and the wait for all of them. Foundation asks again and
// again whether they have finished, each time within a lock that it needs to count one as finished.
import Foundation

/// Its state is behind the lock.
class SelfEndingOperation: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var runs = false
  private var hasEnded = false

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { runs } }
  override var isFinished: Bool { lock.withLock { hasEnded } }

  override func start() {
    if isCancelled { return finish() }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { runs = true }
    didChangeValue(forKey: "isExecuting")
    DispatchQueue.global().async { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock {
      runs = false
      hasEnded = true
    }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
let second = SelfEndingOperation()
queue.addOperation(SelfEndingOperation())
queue.addOperation(second)
second.cancel()
queue.waitUntilAllOperationsAreFinished()
