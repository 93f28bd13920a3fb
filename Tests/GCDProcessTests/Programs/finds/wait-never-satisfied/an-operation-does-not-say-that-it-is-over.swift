// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// It has no state of its own.
final class Upload: Operation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { false }

  override func start() {
    DispatchQueue.global().async {  // cause
      // The notification of isFinished is missing.
    }
  }
}

let queue = OperationQueue()
queue.addOperation(Upload())
queue.waitUntilAllOperationsAreFinished()
