// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule

/// What the engine made of a program under one strategy.
struct RealOrders {
  var outcomes: Set<String> = []
  var findings: Set<String> = []
  var runs = 0
  var isComplete = false

  init(_ program: SmallProgram, _ strategy: Strategy, atMost limit: Int) throws {
    var outcomes: Set<String> = []
    let exploration = try RealOrders.explore(program, RealOrders.options(strategy, atMost: limit)) {
      outcomes.insert($0)
    }
    self.outcomes = outcomes
    findings = Set(exploration.findings.map(\.code))
    runs = exploration.search?.interleavings ?? 0
    isComplete = exploration.search?.isComplete == true
  }

  static func options(_ strategy: Strategy, atMost limit: Int) -> ExplorationOptions {
    var options = ExplorationOptions(
      schedules: limit, seed: 1, strategy: strategy, keepGoing: true, showOutput: .none, bodyHost: .served,
      save: false)
    options.mostShrinkingRuns = 0
    return options
  }

  /// Explores the program; `note` is given each outcome, and a run fails that has `failure` for outcome.
  static func explore(
    _ program: SmallProgram, _ options: ExplorationOptions, failure: String? = nil,
    note: @escaping (String) -> Void
  ) throws -> Exploration {
    var current: RealRun?
    // The objects of a run are given up outside control.
    let conclude: FailureProbe = {
      guard let run = current else { return [] }
      current = nil
      let outcome = run.outcome
      note(outcome)
      run.retire()
      return outcome == failure ? [AssertionFailure(message: "the outcome", location: nil)] : []
    }
    return try GCDRuntime.explore(options, failures: conclude) {
      let run = RealRun(program)
      current = run
      run.run()
    }
  }
}
