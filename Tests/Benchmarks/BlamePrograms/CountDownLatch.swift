// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A latch that opens when it has been counted down.
final class CountDownLatch {
  private let condition = NSCondition()
  private var count: Int

  init(_ count: Int) {
    self.count = count
  }

  func countDown() {
    condition.lock()
    count -= 1
    if count == 0 {
      condition.broadcast()
    }
    condition.unlock()
  }

  func wait() {
    condition.lock()
    while count > 0 {
      condition.wait()
    }
    condition.unlock()
  }
}

let latch = CountDownLatch(3)
let opened = CountDownLatch(2)
for _ in 0..<2 {
  Thread.detachNewThread {
    latch.wait()
    opened.countDown()
  }
}
for _ in 0..<3 {
  DispatchQueue.global().async {
    latch.countDown()
  }
}
opened.wait()
