// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Adds up what comes in bursts: a source that coalesces.
let queue = DispatchQueue(label: "counter")
let source = DispatchSource.makeUserDataAddSource(queue: queue)
let reached = DispatchSemaphore(value: 0)
let cancelled = DispatchSemaphore(value: 0)
var sum: UInt = 0
source.setEventHandler {
  sum += source.data
  if sum == 10 {
    reached.signal()
  }
}
source.setCancelHandler {
  cancelled.signal()
}
source.activate()
let senders = DispatchGroup()
for amount in 1...4 {
  DispatchQueue.global().async(group: senders) {
    source.add(data: UInt(amount))
  }
}
senders.wait()
reached.wait()
source.cancel()
cancelled.wait()
precondition(sum == 10)
