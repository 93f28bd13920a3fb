// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// Operations with dependencies: a download, two conversions of it, and an upload of both.
let lock = NSLock()
var log: [String] = []
func note(_ step: String) {
  lock.lock()
  log.append(step)
  lock.unlock()
}

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 2
let download = BlockOperation { note("download") }
let small = BlockOperation { note("small") }
let large = BlockOperation { note("large") }
let upload = BlockOperation { note("upload") }
small.addDependency(download)
large.addDependency(download)
upload.addDependency(small)
upload.addDependency(large)
let uploaded = DispatchSemaphore(value: 0)
upload.completionBlock = { uploaded.signal() }
for operation in [upload, large, small, download] {
  queue.addOperation(operation)
}
uploaded.wait()
queue.waitUntilAllOperationsAreFinished()
precondition(log.count == 4 && log.first == "download" && log.last == "upload")
