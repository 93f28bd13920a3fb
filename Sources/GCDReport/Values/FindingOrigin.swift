// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How a finding is run again.
public enum ReplayTarget: Sendable, Codable, Equatable {
  /// A test, by its id: `AppTests.CacheTests/testReload`, `AppTests.CacheTests/reload()#2` for its second
  /// run.
  case test(filter: String)
  /// A scenario file, by the path the user gave.
  case scenario(path: String)
  /// A whole program: its path and its arguments.
  case process(command: [String])
  /// Called from a program through `exploreSchedules`: only the token is of use.
  case program

  private enum CodingKeys: String, CodingKey {
    case test = "test"
    case scenario = "scenario"
    case process = "process"
    case program = "program"
  }
  private enum TestCodingKeys: String, CodingKey { case filter = "filter" }
  private enum ScenarioCodingKeys: String, CodingKey { case path = "path" }
  private enum ProcessCodingKeys: String, CodingKey { case command = "command" }
}

/// How sure a finding is.
public enum Verdict: String, Sendable, Codable {
  /// The schedule was run and did what the finding says.
  case confirmed = "confirmed"
  /// Threads outside control took part, or the finding was predicted: another outcome is possible.
  case potential = "potential"
}

/// Which schedule of which test a finding comes from, and how to see it again.
public struct FindingOrigin: Sendable, Codable, Equatable {
  /// What the reader calls the test: `CacheTests.testReload()`, `cache.gcd.yaml`.
  public var test: String
  /// What has to be started to run it again.
  public var target: ReplayTarget
  /// Number of the schedule in its exploration, from 1.
  public var schedule: Int
  /// How many schedules were asked for; 0 for a replay.
  public var schedules: Int
  /// In words: "baseline order", "random", "pct, depth 3".
  public var strategy: String
  /// Of the first schedule.
  package static let baselineOrder = "baseline order"
  /// Of a schedule that was to confirm a predicted deadlock.
  package static let directed = "led to a suspected deadlock"
  /// Of a schedule that a corpus had.
  package static let corpus = "a schedule of the corpus"
  /// Seed of the exploration, shown in decimal.
  public var seed: UInt64
  /// Replays exactly this schedule; empty when there is none.
  public var token: String
  /// Worker threads that the pool could have; nil = unbounded.
  public var poolWidth: Int?
  /// The pool could have one more each second while all waited; nil = it could not.
  public var poolGrows: Bool?
  /// Threads for Swift tasks that there could be; nil = unbounded.
  public var cooperativeWidth: Int?
  /// Virtual nanoseconds from the start of the run to the finding.
  public var virtualTime: UInt64
  /// A timer or timeout had to be early against other work, by no more than the clock's allowed skew.
  public var neededClockSkew: Bool
  /// How sure the finding is.
  public var verdict: Verdict
  /// In how many of the schedules run so far the same finding came out; nil when it was not counted.
  public var occurrences: Occurrences?
  /// How the schedule was made smaller before it was shown; nil where it was not.
  public var shrinking: Shrinking?
  /// The line of a regression file that led here; nil where exploring did.
  public var regression: RegressionOrigin?
  /// Why stacks have no lines; nil where a program read them.
  public var missingReader: MissingReader?
  /// Removed from the front of every path that is shown.
  public var directory: String?
  /// How the tool is called in replay commands.
  public var command: String

  package init(
    test: String, target: ReplayTarget, schedule: Int, of schedules: Int, strategy: String, seed: UInt64,
    token: String, poolWidth: Int? = nil, poolGrows: Bool? = nil,
    cooperativeWidth: Int? = nil, virtualTime: UInt64 = 0,
    neededClockSkew: Bool = false,
    verdict: Verdict = .confirmed, occurrences: Occurrences? = nil, directory: String? = nil,
    command: String = "swift run gcdcheck"
  ) {
    self.test = test
    self.target = target
    self.schedule = schedule
    self.schedules = schedules
    self.strategy = strategy
    self.seed = seed
    self.token = token
    self.poolWidth = poolWidth
    self.poolGrows = poolGrows
    self.cooperativeWidth = cooperativeWidth
    self.virtualTime = virtualTime
    self.neededClockSkew = neededClockSkew
    self.verdict = verdict
    self.occurrences = occurrences
    self.directory = directory
    self.command = command
  }

  private enum CodingKeys: String, CodingKey {
    case test = "test"
    case target = "target"
    case schedule = "schedule"
    case schedules = "schedules"
    case strategy = "strategy"
    case seed = "seed"
    case token = "token"
    case poolWidth = "poolWidth"
    case poolGrows = "poolGrows"
    case cooperativeWidth = "cooperativeWidth"
    case virtualTime = "virtualTime"
    case neededClockSkew = "neededClockSkew"
    case verdict = "verdict"
    case occurrences = "occurrences"
    case shrinking = "shrinking"
    case regression = "regression"
    case missingReader = "missingReader"
    case directory = "directory"
    case command = "command"
  }
}

/// How many deviations from the baseline order a schedule had when it was found, and how many were needed.
public struct Shrinking: Sendable, Codable, Equatable {
  public var before: Int
  /// Less than `before`.
  public var after: Int

  package init(before: Int, after: Int) {
    self.before = before
    self.after = after
  }

  private enum CodingKeys: String, CodingKey {
    case before = "before"
    case after = "after"
  }
}

/// How often something happened among so many schedules.
public struct Occurrences: Sendable, Codable, Equatable {
  /// How often it happened.
  public var count: Int
  /// Among how many schedules.
  public var schedules: Int

  package init(_ count: Int, of schedules: Int) {
    self.count = count
    self.schedules = schedules
  }

  private enum CodingKeys: String, CodingKey {
    case count = "count"
    case schedules = "schedules"
  }
}
