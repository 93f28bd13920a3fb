// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// Everything that an exploration can be asked for; plain data, each field with the variable that overrides
/// it.
public struct ExplorationOptions: Sendable, Equatable {
  /// How many schedules to run at most, at least 1; `GCDCHECK_SCHEDULES`.
  public var schedules: Int
  /// Which exploration; nil derives it from `testID`, so that a test keeps its seed; `GCDCHECK_SEED`.
  public var seed: UInt64?
  /// How schedules are chosen; `GCDCHECK_STRATEGY`.
  public var strategy: Strategy
  /// Scheduling points of one schedule after which a loop that only yields, sleeps or fails to get something
  /// counts as a livelock, at least 1; a schedule without such a loop may take ten times as many.
  /// `GCDCHECK_MAX_STEPS`.
  public var maxSteps: Int
  /// How many workers the virtual thread pool has; `GCDCHECK_POOL_WIDTH`.
  public var poolWidth: PoolWidth
  /// Threads that run Swift tasks, at least 1; nil = as many as there is work, or as there are processors
  /// with `PoolWidth.linux`; `GCDCHECK_COOPERATIVE_WIDTH`.
  public var cooperativeWidth: Int?
  /// How far ahead a deadline may overtake ready work, in virtual time, 0 = never; `GCDCHECK_SKEW`.
  public var skew: Duration
  /// How long one-shot deadlines are followed after the body returned, in virtual time; `GCDCHECK_SETTLE`.
  public var settle: Duration
  /// Real time after which the running schedule is cut and none is started; nil = no clock is looked at;
  /// `GCDCHECK_TIME_LIMIT`.
  public var timeLimit: Duration?
  /// Stops when the last 200 schedules that were looked at had no new conflict pair and fewer than 1 in 100
  /// further ones would have a new partial order; `GCDCHECK_STOP_WHEN_SATURATED`.
  ///
  /// Off by default: rare defects lie behind long stretches without anything new.
  public var stopWhenSaturated: Bool
  /// Explores on after an error; `GCDCHECK_KEEP_GOING`.
  public var keepGoing: Bool
  /// Makes warnings errors; `GCDCHECK_STRICT`.
  public var strict: Bool
  /// For which schedules the output of the body is shown; `GCDCHECK_SHOW_OUTPUT`.
  public var showOutput: OutputPolicy
  /// Findings that are known and silent; one that matched nothing is reported; `GCDCHECK_ALLOW` adds to them.
  public var allowing: [Allowance]
  /// The schedule token to run instead of exploring; `GCDCHECK_REPLAY`.
  public var replay: String?
  /// Whose place the body takes; nil = as the caller's place demands; `GCDCHECK_BODY_HOST`.
  public var bodyHost: BodyHost?
  /// Writes what fails to the package's regression files, whose schedules run first; nil = where the package
  /// has a folder `.gcdcheck`; `GCDCHECK_SAVE`.
  public var save: Bool?
  /// The part of the schedules that is run, so that several processes or machines share the work; nil = all;
  /// `GCDCHECK_SHARD`.
  public var shard: Shard?
  /// The folder of a corpus, which the tool's commands begin with and add to; nil = none. A library that
  /// explores in a test has no use for it. `GCDCHECK_CORPUS`
  package var corpus: String?
  /// What is taken from the corpus; nil = there is none.
  package var plan: CorpusPlan?
  /// Keeps the hash of each schedule, for a result that is put together from several.
  package var recordsTrace = false
  /// The steps of a replayed program are asked for.
  package var showsReplayedSteps = false
  /// Keeps what is needed to take an exploration up again that is cut.
  package var keepsCheckpoint = false
  /// The file whose schedules run first; nil = none.
  package var regressions: RegressionFile?
  /// Runs only this schedule, in whatever manner fits, and does not explore.
  package var tried: SavedSchedule?
  /// Keeps what a regression file would need of errors, file or not.
  package var keepsErrors = false
  /// Runs of the search for one schedule of a regression file at most.
  package var searchLimit = 200
  /// Runs only this line of the file, from 1, and does not explore.
  package var onlySaved: Int?
  /// Makes the schedule of `replay` smaller before it is reported.
  package var shrinksReplay = false
  /// Runs for one finding to make its schedule smaller, at most.
  package var mostShrinkingRuns = 300
  /// Names the test to people, to `GCDCHECK_REPLAY` and to the seed: `AppTests.CacheTests/testReload`.
  public var testID: String
  /// The call that asked for the exploration.
  public var location: CallerLocation

  /// The options that a call without arguments has.
  public init(
    schedules: Int = 1_000, seed: UInt64? = nil, strategy: Strategy = .auto, maxSteps: Int = 100_000,
    poolWidth: PoolWidth = .unbounded, cooperativeWidth: Int? = nil,
    skew: Duration = .milliseconds(1), settle: Duration = .seconds(60),
    timeLimit: Duration? = nil, stopWhenSaturated: Bool = false, keepGoing: Bool = false,
    strict: Bool = false, showOutput: OutputPolicy = .firstAndFailing, allowing: [Allowance] = [],
    replay: String? = nil,
    bodyHost: BodyHost? = nil, save: Bool? = nil, shard: Shard? = nil, testID: String = "",
    location: CallerLocation = .unknown
  ) {
    self.schedules = schedules
    self.seed = seed
    self.strategy = strategy
    self.maxSteps = maxSteps
    self.poolWidth = poolWidth
    self.cooperativeWidth = cooperativeWidth
    self.skew = skew
    self.settle = settle
    self.timeLimit = timeLimit
    self.stopWhenSaturated = stopWhenSaturated
    self.keepGoing = keepGoing
    self.strict = strict
    self.showOutput = showOutput
    self.allowing = allowing
    self.replay = replay
    self.bodyHost = bodyHost
    self.save = save
    self.shard = shard
    self.testID = testID
    self.location = location
  }

  /// The seed that is used: the one asked for, else the one of the test's id.
  public var effectiveSeed: UInt64 { seed ?? seedOfTest(testID) }

  /// No other process does what belongs to no single schedule.
  var isFirstShard: Bool { shard?.isFirst ?? true }

  /// Schedules of the rotation that `auto` runs in any case, next to a search through all orders: what such a
  /// search proves is only true of programs without data races, and the rotation reaches what some races do.
  ///
  /// The first shard runs them for all, since how many come behind them depends on the search.
  package var beginning: Int {
    if strategy != .auto { return 0 }
    let usual = min(200, schedules / 2)
    return schedules > Self.schedulesBeforeSearch ? max(usual, Self.schedulesBeforeSearch) : usual
  }

  /// Schedules of `auto` before its search begins: most defects have shown by then.
  static let schedulesBeforeSearch = 20

  /// Whether the schedule of this number, from 0, is run here.
  package func owns(_ number: Int) -> Bool {
    if let plan, plan.explored.contains(number) { return false }
    guard let shard else { return true }
    return number < beginning ? shard.isFirst : shard.owns(number)
  }

  /// How many of the schedules are run here, at most.
  package var ownSchedules: Int {
    guard let shard else { return schedules }
    let shared = shard.numbers(below: schedules) - shard.numbers(below: beginning)
    return shard.isFirst ? beginning + shared : shared
  }

  /// `skew` in virtual nanoseconds.
  public var skewNanoseconds: UInt64 { skew.wholeNanoseconds }

  /// `settle` in virtual nanoseconds.
  public var settleNanoseconds: UInt64 { settle.wholeNanoseconds }
}

extension Duration {
  /// Nanoseconds, at least 0, at most `UInt64.max`.
  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflow || carry ? .max : sum
  }
}
