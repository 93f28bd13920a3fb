// Licensed under the Apache License, Version 2.0; see LICENSE.

/// For which schedules the standard output of the body is shown.
public enum OutputPolicy: String, Sendable, CaseIterable {
  /// For the first schedule and for a failing one.
  case firstAndFailing = "first"
  /// For each schedule.
  case all
  /// Never.
  case none
}
