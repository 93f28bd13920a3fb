// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let group = DispatchGroup()
let store = DispatchQueue(label: "store")
var samples: [Int] = []
for sample in 1...2 {
  group.enter()
  DispatchQueue.global().async {
    store.sync { samples.append(sample) }
    group.leave()
  }
}
group.wait()
precondition(store.sync { samples.count } == 2, "not all samples are there")
