// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let lock = NSLock()
let written = DispatchSemaphore(value: 0)
var rows = 0

func read() -> Int {
  lock.lock()
  defer { lock.unlock() }
  return rows
}

let writer = Thread {
  lock.lock()
  rows = 3
  lock.unlock()
  written.signal()
}
writer.start()
written.wait()
let seen = read()
precondition(seen == 3, "no rows")
