// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let store = DispatchQueue(label: "store")
let written = DispatchGroup()
var samples: [Int] = []

for sample in 1...2 {
  DispatchQueue.global().async(group: written) {
    store.sync { samples.append(sample) }
  }
}
written.wait()
let total = store.sync { samples.count }
precondition(total == 2, "not all samples are there")
