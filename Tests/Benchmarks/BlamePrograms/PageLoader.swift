// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Loads the parts of a page and calls back when all are there.
final class PageLoader {
  private let network = DispatchQueue(label: "network", attributes: .concurrent)
  private let state = DispatchQueue(label: "state")
  private var parts: [Int: String] = [:]

  private func fetch(_ part: Int, completion: @escaping (String?) -> Void) {
    network.async {
      completion(part == 2 ? nil : "part \(part)")
    }
  }

  func load(_ numbers: [Int], completion: @escaping ([Int: String]) -> Void) {
    let group = DispatchGroup()
    for number in numbers {
      group.enter()
      fetch(number) { text in
        guard let text else {
          group.leave()
          return
        }
        self.state.async {
          self.parts[number] = text
          group.leave()
        }
      }
    }
    group.notify(queue: state) {
      completion(self.parts)
    }
  }
}

let loader = PageLoader()
let done = DispatchSemaphore(value: 0)
var page: [Int: String] = [:]
loader.load([0, 1, 2, 3]) { parts in
  page = parts
  done.signal()
}
done.wait()
precondition(page.count == 3 && page[2] == nil)
