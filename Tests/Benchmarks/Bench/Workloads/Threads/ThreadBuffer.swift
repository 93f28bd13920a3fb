// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms

/// P6: as W6, with threads, a mutex and two conditions.
func runThreadBuffer(capacity: Int, producers: Int, consumers: Int, items: Int) {
  let buffer = ThreadBuffer(capacity: capacity)
  runThreads(producers + consumers) { index in
    if index < producers {
      for item in 0..<items / producers { buffer.put(item) }
    } else {
      for _ in 0..<items / consumers { _ = buffer.take() }
    }
  }
}

// Everything changes only under `mutex`.
private final class ThreadBuffer: @unchecked Sendable {
  private let mutex = PosixMutex()
  private let hasRoom = PosixCondition()
  private let hasItems = PosixCondition()
  private var ring: [Int]
  private var head = 0
  private var tail = 0

  init(capacity: Int) { ring = Array(repeating: 0, count: capacity) }

  deinit { precondition(head == tail, "items were left in the buffer") }

  func put(_ item: Int) {
    mutex.lock()
    while tail - head == ring.count { hasRoom.wait(mutex) }
    ring[tail % ring.count] = item
    tail += 1
    hasItems.signal()
    mutex.unlock()
  }

  func take() -> Int {
    mutex.lock()
    while tail == head { hasItems.wait(mutex) }
    let item = ring[head % ring.count]
    head += 1
    hasRoom.signal()
    mutex.unlock()
    return item
  }
}
