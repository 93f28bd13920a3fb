// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How a process of gcdcheck ends: the tool, and a program or test process that is under its control. Stable
/// under SemVer.
///
/// The plugin of SwiftPM, which can import nothing of the package, repeats numbers and meanings.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Every scenario got the verdict that it expects, or there was nothing to find.
  case asExpected = 0
  /// A finding, or a scenario whose verdict is not the expected one.
  case finding = 1
  /// The work could not be done: an unreadable scenario, a report that could not be written, a fault of
  /// gcdcheck.
  case toolFailed = 2
  /// The program did not follow the replayed schedule.
  case replayDiverged = 3
  /// The command line or an environment variable makes no sense.
  case usage = 64
  /// No scenario matched: never 0, so that a mistyped filter cannot pass.
  case nothingMatched = 69
  /// Nothing was found, but time or SIGTERM cut the run before it was done, and a later run is to continue
  /// with it or with its shard; or no schedule of a test came to its end. With `--strict`: also where tests
  /// were hardly tried, or not begun.
  case cut = 75
  /// Stopped by SIGINT, SIGTERM or SIGHUP; what was found until then is reported.
  case interrupted = 130

  /// What it means, in few words.
  package var meaning: String {
    switch self {
    case .asExpected: "as expected"
    case .finding: "a finding, or not the expected verdict"
    case .toolFailed: "the tool failed"
    case .replayDiverged: "replay diverged"
    case .usage: "usage"
    case .nothingMatched: "nothing matched"
    case .cut: "cut before it was done"
    case .interrupted: "interrupted"
    }
  }

  /// All of them in one sentence.
  package static var list: String {
    allCases.map { "\($0.rawValue) \($0.meaning.replacing(", or", with: " or"))" }.joined(separator: ", ")
  }
}
