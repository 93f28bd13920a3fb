// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDSchedule

/// The options that say which schedules are run; nil = the scenario or the engine decides.
struct ExplorationArguments: ParsableArguments {
  @Option(help: "How many schedules of each scenario.", transform: Count.parse)
  var schedules: Count?

  @Option(
    help: ArgumentHelp("Which schedules: a decimal number, or \"random\", which prints its choice first."),
    transform: SeedChoice.parse)
  var seed: SeedChoice?

  @Option(
    help: ArgumentHelp("Who runs next: auto, random or pct[:DEPTH].", valueName: "strategy"),
    transform: Strategy.parse)
  var strategy: Strategy?

  @Option(help: "Steps after which a schedule counts as endless.", transform: Count.parse)
  var maxSteps: Count?

  @Option(
    help: ArgumentHelp("Worker threads: unbounded, linux[:PROCESSORS] or darwin.", valueName: "width"),
    transform: PoolChoice.parse)
  var pool: PoolChoice?

  @Option(
    help: ArgumentHelp("Stop after this much real time, such as 60s.", valueName: "time"),
    transform: TimeLimit.parse)
  var time: TimeLimit?

  @Flag(inversion: .prefixedNo, help: "Go on after a finding, until all schedules have run.")
  var keepGoing: Bool?

  @Flag(inversion: .prefixedNo, help: "Treat warnings as errors.")
  var strict: Bool?
}

/// What flags and environment together ask for.
struct ExplorationRequest {
  var schedules: Int?
  /// Nil = the seed of the scenario, or one made from its name.
  var seed: UInt64?
  /// The seed was drawn for this run and must be printed first.
  var isSeedDrawn = false
  var strategy: Strategy?
  var maxSteps: Int?
  var pool: PoolChoice?
  /// Real seconds for everything together.
  var timeLimit: Double?
  var keepGoing: Bool?
  var isStrict = false

  /// A flag beats its variable.
  init(_ flags: ExplorationArguments, _ environment: EnvironmentMirror) throws {
    schedules = try (flags.schedules ?? environment.value("GCDCHECK_SCHEDULES"))?.value
    switch try flags.seed ?? environment.value("GCDCHECK_SEED") {
    case .number(let number): seed = number
    case .random:
      // Half of the range: short enough to be copied by hand.
      seed = UInt64(UInt32.random(in: 1 ... .max))
      isSeedDrawn = true
    case nil: break
    }
    strategy = try flags.strategy ?? environment.value("GCDCHECK_STRATEGY")
    maxSteps = try (flags.maxSteps ?? environment.value("GCDCHECK_MAX_STEPS"))?.value
    pool = try flags.pool ?? environment.value("GCDCHECK_POOL")
    timeLimit = try (flags.time ?? environment.value("GCDCHECK_TIME"))?.seconds
    keepGoing = try flags.keepGoing ?? environment.isOn("GCDCHECK_KEEP_GOING")
    isStrict = try flags.strict ?? environment.isOn("GCDCHECK_STRICT") ?? false
  }
}
