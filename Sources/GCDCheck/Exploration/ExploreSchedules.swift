// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule

/// Runs `body` under many schedules and returns what came out; records nothing in any test.
///
/// The options are those of `withDeterministicScheduling`; the environment beats them here too. Where no
/// controlled run is possible, the process ends with a sentence that says why.
public func exploreSchedules(
  schedules: Int? = nil, seed: UInt64? = nil, strategy: Strategy? = nil,
  options: ExplorationOptions = ExplorationOptions(), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Void
) -> Exploration {
  let options = options.with(schedules, seed, strategy, CallerLocation(fileID, filePath, line, column))
  return ControlledTest(options, in: .current).explore(body)
}

/// Runs `body` under exactly the schedule that a token names; records nothing in any test.
public func exploreSchedules(
  replaying token: String, options: ExplorationOptions = ExplorationOptions(),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () throws -> Void
) -> Exploration {
  var options = options.with(nil, nil, nil, CallerLocation(fileID, filePath, line, column))
  options.replay = token
  return ControlledTest(options, in: .current).explore(body)
}
