// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// What changes is used on the queue.
final class Cache: @unchecked Sendable {
  private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
  private let group = DispatchGroup()
  private var entries: [String] = []
  private var isComplete = false

  var isLoaded: Bool { queue.sync { isComplete } }

  func load(_ names: [String]) {
    for name in names {
      group.enter()
      DispatchQueue.global().async {
        if name.isEmpty { return self.group.leave() }
        self.queue.async(flags: .barrier) {
          self.entries.append(name)
          self.group.leave()
        }
      }
    }
    DispatchQueue.global().async {
      self.group.wait()
      self.queue.async(flags: .barrier) { self.isComplete = true }
    }
  }
}

func wait(atMost limit: TimeInterval, until condition: () -> Bool) -> Bool {
  let start = Date()
  while !condition() {
    if Date().timeIntervalSince(start) > limit { return false }
    Thread.sleep(forTimeInterval: 0.02)
  }
  return true
}

let cache = Cache()
cache.load(["one", "", "two"])
exit(wait(atMost: 2) { cache.isLoaded } ? 0 : 1)
