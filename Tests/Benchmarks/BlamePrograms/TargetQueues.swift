// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Two queues with one target: what they do never overlaps.
let base = DispatchQueue(label: "database")
let reads = DispatchQueue(label: "reads", target: base)
let writes = DispatchQueue(label: "writes", attributes: .concurrent, target: base)
let other = DispatchQueue(label: "other")
var rows = 0
let all = DispatchGroup()

for _ in 0..<3 {
  writes.async(group: all) {
    let before = rows
    other.sync {}
    rows = before + 1
  }
}
reads.async(group: all) {
  let before = rows
  other.sync {}
  precondition(rows == before)
}
all.wait()
let total = reads.sync { rows }
precondition(total == 3)
