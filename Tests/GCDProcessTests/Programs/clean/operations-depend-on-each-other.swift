// Licensed under the Apache License, Version 2.0; see LICENSE.
// Operations that depend on each other, with a queue that is as wide as it likes. Foundation keeps those that
// depend on one in a set that is ordered by their addresses.
import Foundation

/// What the operations have come to, each after those that it depends on.
final class Results: @unchecked Sendable {
  private let lock = NSLock()
  private var values = [Int](repeating: 0, count: 8)

  func set(_ index: Int, to make: ([Int]) -> Int) {
    lock.withLock { values[index] = make(values) }
  }

  var all: [Int] { lock.withLock { values } }
}

let results = Results()
let first = BlockOperation { results.set(0) { _ in 1 } }
let middle = (1...6).map { number in
  BlockOperation { results.set(number) { $0[0] + number } }
}
let last = BlockOperation { results.set(7) { $0.reduce(0, +) } }
for operation in middle {
  operation.addDependency(first)
  last.addDependency(operation)
}
let queue = OperationQueue()
queue.addOperations([last] + middle + [first], waitUntilFinished: true)
precondition(results.all == [1, 2, 3, 4, 5, 6, 7, 28], "\(results.all)")
