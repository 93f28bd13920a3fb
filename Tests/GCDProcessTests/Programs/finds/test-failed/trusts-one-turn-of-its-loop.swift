// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// The main thread alone uses them.
nonisolated(unsafe) var rows = 0
nonisolated(unsafe) var isLoaded = false
DispatchQueue(label: "loader").async {
  for _ in 0..<3 { DispatchQueue.main.async { rows += 1 } }
  DispatchQueue.main.async { isLoaded = true }
}
_ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 10))  // cause
precondition(isLoaded && rows == 3, "not all rows are there")
