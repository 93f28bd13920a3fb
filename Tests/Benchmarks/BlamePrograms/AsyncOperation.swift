// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// An operation that ends later than its `start`; its state is guarded by `lock`.
final class DelayedOperation: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var running = false
  private var ended = false

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { running } }
  override var isFinished: Bool { lock.withLock { ended } }

  override func start() {
    set(running: true, ended: false)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
      self.set(running: false, ended: true)
    }
  }

  private func set(running: Bool, ended: Bool) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock {
      self.running = running
      self.ended = ended
    }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
let first = DelayedOperation()
let second = DelayedOperation()
second.addDependency(first)
var isAfterFirst = false
let last = BlockOperation {
  isAfterFirst = first.isFinished && second.isFinished
}
last.addDependency(second)
queue.addOperations([last, second, first], waitUntilFinished: true)
precondition(isAfterFirst)
