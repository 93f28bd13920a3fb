// Licensed under the Apache License, Version 2.0; see LICENSE.
// What has ended without a signal is a thread, which nobody has submitted.
// says: the thread made at a-thread-finds-nothing.swift:11 ended without a signal
// says: made here, and ends without a signal
import Foundation

let found = DispatchSemaphore(value: 0)
let lock = NSLock()
var names = ["a"]
for _ in 0..<2 {
  Thread { if lock.withLock({ names.popLast() }) != nil { found.signal() } }.start()  // cause
}
found.wait()
found.wait()
