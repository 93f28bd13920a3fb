// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

// says: semaphore 'accounts' (iterations-take-two-semaphores-in-two-orders.swift:7)
// says: semaphore 'journal' (iterations-take-two-semaphores-in-two-orders.swift:8)
// says: blocked in DispatchSemaphore.wait, inside iteration 1 of concurrentPerform
let accounts = DispatchSemaphore(value: 1)
let journal = DispatchSemaphore(value: 1)

func both(_ first: DispatchSemaphore, _ second: DispatchSemaphore) {
  first.wait()
  second.wait()
  second.signal()
  first.signal()
}

DispatchQueue.concurrentPerform(iterations: 2) { number in
  if number == 0 { both(accounts, journal) } else { both(journal, accounts) }
}
