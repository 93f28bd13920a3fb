// Licensed under the Apache License, Version 2.0; see LICENSE.
// Foundation starts the two that depend on one operation in the order of a set, that of their addresses.
import Foundation

let lock = NSLock()
var log: [String] = []
func note(_ step: String) { lock.withLock { log.append(step) } }

let download = BlockOperation { note("download") }
let small = BlockOperation { note("small") }
let large = BlockOperation { note("large") }
let upload = BlockOperation { note("upload") }
small.addDependency(download)
large.addDependency(download)
upload.addDependency(small)
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 2
queue.addOperations([upload, large, small, download], waitUntilFinished: true)
precondition(log.last == "upload", "\(log)")
