// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

extension Scenario {
  /// Runs the scenario under many schedules and compares what is found with what the file expects.
  ///
  /// `observer` is told of each distinct finding as soon as it is made; `progress` is asked between
  /// schedules, with the number that ran, whether to go on.
  public func run(
    _ options: ScenarioOptions = ScenarioOptions(), observer: ((Finding) -> Void)? = nil,
    progress: ((Int) -> Bool)? = nil
  ) throws(ScenarioProblem) -> ScenarioResult {
    try run(options, on: .live, observer: observer, progress: progress)
  }

  /// Gives the file a number that places in it are known by: the same in every process that does this for the
  /// same files in the same order.
  package func register() { _ = Engine.live.intern(path) }

  func run(
    _ options: ScenarioOptions, on engine: Engine, observer: ((Finding) -> Void)? = nil,
    progress: ((Int) -> Bool)? = nil
  ) throws(ScenarioProblem) -> ScenarioResult {
    if let errors = unsupported() { throw .unsupported(errors) }
    let file = engine.intern(path)
    let privatePosts = PrivatePosts(program)
    var outcomes = OutcomeLog(expectation, program, options.begun?.outcomes ?? [])
    var current: ScheduleBody?
    var asked = options.exploration(of: self)
    asked.regressions = regressionFile(asked)
    asked.recordsCourse = asked.shard != nil
    asked.keepsCheckpoint = options.keepsCheckpoint
    if let entry = options.savedSchedule {
      asked.regressions = entry.file
      asked.onlySaved = entry.number
    }
    asked.shrinksReplay = options.shrinksReplay
    asked.keepsErrors = options.shrinksReplay || options.tried != nil
    if let tried = options.tried {
      asked.tried = tried.schedule
      asked.mostSearches = tried.searches
      asked.regressions = nil
    }
    if let runs = options.mostShrinkingRuns { asked.mostShrinkingRuns = runs }
    var exploration: Exploration
    do {
      exploration = try engine.explore(
        asked, observer, progress, options.begun?.checkpoint,
        {
          guard let body = current else { return }
          outcomes.note(body)
          body.objects.retire()
          current = nil
        },
        {
          let body = ScheduleBody(program, engine, file: file, privatePosts: privatePosts)
          current = body
          body.run()
          body.hasReturned = true
        })
    } catch {
      throw .control(error)
    }
    let verdict = ScenarioVerdict(
      expectation, exploration.findings, outcomes: outcomes.values,
      isPartial: options.replay != nil || options.savedSchedule != nil || asked.shard != nil)
    if !verdict.passed { saveErrors(of: &exploration, to: asked.regressions) }
    return ScenarioResult(exploration: exploration, verdict: verdict, outcomes: outcomes.values)
  }

  /// One error for each thing in the file that this version cannot run; nil if there is none.
  private func unsupported() -> ScenarioErrors? {
    var missing = program.unsupported
    if let token = program.onceTokens.first, !OnceToken.isAvailable {
      missing.append((token.position, "dispatch_once on this platform"))
    }
    guard !missing.isEmpty else { return nil }
    return ScenarioErrors(
      missing.map { position, feature in
        ScenarioError(
          path: path, position: position, message: "this needs a later version of gcdcheck: \(feature)",
          sourceLine: "")
      })
  }
}

/// Collects the values of the variables that `outcomes` names, at the end of each schedule.
struct OutcomeLog {
  private let variables: [Int]
  private var seen: Set<[Int]>

  init(_ expectation: Expectation, _ program: Program, _ before: [[Int]]) {
    seen = Set(before)
    guard case .outcomes(let names, _) = expectation else {
      variables = []
      return
    }
    variables = names.compactMap { name in program.variables.firstIndex { $0.name == name } }
  }

  /// The combinations that were seen, in order.
  var values: [[Int]] { seen.sorted { $0.lexicographicallyPrecedes($1) } }

  /// A schedule whose body never returned has no outcome.
  mutating func note(_ body: ScheduleBody) {
    guard !variables.isEmpty, body.hasReturned else { return }
    seen.insert(variables.map { body.objects.variables[$0] })
  }
}
