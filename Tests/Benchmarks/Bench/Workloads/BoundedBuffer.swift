// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

/// W6: producers and consumers share a ring of a few places.
func runBoundedBuffer(capacity: Int, producers: Int, consumers: Int, items: Int) {
  let buffer = BoundedBuffer(capacity: capacity)
  runTogether(producers + consumers) { index in
    if index < producers {
      for item in 0..<items / producers { buffer.put(item) }
    } else {
      for _ in 0..<items / consumers { _ = buffer.take() }
    }
  }
}

// `ring`, `head` and `tail` change only under `lock`; the other two semaphores count free and filled places.
private final class BoundedBuffer: @unchecked Sendable {
  private let free: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)
  private let lock = DispatchSemaphore(value: 1)
  private var ring: [Int]
  private var head = 0
  private var tail = 0

  init(capacity: Int) {
    free = DispatchSemaphore(value: capacity)
    ring = Array(repeating: 0, count: capacity)
  }

  deinit {
    // A semaphore must not be freed below its initial value; all items were taken, so `free` is back at it.
    precondition(head == tail, "items were left in the buffer")
  }

  func put(_ item: Int) {
    free.wait()
    lock.wait()
    ring[tail % ring.count] = item
    tail += 1
    lock.signal()
    filled.signal()
  }

  func take() -> Int {
    filled.wait()
    lock.wait()
    let item = ring[head % ring.count]
    head += 1
    lock.signal()
    free.signal()
    return item
  }
}
