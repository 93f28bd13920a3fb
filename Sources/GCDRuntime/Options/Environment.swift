// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule
import GCDVocabulary

/// The options that the process's environment asks for; environment beats source beats default.
public struct Environment: Sendable, Equatable {
  public var schedules: Int?
  public var seed: SeedChoice?
  public var strategy: Strategy?
  public var maxSteps: Int?
  public var poolWidth: PoolWidth?
  public var skew: Duration?
  public var settle: Duration?
  public var timeLimit: Duration?
  public var stopWhenSaturated: Bool?
  public var keepGoing: Bool?
  public var strict: Bool?
  public var showOutput: OutputPolicy?
  public var allowing: [Allowance] = []
  public var replay: ReplayRequest?
  public var bodyHost: BodyHost?
  public var save: Bool?
  public var shard: Shard?
  /// Where runs stop for a debugger; the engine reads it from the process's environment.
  public var debuggerStop: DebuggerStop?
  /// What each test came by is told as well.
  public var isVerbose = false
  /// Variables that begin with `GCDCHECK_` and mean nothing, in the order of their names.
  public var unknown: [String] = []

  /// What `GCDCHECK_SEED` holds.
  public enum SeedChoice: Sendable, Hashable {
    case fixed(UInt64)
    /// A new one for each process, printed before anything runs.
    case random
  }

  /// An environment that asks for nothing.
  public init() {}

  /// Reads the variables; an empty value counts as absent.
  ///
  /// - Throws: `EnvironmentProblem` for the first value that cannot be read, in the order of the variables.
  public init(_ variables: [String: String]) throws(EnvironmentProblem) {
    let read = VariableReader(variables)
    schedules = try read.value(.schedules) { Int($0).flatMap { $0 >= 1 ? $0 : nil } }
    seed = try read.value(.seed) { $0 == "random" ? .random : UInt64($0).map(SeedChoice.fixed) }
    strategy = try read.value(.strategy) { Strategy($0) }
    maxSteps = try read.value(.maxSteps) { Int($0).flatMap { $0 >= 1 ? $0 : nil } }
    poolWidth = try read.value(.poolWidth) { PoolWidth($0) }
    skew = try read.value(.skew, parseDuration)
    settle = try read.value(.settle, parseDuration)
    timeLimit = try read.value(.timeLimit) { parseDuration($0).flatMap { $0 > .zero ? $0 : nil } }
    stopWhenSaturated = try read.flag(.stopWhenSaturated)
    keepGoing = try read.flag(.keepGoing)
    strict = try read.flag(.strict)
    showOutput = try read.value(.showOutput) { OutputPolicy(rawValue: $0) }
    allowing = try read.value(.allow, Environment.allowances) ?? []
    replay = try read.value(.replay) { ReplayRequest($0) }
    bodyHost = try read.value(.bodyHost) { BodyHost(rawValue: $0) }
    save = try read.flag(.save)
    shard = try read.value(.shard) { Shard($0) }
    debuggerStop = try read.value(.debuggerStop) { DebuggerStop($0) }
    isVerbose = try read.flag(.verbose) ?? false
    // The engine reads these from the process's environment; here they are only checked.
    _ = try read.value(.watchdog) { RealSeconds($0) }
    _ = try read.value(.outside) { RealSeconds($0) }
    _ = try read.value(.symbolizer) { ReaderChoice($0) }
    unknown = read.unknownNames()
  }

  /// The options with everything that the environment asks for on top of them.
  ///
  /// - Parameter randomSeed: Stands for `GCDCHECK_SEED=random`; one per process.
  public func applied(to options: ExplorationOptions, randomSeed: () -> UInt64) -> ExplorationOptions {
    var result = options
    if let schedules { result.schedules = schedules }
    switch seed {
    case .fixed(let value): result.seed = value
    case .random: result.seed = randomSeed()
    case nil: break
    }
    if let strategy { result.strategy = strategy }
    if let maxSteps { result.maxSteps = maxSteps }
    if let poolWidth { result.poolWidth = poolWidth }
    if let skew { result.skew = skew }
    if let settle { result.settle = settle }
    if let timeLimit { result.timeLimit = timeLimit }
    if let stopWhenSaturated { result.stopWhenSaturated = stopWhenSaturated }
    if let keepGoing { result.keepGoing = keepGoing }
    if let strict { result.strict = strict }
    if let showOutput { result.showOutput = showOutput }
    result.allowing += allowing
    if let replay, replay.applies(to: options.testID) { result.replay = replay.token }
    if let bodyHost { result.bodyHost = bodyHost }
    if let save { result.save = save }
    if let shard { result.shard = shard }
    return result
  }

  private static func allowances(_ text: String) -> [Allowance]? {
    var result: [Allowance] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let allowance = Allowance(String(part)) else { return nil }
      result.append(allowance)
    }
    return result
  }
}
