// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let log = DispatchQueue(label: "log")
let sent = DispatchGroup()
var lines: [Int] = []
for number in 1...2 {
  DispatchQueue.global().async(group: sent) {  // cause
    log.async { lines.append(number) }
  }
}
sent.wait()
precondition(log.sync { lines } == [1, 2], "the lines come in another order")
