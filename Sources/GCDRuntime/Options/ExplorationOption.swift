// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// Every option of an exploration, by the name of the property of `ExplorationOptions`.
///
/// The one table of options: environment, arguments, completions, the keys of scenarios with their schema,
/// and the tables of the documentation follow from its rows.
public enum ExplorationOption: String, CaseIterable, Sendable {
  case schedules, seed, strategy, maxSteps, poolWidth, cooperativeWidth, timeLimit, shard
  case corpus, stopWhenSaturated, keepGoing, strict, skew, settle, showOutput, allowing, bodyHost, save

  /// All that is known of the option.
  package var row: OptionRow {
    switch self {
    case .schedules:
      OptionRow(
        \.schedules, .count, variable: "GCDCHECK_SCHEDULES",
        argument: .init(name: "schedules", help: "How many schedules of each scenario at most."),
        key: "schedules", standard: "1000")
    case .seed:
      OptionRow(
        optional: \.seed, .seed, variable: "GCDCHECK_SEED",
        argument: .init(
          name: "seed", help: "Which schedules: a decimal number, or random, which says its choice first."),
        key: "seed", standard: "from the name of the test")
    case .strategy:
      OptionRow(
        \.strategy, .strategy, variable: "GCDCHECK_STRATEGY",
        argument: .init(name: "strategy", help: "How schedules are chosen: \(StrategyName.inBrief)."),
        key: "strategy", standard: "auto")
    case .maxSteps:
      OptionRow(
        \.maxSteps, .count, variable: "GCDCHECK_MAX_STEPS",
        argument: .init(name: "max-steps", help: "Steps after which a schedule counts as endless."),
        key: "max-steps", standard: "100000")
    case .poolWidth:
      OptionRow(
        \.poolWidth, .pool, variable: "GCDCHECK_POOL_WIDTH",
        argument: .init(name: "pool", help: "Worker threads: unbounded, linux[:PROCESSORS] or darwin."),
        key: "pool", standard: "unbounded")
    case .cooperativeWidth:
      OptionRow(
        optional: \.cooperativeWidth, .count, variable: "GCDCHECK_COOPERATIVE_WIDTH",
        argument: .init(
          name: "cooperative-width", help: "Threads that run Swift tasks; by default as many as tasks need."),
        standard: "unbounded")
    case .timeLimit:
      OptionRow(
        optional: \.timeLimit, .limit, variable: "GCDCHECK_TIME_LIMIT",
        argument: .init(
          name: "time", help: "End after this much real time, such as 60s; the running schedule is cut."),
        standard: "none")
    case .shard:
      OptionRow(
        optional: \.shard, .shard, variable: "GCDCHECK_SHARD",
        argument: .init(
          name: "shard",
          help:
            "Run only this part of the schedules, such as 2/5, or auto: that of this job of Bazel, "
            + "Kubernetes, Slurm, GitLab and others; gcdcheck merge puts the parts together."),
        standard: "all schedules")
    case .corpus:
      OptionRow(
        optional: \.corpus, .folder, variable: "GCDCHECK_CORPUS",
        argument: .init(
          name: "corpus",
          help: "A folder of what was covered: begin with its schedules, run none twice, add to it."),
        standard: "none")
    case .stopWhenSaturated:
      OptionRow(
        \.stopWhenSaturated, .onOrOff, variable: "GCDCHECK_STOP_WHEN_SATURATED",
        argument: .init(
          name: "stop-when-saturated",
          help: "Stop when schedules show nothing new; rare findings may then be missed.", isSwitch: true),
        standard: "off")
    case .keepGoing:
      OptionRow(
        \.keepGoing, .onOrOff, variable: "GCDCHECK_KEEP_GOING",
        argument: .init(
          name: "keep-going", help: "Explore on after a finding, until all schedules have run.",
          isSwitch: true), standard: "off")
    case .strict:
      OptionRow(
        \.strict, .onOrOff, variable: "GCDCHECK_STRICT",
        argument: .init(name: "strict", help: "Treat warnings as errors.", isSwitch: true), standard: "off")
    case .skew: OptionRow(\.skew, .time, variable: "GCDCHECK_SKEW", standard: "1ms")
    case .settle: OptionRow(\.settle, .time, variable: "GCDCHECK_SETTLE", standard: "60s")
    case .showOutput: OptionRow(\.showOutput, .word, variable: "GCDCHECK_SHOW_OUTPUT", standard: "first")
    case .allowing: OptionRow(adding: \.allowing, .allowances, variable: "GCDCHECK_ALLOW", standard: "none")
    case .bodyHost:
      OptionRow(
        optional: \.bodyHost, .word, variable: "GCDCHECK_BODY_HOST",
        standard: "the caller's thread or queue")
    case .save:
      OptionRow(
        optional: \.save, .onOrOff, variable: "GCDCHECK_SAVE",
        argument: .init(name: "save", help: "", isSwitch: true, isOfSomeCommands: true),
        standard: "on where there is a folder `.gcdcheck`")
    }
  }
}
