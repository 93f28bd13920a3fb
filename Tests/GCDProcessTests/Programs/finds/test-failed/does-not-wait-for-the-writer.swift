// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let store = DispatchQueue(label: "store")
var samples: [Int] = []

for sample in 1...2 {
  DispatchQueue.global().async {  // cause
    store.sync { samples.append(sample) }
  }
}
let total = store.sync { samples.count }
precondition(total == 2, "not all samples are there")
