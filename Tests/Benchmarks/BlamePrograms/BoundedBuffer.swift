// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// Producers and consumers with a condition.
final class BoundedBuffer {
  private let condition = NSCondition()
  private var items: [Int] = []
  private let capacity = 1

  func put(_ item: Int) {
    condition.lock()
    while items.count == capacity {
      condition.wait()
    }
    items.append(item)
    condition.broadcast()
    condition.unlock()
  }

  func take() -> Int {
    condition.lock()
    defer { condition.unlock() }
    while items.isEmpty {
      condition.wait()
    }
    let item = items.removeFirst()
    condition.broadcast()
    return item
  }
}

let buffer = BoundedBuffer()
let finished = DispatchGroup()
var sums = [0, 0]
for producer in 0..<2 {
  DispatchQueue.global().async(group: finished) {
    for item in 1...3 {
      buffer.put(producer * 10 + item)
    }
  }
}
for consumer in 0..<2 {
  DispatchQueue.global().async(group: finished) {
    for _ in 1...3 {
      sums[consumer] += buffer.take()
    }
  }
}
finished.wait()
precondition(sums[0] + sums[1] == 42)
