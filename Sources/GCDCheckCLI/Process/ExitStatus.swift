// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDVocabulary

typealias ExitStatus = GCDVocabulary.ExitStatus

extension RunTotal {
  /// Time or the user ended the run.
  var isCut: Bool { stopped == .time || stopped == .interrupted }

  /// How the tool ends: a finding counts for more than that the run was cut.
  ///
  /// - Parameters:
  ///   - signal: that ended the run; nil = none.
  ///   - isKept: what is known is kept for a run that is to continue with it.
  ///   - hasLostWork: subjects could not be explored.
  ///   - hasUnfinished: of a subject no schedule has ended.
  func status(
    isStrict: Bool, signal: Int32?, isKept: Bool, hasLostWork: Bool, hasUnfinished: Bool
  ) -> ExitStatus {
    // A job engine stops a job by SIGTERM, and starts it again; SIGINT and SIGHUP come from people.
    let canContinue = isKept || ended.shard != nil
    if stopped == .interrupted || signal != nil {
      guard canContinue, signal == nil || signal == SIGTERM else { return .interrupted }
    }
    if hasLostWork { return .toolFailed }
    if ended.failedTests > 0 { return .finding }
    if isCut && canContinue || hasUnfinished { return .cut }
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
