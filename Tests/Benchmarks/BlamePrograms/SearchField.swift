// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A search that waits until the user has stopped typing.
final class SearchField {
  private let queue = DispatchQueue(label: "search")
  private var pending: DispatchWorkItem?
  private(set) var searched: [String] = []

  func type(_ text: String, completion: @escaping () -> Void) {
    queue.async {
      self.pending?.cancel()
      let item = DispatchWorkItem {
        self.searched.append(text)
        completion()
      }
      self.pending = item
      self.queue.asyncAfter(deadline: .now() + .milliseconds(200), execute: item)
    }
  }

  func results() -> [String] {
    queue.sync { searched }
  }
}

let field = SearchField()
let found = DispatchSemaphore(value: 0)
for text in ["s", "sw", "swift"] {
  field.type(text) {
    if text == "swift" { found.signal() }
  }
}
found.wait()
precondition(field.results().last == "swift" && field.results().count <= 3)
