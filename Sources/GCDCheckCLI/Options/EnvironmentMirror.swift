// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The environment's half of each option: a flag beats its variable, a variable beats what a scenario asks
/// for.
struct EnvironmentMirror {
  var variables: [String: String]

  /// The value of `name`, or nil where it is not set or empty.
  func value<Value: OptionValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    guard let text = variables[name], !text.isEmpty else { return nil }
    guard let value = Value(spelling: text) else {
      throw CommandError.usage(
        "the environment variable \(name) is \"\(text.bounded(to: Bound.name))\"; write \(Value.wanted)")
    }
    return value
  }

  func isOn(_ name: String) throws -> Bool? {
    try value(name, as: Switch.self)?.isOn
  }

  func text(_ name: String) -> String? {
    guard let text = variables[name], !text.isEmpty else { return nil }
    return text
  }
}
