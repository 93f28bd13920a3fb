// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

final class Sum {
  private let lock = NSLock()
  private var total = 0

  var value: Int { lock.withLock { total } }

  func add(_ number: Int) { lock.withLock { total += number } }
}

let sum = Sum()
DispatchQueue.concurrentPerform(iterations: 2) { row in
  DispatchQueue.concurrentPerform(iterations: 2) { column in sum.add(row * 2 + column + 1) }
}
precondition(sum.value == 10, "the sum is \(sum.value)")
