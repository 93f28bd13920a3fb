// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// `count` threads that all stand at the start before the first one goes, and a join of each.
///
/// Without the common start most schedules let the first threads end before the last ones are made.
func runAtOnce(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = DispatchGroup()
  start.enter()
  let last = count
  runThreads(count + 1) { index in
    if index == last { return start.leave() }
    start.wait()
    body(index)
  }
}
