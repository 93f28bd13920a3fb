// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What arguments and environment ask for, as each command that explores reads them.
struct CommandSetup {
  let mirror = EnvironmentMirror(variables: environment)
  var request: ExplorationRequest
  var shown: OutputRequest
  /// Processes at once; nil = as usual.
  let jobs: Int?

  /// - Parameter drawnSeed: Represents a random seed; nil = draw one.
  /// - Throws: `CommandError` for what cannot be read.
  init(
    _ exploration: ExplorationArguments, _ output: OutputArguments, jobs: Count?, save: Bool? = nil,
    drawnSeed: UInt64? = nil
  ) throws {
    request = try ExplorationRequest(exploration, variables: environment, drawnSeed: drawnSeed)
    if let save { request.save = save }
    shown = try OutputRequest(output, mirror)
    if let engineShard = request.engineShard {
      let contract = JobContract(engineShard, environment)
      if let time = contract.timeLimit { request.limit(to: time) }
      shown.reports += contract.reports(next: shown.reports)
      try contract.accept()
    }
    self.jobs = try (jobs ?? mirror.value("GCDCHECK_JOBS"))?.value
  }

  /// - Throws: `CommandError` for a report that could not be written later.
  func reports(text place: ReportSinks.TextPlace = .output) throws -> ReportSinks {
    try ReportSinks(shown, environment: environment, text: place)
  }
}

/// The environment's half of each option: a flag beats its variable, a variable beats what a scenario asks
/// for.
struct EnvironmentMirror {
  var variables: [String: String]

  /// The value of `name`, or nil where it is not set or empty.
  func value<Value: OptionValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    guard let text = variables[name], !text.isEmpty else { return nil }
    guard let value = Value(spelling: text) else {
      throw CommandError.usage(
        "the environment variable \(name) is \"\(text.bounded(to: Bound.name))\"; write \(Value.wanted)")
    }
    return value
  }

  func isOn(_ name: String) throws -> Bool? {
    try value(name, as: Switch.self)?.isOn
  }

  func text(_ name: String) -> String? {
    guard let text = variables[name], !text.isEmpty else { return nil }
    return text
  }
}
