// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A variable that gcdcheck reads: that of an option, or one that has no other form.
public struct EnvironmentVariable: Sendable, Hashable {
  /// The name: `GCDCHECK_SEED`.
  public let rawValue: String
  /// What the variable may hold, as an example list.
  public let form: String

  /// The variable of an option.
  init(_ option: ExplorationOption) {
    let row = option.row
    (rawValue, form) = (row.variable, row.wanted)
  }

  private init(_ rawValue: String, _ form: String) {
    (self.rawValue, self.form) = (rawValue, form)
  }

  static let replay = EnvironmentVariable("GCDCHECK_REPLAY", "TOKEN@TEST, as a report prints it")
  static let debuggerStop = EnvironmentVariable(
    "GCDCHECK_BREAK", "finding, or the number of a step as --trace shows it, such as 57")
  static let verbose = EnvironmentVariable("GCDCHECK_VERBOSE", "1 or 0")
  static let watchdog = EnvironmentVariable(
    "GCDCHECK_WATCHDOG", "seconds from 0 (never) to \(RealSeconds.most), such as 10 or 0.5")
  static let outside = EnvironmentVariable(
    "GCDCHECK_OUTSIDE", "seconds from 0 to \(RealSeconds.most), such as 2 or 0.5")
  static let symbolizer = EnvironmentVariable(
    "GCDCHECK_SYMBOLIZER", "none, or the whole path of an llvm-symbolizer or an addr2line that can be run")

  /// Variables that other parts of gcdcheck read.
  public static let ofOtherParts: Set<String> = [
    "GCDCHECK_REFRESH_GOLDEN", "GCDCHECK_DIFFERENTIAL", "GCDCHECK_DIFFERENTIAL_FIRST",
    "GCDCHECK_SLOW_TESTS", "GCDCHECK_FUZZ_INPUTS", "GCDCHECK_FUZZ_SEED", "GCDCHECK_FILTER", "GCDCHECK_REPORT",
    "GCDCHECK_COLOR", "GCDCHECK_PROGRESS", "GCDCHECK_QUIET", "GCDCHECK_TRACE",
    "GCDCHECK_PLUGIN_PID", "GCDCHECK_PLUGIN_TTY", "GCDCHECK_JOBS", JobEngine.givenTotal,
    JobEngine.submitted.index,
  ]
}

extension EnvironmentVariable: CaseIterable {
  /// Those of the options, then the others.
  public static var allCases: [EnvironmentVariable] {
    ExplorationOption.allCases.map(EnvironmentVariable.init)
      + [replay, debuggerStop, verbose, watchdog, outside, symbolizer]
  }
}
