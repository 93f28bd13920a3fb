// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime

/// A value that is written the same way after its flag and in its environment variable.
protocol OptionValue {
  /// What would be right, to end the sentence "write …".
  static var wanted: String { get }

  /// Nil if `spelling` means nothing.
  init?(spelling: String)
}

/// Why a spelling was refused; the argument parser puts the option's name before it.
struct InvalidValue: Error, CustomStringConvertible {
  var wanted: String
  var description: String { "write \(wanted)" }
}

extension OptionValue {
  /// For `@Option(transform:)`.
  static func parse(_ spelling: String) throws -> Self {
    guard let value = Self(spelling: spelling) else { throw InvalidValue(wanted: wanted) }
    return value
  }
}

/// A whole number from 1.
struct Count: OptionValue, Equatable {
  static let wanted = "a whole number from 1, such as 1000"
  var value: Int

  init?(spelling: String) {
    guard let value = parseCount(spelling) else { return nil }
    self.value = value
  }
}

/// Yes or no, for the environment variables that mirror flags.
struct Switch: OptionValue {
  static let wanted = "1 or 0"
  var isOn: Bool

  init?(spelling: String) {
    guard let isOn = parseSwitch(spelling) else { return nil }
    self.isOn = isOn
  }
}

/// A length of real time.
struct TimeLimit: OptionValue, Equatable {
  static let wanted = "a time above 0 with its unit, such as 60s, 500ms or 5m"
  var duration: Duration

  init?(spelling: String) {
    guard let duration = parseDuration(spelling), duration > .zero else { return nil }
    self.duration = duration
  }
}
