// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Says itself when it is over.
final class Upload: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }

  override func start() {
    DispatchQueue.global().async {
      self.willChangeValue(forKey: "isFinished")
      self.lock.withLock { self.isOver = true }
      self.didChangeValue(forKey: "isFinished")
    }
  }
}

let published = DispatchSemaphore(value: 0)
let write = BlockOperation {}
let upload = Upload()
let publish = BlockOperation { published.signal() }
upload.addDependency(write)
publish.addDependency(upload)
let queue = OperationQueue()
queue.isSuspended = true
for operation in [publish, upload, write] { queue.addOperation(operation) }
queue.isSuspended = false
published.wait()
queue.waitUntilAllOperationsAreFinished()
