// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// says: is in the middle of operation (an-operation-waits-for-all-of-its-queue.swift:12) itself, and waits
// says: an operation must not wait for itself, nor for the queue that runs it
let queue = OperationQueue()
let opened = DispatchSemaphore(value: 0)
let load = BlockOperation { opened.wait() }
let parse = BlockOperation {}
parse.addDependency(load)
queue.addOperations([load, parse], waitUntilFinished: false)
queue.addOperation {
  queue.waitUntilAllOperationsAreFinished()  // cause
  opened.signal()
}
queue.waitUntilAllOperationsAreFinished()
