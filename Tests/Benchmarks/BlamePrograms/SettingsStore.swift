// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Settings that are read by sync and written by asynchronous barriers.
final class SettingsStore {
  private let queue = DispatchQueue(label: "settings", attributes: .concurrent)
  private var values: [String: Int] = [:]

  subscript(key: String) -> Int? {
    get { queue.sync { values[key] } }
    set { queue.async(flags: .barrier) { self.values[key] = newValue } }
  }

  func change(_ key: String, _ body: @escaping (Int) -> Int) {
    queue.async(flags: .barrier) {
      self.values[key] = body(self.values[key] ?? 0)
    }
  }

  func flush() {
    queue.sync(flags: .barrier) {}
  }
}

let store = SettingsStore()
let writers = DispatchGroup()
for number in 1...3 {
  DispatchQueue.global().async(group: writers) {
    store.change("sum") { $0 + number }
    store["last"] = number
  }
}
writers.wait()
store.flush()
precondition(store["sum"] == 6 && store["last"] != nil)
