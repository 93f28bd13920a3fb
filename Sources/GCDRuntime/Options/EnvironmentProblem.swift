// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// A `GCDCHECK_*` variable that cannot be obeyed: a usage error, never passed over in silence.
public struct EnvironmentProblem: Error, Sendable, Hashable {
  /// The variable.
  public var variable: EnvironmentVariable
  /// What it holds.
  public var value: String

  public init(_ variable: EnvironmentVariable, _ value: String) {
    self.variable = variable
    self.value = value
  }

  /// One sentence for the user.
  public var text: String {
    Notice.malformedVariable(name: variable.rawValue, value: value, expected: variable.form).text
  }
}
