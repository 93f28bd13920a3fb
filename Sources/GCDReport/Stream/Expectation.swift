// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The verdict that a scenario must get.
public enum Expectation: Sendable, Equatable {
  /// No finding in any schedule, no warning either.
  case clean
  /// This finding, in at least one schedule, and no error of another code; its report names these objects.
  case finding(FindingCode, names: [String])
  /// No finding, and at the end of the schedules the named variables hold all of these values and no others.
  case outcomes(variables: [String], values: [[Int]])
}
