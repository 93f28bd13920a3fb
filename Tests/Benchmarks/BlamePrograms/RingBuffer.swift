// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A ring with two counts: free places and used ones.
final class Ring {
  private let free = DispatchSemaphore(value: 2)
  private let used = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var slots = [0, 0]
  private var head = 0
  private var tail = 0

  func push(_ value: Int) {
    free.wait()
    lock.lock()
    slots[tail % 2] = value
    tail += 1
    lock.unlock()
    used.signal()
  }

  func pop() -> Int {
    used.wait()
    lock.lock()
    let value = slots[head % 2]
    head += 1
    lock.unlock()
    free.signal()
    return value
  }
}

let ring = Ring()
let producer = Thread {
  for value in 1...5 {
    ring.push(value)
  }
}
var received: [Int] = []
let ended = DispatchSemaphore(value: 0)
let consumer = Thread {
  for _ in 1...5 {
    received.append(ring.pop())
  }
  ended.signal()
}
producer.start()
consumer.start()
ended.wait()
precondition(received == [1, 2, 3, 4, 5])
