// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What whole processes do for schedules that failed before.
enum ProgramRegressions {
  /// Runs of the search for one schedule that no longer fits, at most: a process takes a thousand times
  /// longer than a body.
  static let mostSearches = 50
}
