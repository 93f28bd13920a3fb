// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// It has no state.
final class Fetch: Operation, @unchecked Sendable {
  override func main() {
    let inner = BlockOperation {}
    OperationQueue.current!.addOperation(inner)
    inner.waitUntilFinished()
  }
}

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 2
queue.addOperations([Fetch()], waitUntilFinished: true)
