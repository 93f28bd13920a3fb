// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Lets the run loop of the main thread turn; short, since the cases run for real, too.
func turn(_ milliseconds: Int = 60) { RunLoop.main.run(until: after(milliseconds)) }

func after(_ milliseconds: Int) -> Date { Date(timeIntervalSinceNow: Double(milliseconds) / 1_000) }

func soon(_ milliseconds: Int) -> DispatchTime { .now() + .milliseconds(milliseconds) }

/// Turns the main run loop until the condition holds, for a second at most.
func turn(until condition: () -> Bool) {
  let limit = after(1_000)
  while !condition() && Date() < limit { _ = RunLoop.main.run(mode: .default, before: after(10)) }
}

extension RunLoop.Mode {
  static let other = RunLoop.Mode("other")
}
