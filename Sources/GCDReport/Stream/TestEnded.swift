// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Why an exploration ended.
public enum StopReason: Sendable, Codable, Equatable {
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

  private enum CodingKeys: String, CodingKey {
    case completed = "completed"
    case finding = "finding"
    case exhausted = "exhausted"
    case time = "time"
    case abandonedExecutions = "deadRuns"
    case tooLong = "tooLong"
    case saturated = "saturated"
    case assertion = "assertion"
    case interrupted = "interrupted"
  }
  private enum AbandonedExecutionsCodingKeys: String, CodingKey {
    case count = "count"
    case leakedBytes = "leakedBytes"
  }
  private enum TooLongCodingKeys: String, CodingKey { case steps = "steps" }
  private enum SaturatedCodingKeys: String, CodingKey { case schedules = "schedules" }
}

/// A schedule that was ended from outside, by a limit of time or by the user.
public struct CutSchedule: Sendable, Codable, Equatable {
  /// From 1.
  public var number: Int
  /// Steps that it had made; of a whole program, to the last full thousand.
  public var steps: Int

  package init(number: Int, steps: Int) {
    self.number = number
    self.steps = steps
  }

  /// As a clause of a sentence.
  var clause: String {
    "schedule \(grouped(number)) was cut" + (steps > 0 ? " after \(counted(steps, "step"))" : "")
  }

  private enum CodingKeys: String, CodingKey {
    case number = "number"
    case steps = "steps"
  }
}

/// One test or scenario is over.
public struct TestEnded: Sendable, Codable, Equatable {
  /// How the test came out against what it asks for.
  public enum Outcome: Sendable, Codable, Equatable {
    case passed
    /// Nothing was found, but it was cut before that says much: see `HardlyTried`.
    case hardlyTried
    case failed
    /// A scenario asked for one verdict and got another; both in the words of the scenario format.
    case unexpected(expected: String, actual: String)
    /// A scenario got the finding that it asks for.
    case asExpected(String)
    case skipped(reason: String)

    private enum CodingKeys: String, CodingKey {
      case passed = "passed"
      case hardlyTried = "hardlyTried"
      case failed = "failed"
      case unexpected = "unexpected"
      case asExpected = "asExpected"
      case skipped = "skipped"
    }
    private enum UnexpectedCodingKeys: String, CodingKey {
      case expected = "expected"
      case actual = "actual"
    }
    private enum SkippedCodingKeys: String, CodingKey { case reason = "reason" }
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

  package init(
    test: String, _ outcome: Outcome, schedules: Int, of requested: Int, distinct: Int, stopped: StopReason
  ) {
    self.test = test
    self.outcome = outcome
    self.schedules = schedules
    self.requested = requested
    self.distinct = distinct
    self.stopped = stopped
  }

  private enum CodingKeys: String, CodingKey {
    case test = "test"
    case outcome = "outcome"
    case schedules = "schedules"
    case requested = "requested"
    case distinct = "distinct"
    case stopped = "stopped"
    case cut = "cut"
    case choicePoints = "choicePoints"
    case traceHash = "traceHash"
    case search = "search"
    case part = "part"
    case coverage = "coverage"
  }
}
