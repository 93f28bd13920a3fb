// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule

/// Runs `body` under many schedules and returns what came out; records nothing in any test.
///
/// The options are those of `withDeterministicScheduling`; the environment beats them here too. Where no
/// controlled run is possible, the process ends with a sentence that says why.
public func exploreSchedules(
  schedules: Int = 1_000, seed: UInt64? = nil, strategy: Strategy = .auto, maxSteps: Int = 100_000,
  poolWidth: PoolWidth = .unbounded, skew: Duration = .milliseconds(1), settle: Duration = .seconds(60),
  timeLimit: Duration? = nil, stopWhenSaturated: Bool = false, keepGoing: Bool = false,
  strict: Bool = false, showOutput: OutputPolicy = .firstAndFailing, allowing: [Allowance] = [],
  bodyHost: BodyHost? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () throws -> Void
) -> Exploration {
  let location = CallerLocation(fileID, filePath, line, column)
  let options = ExplorationOptions(
    schedules: schedules, seed: seed, strategy: strategy, maxSteps: maxSteps, poolWidth: poolWidth,
    skew: skew, settle: settle, timeLimit: timeLimit, stopWhenSaturated: stopWhenSaturated,
    keepGoing: keepGoing, strict: strict, showOutput: showOutput,
    allowing: allowing, bodyHost: bodyHost, location: location)
  return ControlledTest(options, in: .current).explore(body)
}

/// Runs `body` under exactly the schedule that a token names; records nothing in any test.
///
/// The other options are those of `withDeterministicScheduling`.
public func exploreSchedules(
  replaying token: String, maxSteps: Int = 100_000, poolWidth: PoolWidth = .unbounded,
  skew: Duration = .milliseconds(1), settle: Duration = .seconds(60), strict: Bool = false,
  showOutput: OutputPolicy = .firstAndFailing, allowing: [Allowance] = [], bodyHost: BodyHost? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () throws -> Void
) -> Exploration {
  let location = CallerLocation(fileID, filePath, line, column)
  let options = ExplorationOptions(
    maxSteps: maxSteps, poolWidth: poolWidth, skew: skew, settle: settle, strict: strict,
    showOutput: showOutput, allowing: allowing, replay: token, bodyHost: bodyHost, location: location)
  return ControlledTest(options, in: .current).explore(body)
}
