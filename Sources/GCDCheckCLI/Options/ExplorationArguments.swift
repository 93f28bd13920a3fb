// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport
import GCDRuntime
import GCDScenario
import GCDSchedule
import GCDVocabulary

/// The options that say which schedules are run; nil = the environment, the scenario or the engine decides.
struct ExplorationArguments: ParsableArguments {
  @Option(help: "How many schedules of each scenario at most.", transform: Count.parse)
  var schedules: Count?

  @Option(
    help: "Which schedules: a decimal number, or random, which says its choice first.",
    completion: .seeds, transform: SeedChoice.parse)
  var seed: SeedChoice?

  @Option(
    help: "How schedules are chosen: \(StrategyName.inBrief).", completion: .strategies,
    transform: Strategy.parse)
  var strategy: Strategy?

  @Option(help: "Steps after which a schedule counts as endless.", transform: Count.parse)
  var maxSteps: Count?

  @Option(
    help: "Worker threads: unbounded, linux[:PROCESSORS] or darwin.", completion: .pools,
    transform: PoolWidth.parse)
  var pool: PoolWidth?

  @Option(
    help: "End after this much real time, such as 60s; the running schedule is cut.",
    transform: TimeLimit.parse)
  var time: TimeLimit?

  @Option(
    help: "Run only this part of the schedules, such as 2/5; gcdcheck merge puts the parts together.",
    transform: Shard.parse)
  var shard: Shard?

  @Flag(
    inversion: .prefixedNo,
    help: "Stop when schedules show nothing new; rare findings may then be missed.")
  var stopWhenSaturated: Bool?

  @Flag(inversion: .prefixedNo, help: "Explore on after a finding, until all schedules have run.")
  var keepGoing: Bool?

  @Flag(inversion: .prefixedNo, help: "Treat warnings as errors.")
  var strict: Bool?

  /// No option but `--time` was given.
  var asksForNothingButTime: Bool {
    schedules == nil && seed == nil && strategy == nil && maxSteps == nil && pool == nil && shard == nil
      && stopWhenSaturated == nil && keepGoing == nil && strict == nil
  }
}

/// What flags and environment together ask for.
struct ExplorationRequest {
  private let flags: ExplorationArguments
  private let environment: Environment
  /// The seed of `--seed random` or `GCDCHECK_SEED=random`, one for the whole run; to be printed first.
  let drawnSeed: UInt64?

  /// Whether what fails is kept; nil = as the package's folder says.
  var save: Bool?

  /// - Parameter drawnSeed: Stands for a random seed; nil = draw one.
  /// - Throws: `Refusal` for a variable that cannot be read.
  init(_ flags: ExplorationArguments, variables: [String: String], drawnSeed: UInt64? = nil) throws {
    self.flags = flags
    let mirror = EnvironmentMirror(variables: variables)
    // Also where they have no effect: what cannot be read is a mistake.
    _ = try (mirror.isOn("GCDCHECK_TRACE"), mirror.value("GCDCHECK_JOBS", as: Count.self))
    environment = try Environment.readable(variables)
    save = environment.save
    let isDrawn = flags.seed.map { $0 == .random } ?? (environment.seed == .random)
    // Short enough to be typed; every number of 64 bits is accepted.
    if isDrawn, (flags.shard ?? environment.shard) != nil {
      throw Refusal.usage("all shards need the same seed: name a number instead of random")
    }
    self.drawnSeed = isDrawn ? drawnSeed ?? UInt64(UInt32.random(in: 1 ... .max)) : nil
  }

  /// One sentence for each `GCDCHECK_…` that nothing reads, or that this command has no use for.
  ///
  /// - Parameter useless: Variables of other commands, each with what to do instead.
  func remarks(useless: [(name: String, instead: String)], _ variables: [String: String]) -> [String] {
    environment.unknown.map { Notice.unknownVariable(name: $0).text }
      + useless.filter { !(variables[$0.name] ?? "").isEmpty }
      .map { Notice.uselessVariable(name: $0.name, instead: $0.instead).text }
  }

  /// The part of the schedules that is run; nil = all.
  var shard: Shard? { flags.shard ?? environment.shard }

  /// Real time for everything together.
  var timeLimit: Duration? { flags.time?.duration ?? environment.timeLimit }

  /// What one exploration is run with that no file says anything about.
  var exploration: ExplorationOptions {
    let asked = options
    var result = ExplorationOptions(
      schedules: asked.schedules ?? 1_000, seed: asked.seed, strategy: asked.strategy ?? .auto,
      maxSteps: asked.maxSteps ?? wholeProgramSteps, poolWidth: asked.poolWidth ?? .unbounded,
      timeLimit: timeLimit, stopWhenSaturated: asked.stopWhenSaturated,
      keepGoing: asked.keepGoing, strict: asked.strict, showOutput: asked.showOutput,
      allowing: asked.allowing)
    result.shard = asked.shard
    if let skew = asked.skew { result.skew = skew }
    if let settle = asked.settle { result.settle = settle }
    return result
  }

  /// A whole program does more than a test before it is suspected to go round in circles.
  private var wholeProgramSteps: Int { 10_000_000 }

  /// What every scenario is run with; nil where its file decides.
  var options: ScenarioOptions {
    var options = ScenarioOptions()
    options.schedules = flags.schedules?.value ?? environment.schedules
    options.seed = drawnSeed ?? flags.seed?.number ?? environment.seed?.number
    options.strategy = flags.strategy ?? environment.strategy
    options.maxSteps = flags.maxSteps?.value ?? environment.maxSteps
    options.poolWidth = flags.pool ?? environment.poolWidth
    options.stopWhenSaturated = flags.stopWhenSaturated ?? environment.stopWhenSaturated ?? false
    options.keepGoing = flags.keepGoing ?? environment.keepGoing ?? false
    options.strict = flags.strict ?? environment.strict ?? false
    options.shard = shard
    options.skew = environment.skew
    options.settle = environment.settle
    options.allowing = environment.allowing
    options.save = save
    options.keepsCheckpoint = true
    options.showOutput = environment.showOutput ?? options.showOutput
    return options
  }
}

extension Environment.SeedChoice {
  fileprivate var number: UInt64? {
    if case .fixed(let number) = self { number } else { nil }
  }
}

extension Environment {
  /// - Throws: `Refusal` for a variable that cannot be read.
  static func readable(_ variables: [String: String]) throws -> Environment {
    do {
      return try Environment(variables)
    } catch {
      throw Refusal.usage(error.text.replacing("gcdcheck: ", with: "", maxReplacements: 1))
    }
  }
}
