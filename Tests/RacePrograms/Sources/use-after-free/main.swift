// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck

// A block uses memory that another one has given back.

withDeterministicScheduling(schedules: 20, seed: 7) {
  // Used by one block after the other; too late by the second.
  nonisolated(unsafe) let buffer = UnsafeMutablePointer<Int>.allocate(capacity: 16)
  let queue = DispatchQueue(label: "com.acme.buffers")
  buffer.initialize(repeating: 0, count: 16)
  queue.async { buffer.deallocate() }
  queue.async { buffer[3] = 1 }
  queue.sync {}
}
