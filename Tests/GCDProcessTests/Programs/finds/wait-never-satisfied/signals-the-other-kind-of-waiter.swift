// Licensed under the Apache License, Version 2.0; see LICENSE.
// The signal for the producer may wake the other consumer; the main thread looks for their ends, and makes no
// choice any more.
// says: which woke one other waiter and not this one
// says: main thread in a loop
import Foundation

let condition = NSCondition()
// Used with the condition's lock in hand.
nonisolated(unsafe) var (items, room) = (0, 1)
let producer = Thread {
  for _ in 0..<2 {
    condition.withLock {
      while room == 0 { condition.wait() }
      (items, room) = (items + 1, room - 1)
      condition.signal()
    }
  }
}
let consumers = (0..<2).map { _ in
  Thread {
    condition.withLock {
      while items == 0 { condition.wait() }
      (items, room) = (items - 1, room + 1)
      condition.signal()
    }
  }
}
let threads = [producer] + consumers
for thread in threads { thread.start() }
while !threads.allSatisfy(\.isFinished) { usleep(1_000) }
