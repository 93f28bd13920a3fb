// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Everything that is wrong with a scenario file, in the order of its lines; never empty.
public struct ScenarioErrors: Error, Sendable, CustomStringConvertible {
  public var errors: [ScenarioError]

  public init(_ errors: [ScenarioError]) { self.errors = errors }

  public var description: String { errors.map(\.description).joined(separator: "\n") }
}
