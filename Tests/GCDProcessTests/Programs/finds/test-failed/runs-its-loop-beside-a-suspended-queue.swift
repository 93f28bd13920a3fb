// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let rows = DispatchQueue(label: "rows")
var isShown = false

rows.suspend()  // cause
rows.async { DispatchQueue.main.async { isShown = true } }
RunLoop.main.run(until: Date(timeIntervalSinceNow: 20))
precondition(isShown)
