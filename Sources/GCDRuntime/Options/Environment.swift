// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What the process's environment asks for; environment beats source beats default.
public struct Environment: Sendable, Equatable {
  /// The options of explorations.
  public var asked = AskedOptions()
  public var replay: ReplayRequest?
  /// Where runs stop for a debugger; the engine reads it from the process's environment.
  public var debuggerStop: DebuggerStop?
  /// What each test reached is reported as well.
  public var isVerbose = false
  /// Variables that begin with `GCDCHECK_` and mean nothing, in the order of their names.
  public var unknown: [String] = []

  /// An environment that asks for nothing.
  public init() {}

  /// Reads the variables; an empty value counts as absent.
  ///
  /// - Throws: `EnvironmentProblem` for the first value that cannot be read, in the order of the variables.
  public init(_ variables: [String: String]) throws(EnvironmentProblem) {
    let read = VariableReader(variables)
    for option in ExplorationOption.allCases {
      var asked = asked
      _ = try read.value(EnvironmentVariable(option)) { asked.read($0, for: option) ? true : nil }
      self.asked = asked
    }
    replay = try read.value(.replay) { ReplayRequest($0) }
    debuggerStop = try read.value(.debuggerStop) { DebuggerStop($0) }
    isVerbose = try read.value(.verbose, parseSwitch) ?? false
    // The engine reads these from the process's environment; here they are only checked.
    _ = try read.value(.watchdog) { RealSeconds($0) }
    _ = try read.value(.outside) { RealSeconds($0) }
    _ = try read.value(.symbolizer) { ReaderChoice($0) }
    unknown = read.unknownNames()
  }

  /// Takes the shard of the job engine where `GCDCHECK_SHARD=auto` asks for it.
  ///
  /// - Parameter variables: those that engines set as well.
  /// - Returns: nil where nothing asks for it.
  /// - Throws: `EngineShardProblem` where there is none, also for an engine that shares out the tests of a
  ///   process: as many schedules again would be lost.
  package mutating func findShard(
    _ variables: [String: String]
  ) throws(EngineShardProblem) -> EngineShard? {
    guard asked.findsShard else { return nil }
    let found = try EngineShard(variables)
    if found.engine.sharesTests { throw .sharesTests(found.engine) }
    asked.shard = found.shard
    return found
  }

  /// The options with everything that the environment asks for on top of them.
  ///
  /// - Parameter randomSeed: Represents `GCDCHECK_SEED=random`; one per process.
  public func applied(to options: ExplorationOptions, randomSeed: () -> UInt64) -> ExplorationOptions {
    var result = asked.applied(to: options)
    if asked.drawsSeed { result.seed = randomSeed() }
    if let replay, replay.applies(to: options.testID) { result.replay = replay.token }
    return result
  }
}
