// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Something that a reader of the summary should know.
public enum SummaryNote: Sendable, Codable, Equatable {
  /// ThreadSanitizer was not on.
  case racesNotChecked
  /// An allowance silenced nothing.
  case unusedAllowance(String)
  /// Findings that allowances silenced.
  case silenced(count: Int)
  /// The platform has no support: bodies ran once, on the real library.
  case notControlled
  /// A saved schedule was replayed first, and nothing shows any more; `finding` says what it showed.
  case noLongerFound(RegressionOrigin, finding: String)
  /// A line of a regression file was left alone.
  case savedScheduleUnreadable(entry: String, reason: String)
  /// New findings were written to a regression file.
  case saved(entries: [String])
  /// They could not be.
  case notSaved(file: String, reason: String)
  /// What was taken from a corpus, and added to it.
  case corpus(CorpusFigures)
  /// So many schedules of a program ended with its main thread in `dispatchMain` and nothing left to do.
  case servesForGood(schedules: Int)
  /// Of these tests a schedule went wrong while others were executed, and right without them: they share
  /// something outside of their processes.
  case disturbedByOthers(tests: [String])
  /// A run left the count of an object changed that was made outside the body.
  case madeOutsideBody(ObjectName)
  /// Findings have function names and no lines.
  case noSourceLines(MissingReader)
  /// A part of the runtime is not as gcdcheck knows it.
  case unknownHere(RuntimePart)

  private enum CodingKeys: String, CodingKey {
    case racesNotChecked = "racesNotChecked"
    case unusedAllowance = "unusedAllowance"
    case silenced = "silenced"
    case notControlled = "notControlled"
    case noLongerFound = "noLongerFound"
    case savedScheduleUnreadable = "savedScheduleUnreadable"
    case saved = "saved"
    case notSaved = "notSaved"
    case corpus = "corpus"
    case servesForGood = "servesForGood"
    case disturbedByOthers = "disturbedByOthers"
    case madeOutsideBody = "madeOutsideBody"
    case noSourceLines = "noSourceLines"
    case unknownHere = "unknownHere"
  }
  private enum SilencedCodingKeys: String, CodingKey { case count = "count" }
  private enum NoLongerFoundCodingKeys: String, CodingKey {
    case _0 = "_0"
    case finding = "finding"
  }
  private enum SavedScheduleUnreadableCodingKeys: String, CodingKey {
    case entry = "entry"
    case reason = "reason"
  }
  private enum SavedCodingKeys: String, CodingKey { case entries = "entries" }
  private enum NotSavedCodingKeys: String, CodingKey {
    case file = "file"
    case reason = "reason"
  }
  private enum DisturbedByOthersCodingKeys: String, CodingKey { case tests = "tests" }
  private enum ServesForGoodCodingKeys: String, CodingKey { case schedules = "schedules" }
}

/// Everything is over.
public struct RunEnded: Sendable, Codable, Equatable {
  /// Tests or scenarios explored.
  public var tests: Int
  /// Schedules run, all together.
  public var schedules: Int
  /// Different schedules among them, all together.
  public var distinct: Int
  /// Distinct errors that no test asked for.
  public var errors: Int
  /// Distinct warnings that no test asked for.
  public var warnings: Int
  /// Tests whose outcome was not as expected.
  public var failedTests: Int
  /// Tests that were hardly tried; nil = none.
  public var hardlyTried: Int?
  /// Tests that were not begun when the run was cut; nil = none.
  public var notBegun: Int?
  /// Why it ended.
  public var stopped: StopReason
  /// What a reader should know next to the numbers.
  public var notes: [SummaryNote]
  /// Of a single test: points of the first schedule at which there was a choice.
  public var choicePoints: Int?
  /// Of a single test: how far a search through all orders has come.
  public var search: SearchExtent?
  /// Of a single test: what its schedules reached.
  public var coverage: CoverageFigures?
  /// Of a single test: the schedule that was running when time or the user ended it.
  public var cut: CutSchedule?
  /// Tests of which every order was explored; nil where nothing counted them.
  public var exhausted: Int?
  /// Runs next to the schedules that were led to suspected deadlocks, all together; nil = none.
  public var directedRuns: Int?
  /// The part of the schedules that was run; nil = all.
  public var shard: Shard?

  package init(
    tests: Int, schedules: Int, distinct: Int, errors: Int = 0, warnings: Int = 0, failedTests: Int = 0,
    stopped: StopReason = .completed, notes: [SummaryNote] = []
  ) {
    self.tests = tests
    self.schedules = schedules
    self.distinct = distinct
    self.errors = errors
    self.warnings = warnings
    self.failedTests = failedTests
    self.stopped = stopped
    self.notes = notes
  }

  private enum CodingKeys: String, CodingKey {
    case tests = "tests"
    case schedules = "schedules"
    case distinct = "distinct"
    case errors = "errors"
    case warnings = "warnings"
    case failedTests = "failedTests"
    case hardlyTried = "hardlyTried"
    case notBegun = "notBegun"
    case stopped = "stopped"
    case notes = "notes"
    case choicePoints = "choicePoints"
    case search = "search"
    case coverage = "coverage"
    case cut = "cut"
    case exhausted = "exhausted"
    case directedRuns = "directedRuns"
    case shard = "shard"
  }
}
