// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// It has no state of its own.
final class Fetch: Operation, @unchecked Sendable {
  override func main() {}
}

let fetch = Fetch()
let parse = BlockOperation {}
parse.addDependency(fetch)  // cause
let queue = OperationQueue()
queue.addOperation(parse)
queue.waitUntilAllOperationsAreFinished()
