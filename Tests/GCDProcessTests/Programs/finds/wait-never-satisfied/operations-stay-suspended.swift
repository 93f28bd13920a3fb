// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let queue = OperationQueue()
queue.isSuspended = true  // cause
queue.addOperation {}
queue.addOperation {}
queue.waitUntilAllOperationsAreFinished()
