// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Its lock protects the items.
final class Box: @unchecked Sendable {
  private let filled = NSCondition()
  private var items: [Int] = []

  func put(_ item: Int) {
    filled.lock()
    items.append(item)
    filled.signal()
    filled.unlock()
  }

  func take() -> Int {
    filled.lock()
    defer { filled.unlock() }
    if items.isEmpty { filled.wait() }  // cause
    return items.removeFirst()
  }
}

let box = Box()
let takers = DispatchGroup()
for _ in 1...2 {
  DispatchQueue.global().async(group: takers) { _ = box.take() }
}
box.put(1)
box.put(2)
takers.wait()
