// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let queue = OperationQueue()
let opened = DispatchSemaphore(value: 0)
let load = BlockOperation { opened.wait() }
let parse = BlockOperation {}
parse.addDependency(load)
queue.addOperations([load, parse], waitUntilFinished: false)
queue.addOperation { opened.signal() }
queue.waitUntilAllOperationsAreFinished()
