// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The verdict that a scenario must get.
public enum Expectation: Sendable, Codable, Equatable {
  /// No finding in any schedule, no warning either.
  case clean
  /// This finding, in at least one schedule, and no error of another code; its report names these objects.
  case finding(FindingCode, names: [String])
  /// No finding, and at the end of the schedules the named variables hold all of these values and no others.
  case outcomes(variables: [String], values: [[Int]])

  private enum CodingKeys: String, CodingKey {
    case clean = "clean"
    case finding = "finding"
    case outcomes = "outcomes"
  }
  private enum FindingCodingKeys: String, CodingKey {
    case _0 = "_0"
    case names = "names"
  }
  private enum OutcomesCodingKeys: String, CodingKey {
    case variables = "variables"
    case values = "values"
  }
}
