// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// What the body of a run did next to running: it threw, or its assertions failed.
final class BodyOutcome {
  var thrown: (any Error)?
  var assertions: [AssertionFailure] = []

  func reset() {
    if thrown != nil { thrown = nil }
    if !assertions.isEmpty { assertions = [] }
  }
}
#endif
