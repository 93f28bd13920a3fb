// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The exit codes of the tool, stable under SemVer.
enum ExitStatus: Int32 {
  /// Every scenario got the verdict that it expects, or there was nothing to find.
  case asExpected = 0
  /// A finding, or a scenario whose verdict is not the expected one.
  case finding = 1
  /// The tool could not do its work: an unreadable scenario, a report that could not be written, a fault of
  /// ours.
  case toolFailed = 2
  /// The program did not follow the replayed schedule.
  case replayDiverged = 3
  /// The command line or an environment variable makes no sense.
  case usage = 64
  /// No scenario matched: never 0, so that a mistyped filter cannot pass.
  case nothingMatched = 69
  /// With `--strict`: nothing was found, but tests were hardly tried, or not begun, when the run was cut.
  case cut = 75
  /// Stopped by SIGINT, SIGTERM or SIGHUP; what was found until then is reported.
  case interrupted = 130
}

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
struct Refusal: Error {
  var status: ExitStatus
  var message: String

  /// The command line or a variable is wrong.
  static func usage(_ message: String) -> Refusal {
    Refusal(status: .usage, message: "gcdcheck: error: \(message)".asLogLine)
  }

  /// The work could not be done.
  static func toolFailed(_ message: String) -> Refusal {
    Refusal(status: .toolFailed, message: "gcdcheck: error: \(message)".asLogLine)
  }

  /// There is nothing to do, which is never a success.
  static func nothingMatched(_ message: String) -> Refusal {
    Refusal(status: .nothingMatched, message: "gcdcheck: error: \(message)".asLogLine)
  }

  /// Mistakes in files, each line beginning `path:line:column: error:` already.
  static func mistakes(_ messages: [String]) -> Refusal {
    Refusal(status: .toolFailed, message: messages.joined(separator: "\n"))
  }
}
