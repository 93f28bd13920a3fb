// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

final class Cache {
  private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
  private var values: [Int: Int] = [:]
  private(set) var made = 0

  func value(_ key: Int) -> Int {
    if let known = queue.sync(execute: { values[key] }) { return known }  // cause
    return queue.sync(flags: .barrier) {
      made += 1
      values[key] = key * 2
      return key * 2
    }
  }
}

let cache = Cache()
DispatchQueue.concurrentPerform(iterations: 4) { index in
  precondition(cache.value(index % 2) == index % 2 * 2)
}
precondition(cache.made == 2, "made \(cache.made)")
