// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let lock = NSLock()
let log = DispatchQueue(label: "log", attributes: .concurrent)  // cause
let written = DispatchGroup()
var lines: [Int] = []
for number in 1...2 {
  log.async(group: written) {
    lock.lock()
    lines.append(number)
    lock.unlock()
  }
}
written.wait()
precondition(lines == [1, 2], "the lines come in another order")
