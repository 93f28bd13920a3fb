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
public struct RunStarted: Sendable, Codable, Equatable {
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

  package init(tool: String, directory: String? = nil, announcesTests: Bool = false) {
    self.tool = tool
    self.directory = directory
    self.announcesTests = announcesTests
  }

  private enum CodingKeys: String, CodingKey {
    case tool = "tool"
    case directory = "directory"
    case announcesTests = "announcesTests"
    case shard = "shard"
    case subject = "subject"
    case strict = "strict"
    case invocation = "invocation"
  }
}

/// One test or scenario is about to be explored.
public struct TestStarted: Sendable, Codable, Equatable {
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

  package init(test: String, at location: CodeLocation? = nil, schedules: Int, seed: UInt64, strategy: String)
  {
    self.test = test
    self.location = location
    self.schedules = schedules
    self.seed = seed
    self.strategy = strategy
  }

  private enum CodingKeys: String, CodingKey {
    case test = "test"
    case location = "location"
    case schedules = "schedules"
    case seed = "seed"
    case strategy = "strategy"
  }
}

/// One schedule begins.
public struct ScheduleStarted: Sendable, Codable, Equatable {
  /// As in `FindingOrigin.test`.
  public var test: String
  /// From 1.
  public var schedule: Int
  /// Seed of the exploration.
  public var seed: UInt64

  package init(test: String, schedule: Int, seed: UInt64) {
    self.test = test
    self.schedule = schedule
    self.seed = seed
  }

  private enum CodingKeys: String, CodingKey {
    case test = "test"
    case schedule = "schedule"
    case seed = "seed"
  }
}

/// One step of a traced schedule.
public struct TraceStep: Sendable, Codable, Equatable {
  /// Number of the schedule, from 1.
  public var schedule: Int
  /// The step.
  public var line: StepLine

  package init(schedule: Int, _ line: StepLine) {
    self.schedule = schedule
    self.line = line
  }

  private enum CodingKeys: String, CodingKey {
    case schedule = "schedule"
    case line = "line"
  }
}

/// A distinct finding came out for the first time.
public struct FindingFound: Sendable, Codable, Equatable {
  /// As in `FindingOrigin.test`.
  public var test: String
  /// The test asks for this very finding: it is shown in one line and fails nothing.
  public var isExpected: Bool
  /// The finding with all its evidence.
  public var finding: Finding

  package init(test: String, _ finding: Finding, isExpected: Bool = false) {
    self.test = test
    self.isExpected = isExpected
    self.finding = finding
  }

  private enum CodingKeys: String, CodingKey {
    case test = "test"
    case isExpected = "isExpected"
    case finding = "finding"
  }
}

/// One schedule is over.
public struct ScheduleEnded: Sendable, Codable, Equatable {
  /// Number of the schedule, from 1.
  public var schedule: Int
  /// Steps that it made.
  public var steps: Int
  /// Virtual nanoseconds that passed.
  public var virtualTime: UInt64
  /// Equal for schedules that took the same trace.
  public var traceHash: UInt64

  package init(schedule: Int, steps: Int, virtualTime: UInt64, traceHash: UInt64) {
    self.schedule = schedule
    self.steps = steps
    self.virtualTime = virtualTime
    self.traceHash = traceHash
  }

  private enum CodingKeys: String, CodingKey {
    case schedule = "schedule"
    case steps = "steps"
    case virtualTime = "virtualTime"
    case traceHash = "traceHash"
  }
}
