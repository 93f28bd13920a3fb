// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule
import GCDVocabulary

/// How a scenario is to be run. What is nil is taken from the file's `explore:`, and failing that is the
/// default.
public struct ScenarioOptions: Sendable {
  public var schedules: Int?
  public var seed: UInt64?
  public var strategy: Strategy?
  public var maxSteps: Int?
  public var poolWidth: PoolWidth?
  /// No file says these; nil = the default of the exploration.
  public var skew: Duration?
  public var settle: Duration?
  public var timeLimit: Duration?
  public var stopWhenSaturated = false
  public var keepGoing = false
  public var strict = false
  public var showOutput = OutputPolicy.firstAndFailing
  /// Findings that are known and silent.
  public var allowing: [Allowance] = []
  /// As `ExplorationOptions.save`.
  public var save: Bool?
  /// As `ExplorationOptions.shard`.
  public var shard: Shard?
  /// A run that was cut, and is gone on with.
  package var begun: BegunScenario?
  /// Keeps what is needed to go on with a run that is cut.
  package var keepsCheckpoint = false
  /// A schedule token: exactly that schedule is run.
  public var replay: String?
  /// A line of a regression file, from 1: only its schedule is run.
  package var savedSchedule: (file: RegressionFile, number: Int)?
  /// Only this schedule is run, in whatever manner fits, with so many runs of search.
  package var tried: (schedule: SavedSchedule, searches: Int)?
  /// Makes the schedule of `replay` smaller, and keeps what is needed to try it on other programs.
  package var shrinksReplay = false
  /// Runs to make it smaller, at most; nil = as usual.
  package var mostShrinkingRuns: Int?

  public init() {}

  /// The options of the exploration for one scenario.
  public func exploration(of scenario: Scenario) -> ExplorationOptions {
    let file = scenario.explore
    // The seed comes from the name and not from the path, so that it is the same wherever the file lies.
    let ownSeed = ExplorationOptions(testID: scenario.name).effectiveSeed
    var options = ExplorationOptions(
      schedules: schedules ?? file.schedules ?? 1_000, seed: seed ?? file.seed ?? ownSeed,
      strategy: strategy ?? file.strategy ?? .auto, maxSteps: maxSteps ?? file.maxSteps ?? 100_000,
      poolWidth: poolWidth ?? file.pool ?? .unbounded, timeLimit: timeLimit,
      stopWhenSaturated: stopWhenSaturated, keepGoing: keepGoing, strict: strict, showOutput: showOutput,
      allowing: allowing, replay: replay, bodyHost: .mainThread, save: save, shard: shard,
      testID: scenario.path,
      location: CallerLocation(
        fileID: scenario.name, filePath: scenario.path, line: scenario.expectationPosition.line,
        column: scenario.expectationPosition.column))
    if let skew { options.skew = skew }
    if let settle { options.settle = settle }
    return options
  }
}
