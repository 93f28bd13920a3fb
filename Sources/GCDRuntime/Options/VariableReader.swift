// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Looks variables up and turns each unreadable value into the one error that names it.
struct VariableReader {
  private let variables: [String: String]

  init(_ variables: [String: String]) { self.variables = variables }

  func value<Value>(
    _ variable: EnvironmentVariable, _ parse: (String) -> Value?
  ) throws(EnvironmentProblem) -> Value? {
    guard let text = variables[variable.rawValue], !text.isEmpty else { return nil }
    guard let value = parse(text) else { throw EnvironmentProblem(variable, text) }
    return value
  }

  func unknownNames() -> [String] {
    var known = EnvironmentVariable.ofOtherParts
    for variable in EnvironmentVariable.allCases { known.insert(variable.rawValue) }
    return variables.keys.filter { $0.hasPrefix("GCDCHECK_") && !known.contains($0) }.sorted()
  }
}
