// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The blocks run one after the other, but the last one leaves the group before it is over.
final class Thumbnails: @unchecked Sendable {
  private let queue = DispatchQueue(label: "thumbnails")
  private var images: [Int] = []

  func make(_ count: Int, then done: @escaping ([Int]) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      queue.async {
        group.leave()  // cause
        self.images.append(number)
      }
    }
    group.notify(queue: .global()) { done(self.images) }
  }
}

let ended = DispatchSemaphore(value: 0)
let thumbnails = Thumbnails()
thumbnails.make(3) { images in
  guard images.count == 3 else { fatalError("only \(images.count) images") }
  ended.signal()
}
ended.wait()
