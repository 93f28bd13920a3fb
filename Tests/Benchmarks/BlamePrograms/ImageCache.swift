// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A cache that many read at once; writes are barriers.
final class ImageCache {
  private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
  private var images: [String: Int] = [:]
  private var writes = 0

  func image(_ key: String) -> Int? {
    queue.sync { images[key] }
  }

  func store(_ image: Int, for key: String, completion: @escaping () -> Void) {
    queue.async(flags: .barrier) {
      self.images[key] = image
      let before = self.writes
      DispatchQueue.global().sync {}
      self.writes = before + 1
      completion()
    }
  }

  func count() -> Int {
    queue.sync { writes }
  }
}

let cache = ImageCache()
let stored = DispatchGroup()
for index in 0..<4 {
  stored.enter()
  cache.store(index, for: "image \(index)") {
    stored.leave()
  }
}
let shown = DispatchSemaphore(value: 0)
stored.notify(queue: .main) {
  precondition((0..<4).allSatisfy { cache.image("image \($0)")! == $0 })
  shown.signal()
  exit(cache.count() == 4 ? 0 : 1)
}
dispatchMain()
