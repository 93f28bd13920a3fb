// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let published = DispatchSemaphore(value: 0)
let write = BlockOperation {}
let review = BlockOperation {}
let publish = BlockOperation { published.signal() }
review.addDependency(write)
publish.addDependency(review)
write.addDependency(publish)  // cause
let queue = OperationQueue()
for operation in [write, review, publish] { queue.addOperation(operation) }
published.wait()
