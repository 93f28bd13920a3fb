// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

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
