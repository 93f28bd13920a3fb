// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Threads that meet: nobody begins the second part before all have done the first.
let count = 3
let lock = NSLock()
var arrived = 0
let gate = DispatchSemaphore(value: 0)
let finished = DispatchSemaphore(value: 0)
var firstParts = 0

func meet() {
  lock.lock()
  arrived += 1
  let isLast = arrived == count
  lock.unlock()
  if isLast {
    for _ in 1..<count {
      gate.signal()
    }
  } else {
    gate.wait()
  }
}

let threads = (0..<count).map { _ in
  Thread {
    lock.lock()
    firstParts += 1
    lock.unlock()
    meet()
    lock.lock()
    precondition(firstParts == count)
    lock.unlock()
    finished.signal()
  }
}
for thread in threads { thread.start() }
for _ in threads { finished.wait() }
