// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// Every variable that gcdcheck reads as an option of an exploration.
public enum EnvironmentVariable: String, Sendable, CaseIterable {
  case schedules = "GCDCHECK_SCHEDULES"
  case seed = "GCDCHECK_SEED"
  case strategy = "GCDCHECK_STRATEGY"
  case maxSteps = "GCDCHECK_MAX_STEPS"
  case poolWidth = "GCDCHECK_POOL_WIDTH"
  case skew = "GCDCHECK_SKEW"
  case settle = "GCDCHECK_SETTLE"
  case timeLimit = "GCDCHECK_TIME_LIMIT"
  case stopWhenSaturated = "GCDCHECK_STOP_WHEN_SATURATED"
  case keepGoing = "GCDCHECK_KEEP_GOING"
  case strict = "GCDCHECK_STRICT"
  case showOutput = "GCDCHECK_SHOW_OUTPUT"
  case allow = "GCDCHECK_ALLOW"
  case replay = "GCDCHECK_REPLAY"
  case bodyHost = "GCDCHECK_BODY_HOST"
  case save = "GCDCHECK_SAVE"
  case shard = "GCDCHECK_SHARD"
  case debuggerStop = "GCDCHECK_BREAK"
  case verbose = "GCDCHECK_VERBOSE"
  case watchdog = "GCDCHECK_WATCHDOG"
  case outside = "GCDCHECK_OUTSIDE"
  case symbolizer = "GCDCHECK_SYMBOLIZER"

  /// What the variable may hold, as an example list.
  public var form: String {
    switch self {
    case .schedules: "a whole number from 1, such as 1000"
    case .seed: "a whole number in decimal, such as 7, or random"
    case .strategy: StrategyName.wanted
    case .maxSteps: "a whole number from 1, such as 100000"
    case .poolWidth: "unbounded, linux, linux:4 or darwin"
    case .skew: "a duration with its unit, such as 1ms, or 0"
    case .settle: "a duration with its unit, such as 60s, or 0"
    case .timeLimit: "a duration with its unit above 0, such as 90s"
    case .stopWhenSaturated, .keepGoing, .strict, .save, .verbose: "1 or 0"
    case .showOutput: "first, all or none"
    case .allow: "codes, each with an object where wanted, such as GCD205:com.acme.log,GCD303"
    case .replay: "TOKEN@TEST, as a report prints it"
    case .shard: "a part and the number of parts, such as 2/5"
    case .debuggerStop: "finding, or the number of a step as --trace shows it, such as 57"
    case .watchdog: "seconds from 0 (never) to \(RealSeconds.most), such as 10 or 0.5"
    case .outside: "seconds from 0 to \(RealSeconds.most), such as 2 or 0.5"
    case .symbolizer: "none, or the whole path of an llvm-symbolizer or an addr2line that can be run"
    case .bodyHost: "main-thread, main-queue or served"
    }
  }

  /// Variables that other parts of gcdcheck read.
  public static let ofOtherParts: Set<String> = [
    "GCDCHECK_REFRESH_GOLDEN", "GCDCHECK_DIFFERENTIAL", "GCDCHECK_DIFFERENTIAL_FIRST",
    "GCDCHECK_SLOW_TESTS", "GCDCHECK_FUZZ_INPUTS", "GCDCHECK_FUZZ_SEED", "GCDCHECK_FILTER", "GCDCHECK_REPORT",
    "GCDCHECK_COLOR", "GCDCHECK_PROGRESS", "GCDCHECK_QUIET", "GCDCHECK_TRACE",
    "GCDCHECK_PLUGIN_PID", "GCDCHECK_PLUGIN_TTY", "GCDCHECK_JOBS",
  ]
}
