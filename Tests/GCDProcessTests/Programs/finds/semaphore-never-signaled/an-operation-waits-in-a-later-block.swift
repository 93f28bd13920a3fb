// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let answered = DispatchSemaphore(value: 0)

/// It has no state of its own.
final class Upload: Operation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { false }

  override func start() {
    DispatchQueue.global().async {
      DispatchQueue.global().async {
        answered.wait()  // cause
      }
    }
  }
}

let queue = OperationQueue()
queue.addOperation(Upload())
queue.waitUntilAllOperationsAreFinished()
