// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What happens while gcdcheck works, in order; every output format is a function of these.
public enum ReportEvent: Sendable, Equatable {
  case runStarted(RunStarted)
  case testStarted(TestStarted)
  /// Only when a trace was asked for.
  case scheduleStarted(ScheduleStarted)
  /// Only when a trace was asked for.
  case step(TraceStep)
  case finding(FindingFound)
  /// Only when a trace was asked for.
  case scheduleEnded(ScheduleEnded)
  case testEnded(TestEnded)
  case runEnded(RunEnded)

  /// The version written into every record; it grows when a reader could misunderstand.
  public static let version = 1
}

/// The tool or the test process began.
public struct RunStarted: Sendable, Equatable {
  /// Version of gcdcheck.
  public var tool: String
  /// Removed from the front of paths that are shown.
  public var directory: String?
  /// Scenario files announce each result as they go; tests are silent unless something is found.
  public var announcesTests: Bool
  /// The part of the schedules that is run; nil = all.
  public var shard: Shard?
  /// What is explored, where it is not what `announcesTests` lets expect.
  public var subject: Subject?
  /// Warnings are errors, and a test that was hardly tried fails the run; nil = no.
  public var strict: Bool?
  /// Of a test process: the same for all processes of one `swift test`, which add to one file.
  public var invocation: String?

  /// What people call the things that are explored.
  public enum Subject: String, Sendable, Codable {
    case test = "test"
    case scenario = "scenario"
  }

  /// The noun for one of them.
  package var noun: String { (subject ?? (announcesTests ? .scenario : .test)).rawValue }

  /// Takes each part as the property of the same name describes it.
  public init(tool: String, directory: String? = nil, announcesTests: Bool = false) {
    self.tool = tool
    self.directory = directory
    self.announcesTests = announcesTests
  }
}

/// One test or scenario is about to be explored.
public struct TestStarted: Sendable, Equatable {
  /// As in `FindingOrigin.test`.
  public var test: String
  /// Where the test is declared.
  public var location: CodeLocation?
  /// Schedules asked for.
  public var schedules: Int
  /// Seed of the exploration.
  public var seed: UInt64
  /// The strategy, in words.
  public var strategy: String

  /// Takes each part as the property of the same name describes it.
  public init(test: String, at location: CodeLocation? = nil, schedules: Int, seed: UInt64, strategy: String)
  {
    self.test = test
    self.location = location
    self.schedules = schedules
    self.seed = seed
    self.strategy = strategy
  }
}

/// One schedule begins.
public struct ScheduleStarted: Sendable, Equatable {
  /// As in `FindingOrigin.test`.
  public var test: String
  /// From 1.
  public var schedule: Int
  /// Seed of the exploration.
  public var seed: UInt64

  /// Takes each part as the property of the same name describes it.
  public init(test: String, schedule: Int, seed: UInt64) {
    self.test = test
    self.schedule = schedule
    self.seed = seed
  }
}

/// One step of a traced schedule.
public struct TraceStep: Sendable, Equatable {
  /// Number of the schedule, from 1.
  public var schedule: Int
  /// The step.
  public var line: StepLine

  /// Takes each part as the property of the same name describes it.
  public init(schedule: Int, _ line: StepLine) {
    self.schedule = schedule
    self.line = line
  }
}

/// A distinct finding came out for the first time.
public struct FindingFound: Sendable, Equatable {
  /// As in `FindingOrigin.test`.
  public var test: String
  /// The test asks for this very finding: it is shown in one line and fails nothing.
  public var isExpected: Bool
  /// The finding with all its evidence.
  public var finding: Finding

  /// Takes each part as the property of the same name describes it.
  public init(test: String, _ finding: Finding, isExpected: Bool = false) {
    self.test = test
    self.isExpected = isExpected
    self.finding = finding
  }
}

/// One schedule is over.
public struct ScheduleEnded: Sendable, Equatable {
  /// Number of the schedule, from 1.
  public var schedule: Int
  /// Steps that it made.
  public var steps: Int
  /// Virtual nanoseconds that passed.
  public var virtualTime: UInt64
  /// Equal for schedules that took the same trace.
  public var traceHash: UInt64

  /// Takes each part as the property of the same name describes it.
  public init(schedule: Int, steps: Int, virtualTime: UInt64, traceHash: UInt64) {
    self.schedule = schedule
    self.steps = steps
    self.virtualTime = virtualTime
    self.traceHash = traceHash
  }
}

/// Why an exploration ended.
public enum StopReason: Sendable, Equatable {
  /// All schedules that were asked for ran.
  case completed
  /// An error was found.
  case finding
  /// There are no further schedules.
  case exhausted
  /// The time limit that was asked for is over.
  case time
  /// Too many runs ended dead, or they leaked too much, to continue in this process.
  case abandonedExecutions(count: Int, leakedBytes: UInt64)
  /// A schedule was given up that is long, or endless: more of them would take as long again.
  case tooLong(steps: Int)
  /// The last schedules showed nothing new, and stopping then was asked for.
  case saturated(schedules: Int)
  /// An assertion of the test framework failed that cannot be taken back.
  case assertion
  /// The user stopped the run.
  case interrupted
}

/// A schedule that was ended from outside, by a limit of time or by the user.
public struct CutSchedule: Sendable, Equatable {
  /// From 1.
  public var number: Int
  /// Steps that it had made; of a whole program, to the last full thousand.
  public var steps: Int

  /// Takes each part as the property of the same name describes it.
  ///
  /// - Parameters:
  ///   - number: from 1.
  ///   - steps: from 0.
  public init(number: Int, steps: Int) {
    self.number = number
    self.steps = steps
  }

  /// As a clause of a sentence.
  var words: String {
    "schedule \(grouped(number)) was cut" + (steps > 0 ? " after \(counted(steps, "step"))" : "")
  }
}

/// Something that a reader of the summary should know.
public enum SummaryNote: Sendable, Equatable {
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
  /// So many schedules of a program ended with its main thread in `dispatchMain` and nothing left to do.
  case servesForGood(schedules: Int)
  /// A run left the count of an object changed that was made outside the body.
  case madeOutsideBody(ObjectName)
  /// Findings have function names and no lines.
  case noSourceLines(MissingReader)
  /// A part of the runtime is not as gcdcheck knows it.
  case unknownHere(RuntimePart)
}

/// One test or scenario is over.
public struct TestEnded: Sendable, Equatable {
  /// How the test came out against what it asks for.
  public enum Outcome: Sendable, Equatable {
    case passed
    /// Nothing was found, but it was cut before that says much: see `HardlyTried`.
    case hardlyTried
    case failed
    /// A scenario asked for one verdict and got another; both in the words of the scenario format.
    case unexpected(expected: String, actual: String)
    /// A scenario got the finding that it asks for.
    case asExpected(String)
    case skipped(reason: String)
  }

  /// As in `FindingOrigin.test`.
  public var test: String
  /// How it came out.
  public var outcome: Outcome
  /// Schedules run.
  public var schedules: Int
  /// Schedules asked for.
  public var requested: Int
  /// Different schedules among them.
  public var distinct: Int
  /// Why it ended.
  public var stopped: StopReason
  /// The schedule that was running when time or the user ended it; nil where none was.
  public var cut: CutSchedule?
  /// Points of the first schedule at which there was a choice; nil where that was not counted.
  public var choicePoints: Int?
  /// Over the traces of all schedules: equal for equal seeds; nil where it is not reported.
  public var traceHash: UInt64?
  /// How far a search through all orders has come; nil where there was none.
  public var search: SearchExtent?
  /// What is needed to put shards together; nil where all schedules were run.
  public var part: ShardPart?
  /// What the schedules reached; nil where nothing looked.
  public var coverage: CoverageFigures?

  /// Takes each part as the property of the same name describes it.
  public init(
    test: String, _ outcome: Outcome, schedules: Int, of requested: Int, distinct: Int, stopped: StopReason
  ) {
    self.test = test
    self.outcome = outcome
    self.schedules = schedules
    self.requested = requested
    self.distinct = distinct
    self.stopped = stopped
  }
}

/// Everything is over.
public struct RunEnded: Sendable, Equatable {
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

  /// Takes each part as the property of the same name describes it.
  public init(
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
}
