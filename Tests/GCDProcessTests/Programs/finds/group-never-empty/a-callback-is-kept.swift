// Licensed under the Apache License, Version 2.0; see LICENSE.
// Each block leaves for the enter before it, a callback for the enter in it; one callback is never called.
// says: a leave is missing, for this enter or that at line 10
import Foundation

let group = DispatchGroup()
var kept: [() -> Void] = []
let queue = DispatchQueue(label: "loader")
for number in 0..<2 {
  group.enter()
  queue.async {
    group.enter()  // cause
    if number == 0 { DispatchQueue.global().async { group.leave() } }
    if number == 1 { kept.append { group.leave() } }
    group.leave()
  }
}
group.wait()
