// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule

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

/// Schedule tokens on the command line.
enum ReplayedToken {
  /// - Throws: `CommandError` that says what is wrong with the text.
  static func parse(_ text: String) throws -> ScheduleToken {
    do {
      return try ScheduleToken(parsing: text)
    } catch {
      let reason =
        switch error {
        case .notAToken:
          "is no schedule token; one begins with \(ScheduleToken.prefix), as a report's last lines give it"
        case .otherVersion(let found):
          "was made by another version of gcdcheck (\(found)); this one reads \(ScheduleToken.prefix)"
        case .unexpectedCharacter(let character, let offset):
          "has a \"\(character)\" at character \(offset + 1), which no token has; copy it again"
        case .damaged: "is cut off or changed; copy it again, as a whole"
        }
      throw CommandError.usage("\"\(text.bounded(to: Bound.name))\" \(reason)")
    }
  }
}

/// A regular expression that the user gives for the names of what is to be run.
enum NamePattern {
  /// - Parameters:
  ///   - option: as the user types it.
  ///   - example: one that would be right.
  /// - Throws: `CommandError` for what is no regular expression.
  static func parse(_ text: String, of option: String, example: String) throws -> Regex<AnyRegexOutput> {
    do {
      return try Regex(text)
    } catch {
      throw CommandError.usage(
        "\(option) \"\(text)\" is no regular expression (\(error)); write one such as '\(example)'")
    }
  }
}
