// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let store = DispatchQueue(label: "store")
var rows = 0

let writers = DispatchGroup()
DispatchQueue.global().async(group: writers) {
  DispatchQueue.global().async(group: writers) {
    store.sync { rows += 1 }
  }
}
writers.wait()
let count = store.sync { rows }
precondition(count == 1, "the row is missing")
