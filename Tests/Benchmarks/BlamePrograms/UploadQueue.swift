// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// Operations that are added while the queue is suspended, with a barrier in between.
let queue = OperationQueue()
queue.isSuspended = true
let lock = NSLock()
var parts = 0
var partsAtBarrier = 0
for _ in 0..<3 {
  queue.addOperation {
    lock.lock()
    parts += 1
    lock.unlock()
  }
}
let sealed = DispatchSemaphore(value: 0)
queue.addBarrierBlock {
  lock.lock()
  partsAtBarrier = parts
  lock.unlock()
  sealed.signal()
}
queue.addOperation {
  lock.lock()
  parts += 10
  lock.unlock()
}
queue.isSuspended = false
sealed.wait()
queue.waitUntilAllOperationsAreFinished()
precondition(parts == 13 && partsAtBarrier == 3)
