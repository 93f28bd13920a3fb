// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let accounts = DispatchSemaphore(value: 1)
let journal = DispatchSemaphore(value: 1)

func both(_ first: DispatchSemaphore, _ second: DispatchSemaphore) {
  first.wait()
  second.wait()
  second.signal()
  first.signal()
}

DispatchQueue.concurrentPerform(iterations: 2) { _ in both(accounts, journal) }
