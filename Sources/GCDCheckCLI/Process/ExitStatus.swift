// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDVocabulary

typealias ExitStatus = GCDVocabulary.ExitStatus

extension RunTotal {
  /// How the tool ends.
  func status(isStrict: Bool) -> ExitStatus {
    if ended.failedTests > 0 { return .finding }
    return isStrict && (ended.hardlyTried != nil || ended.notBegun != nil) ? .cut : .asExpected
  }
}

/// A reason to stop that is not a fault of ours: one sentence with what, where, and what would be right.
///
/// It is on one line whatever the names in it hold, or a file's name could look like a line of its own.
struct CommandError: Error {
  var status: ExitStatus
  var message: String

  /// The command line or a variable is wrong.
  static func usage(_ message: String) -> CommandError {
    CommandError(status: .usage, message: "gcdcheck: error: \(message)".asLogLine)
  }

  /// The work could not be done.
  static func toolFailed(_ message: String) -> CommandError {
    CommandError(status: .toolFailed, message: "gcdcheck: error: \(message)".asLogLine)
  }

  /// A fault of gcdcheck's own.
  static func internalError(_ message: String) -> CommandError {
    CommandError(status: .toolFailed, message: "gcdcheck: \(internalErrorLabel): \(message)".asLogLine)
  }

  /// Ahead of what is a fault of gcdcheck's own.
  static let internalErrorLabel = "internal error (please report)"

  /// There is nothing to do, which is never a success.
  static func nothingMatched(_ message: String) -> CommandError {
    CommandError(status: .nothingMatched, message: "gcdcheck: error: \(message)".asLogLine)
  }

  /// Mistakes in files, each line beginning `path:line:column: error:` already.
  static func mistakes(_ messages: [String]) -> CommandError {
    CommandError(status: .toolFailed, message: messages.joined(separator: "\n"))
  }
}
