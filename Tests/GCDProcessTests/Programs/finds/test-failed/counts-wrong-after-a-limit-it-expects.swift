// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let answered = DispatchSemaphore(value: 0)
precondition(answered.wait(timeout: .now() + 2) == .timedOut)

let numbers = DispatchQueue(label: "numbers")
let added = DispatchGroup()
var count = 0
for _ in 0..<3 { numbers.async(group: added) { count += 1 } }
added.wait()
precondition(count == 4)
