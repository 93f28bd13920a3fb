// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// It has no state.
final class Fetch: Operation, @unchecked Sendable {
  override func main() {
    let inner = BlockOperation {}
    OperationQueue.current!.addOperation(inner)
    inner.waitUntilFinished()  // cause
  }
}

// says: operation 'inner' (an-operation-waits-for-one-without-room.swift:7) has not started: its queue runs
// says: one operation at a time, and is in the middle of operation "Fetch", which waits here
// says: blocked in Operation.waitUntilFinished
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
queue.addOperations([Fetch()], waitUntilFinished: true)
