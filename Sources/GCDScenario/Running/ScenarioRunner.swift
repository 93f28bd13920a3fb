// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime

extension Scenario {
  /// Runs the scenario under many schedules and compares what is found with what the file expects.
  ///
  /// `observer` gets each distinct finding as soon as it is made; `progress` is asked between
  /// schedules whether to continue.
  public func run(
    _ options: ScenarioOptions = ScenarioOptions(), observer: ((Finding) -> Void)? = nil,
    progress: ((ExplorationProgress) -> Bool)? = nil
  ) throws(ScenarioProblem) -> ScenarioResult {
    try run(options, on: .live, observer: observer, progress: progress)
  }

  /// As above; in a process that leads others, `lead` is asked for what they have executed.
  package func run(
    _ options: ScenarioOptions, observer: ((Finding) -> Void)?, progress: ((ExplorationProgress) -> Bool)?,
    lead: Lead?
  ) throws(ScenarioProblem) -> ScenarioResult {
    try run(options, on: .live, observer: observer, progress: progress, team: lead.map { .leads($0) })
  }

  /// Executes schedules for another process that explores the scenario with the same options, until `next`
  /// has no more of them.
  package func work(
    _ options: ScenarioOptions, next: @escaping () -> WorkOrder?, send: @escaping (WorkDone) -> Void
  ) throws(ScenarioProblem) {
    var options = options
    options.begun = nil
    options.save = false
    _ = try run(options, on: .live, team: .works(next: next, send: send))
  }

  /// Gives the file a number that places in it are known by: the same in every process that does this for the
  /// same files in the same order.
  package func register() { _ = RuntimeCalls.live.intern(path) }

  func run(
    _ options: ScenarioOptions, on runtime: RuntimeCalls, observer: ((Finding) -> Void)? = nil,
    progress: ((ExplorationProgress) -> Bool)? = nil, team: WorkSharing? = nil
  ) throws(ScenarioProblem) -> ScenarioResult {
    if let errors = unsupported() { throw .unsupported(errors) }
    let file = runtime.intern(path)
    let privatePosts = PrivatePosts(program)
    let outcomes = OutcomeLog(expectation, program, options.begun?.outcomes ?? [])
    var current: ScheduleBody?
    var asked = options.exploration(of: self)
    asked.regressions = regressionFile(asked)
    asked.recordsTrace = asked.shard != nil
    asked.keepsCheckpoint = options.keepsCheckpoint
    if let entry = options.savedSchedule {
      asked.regressions = entry.file
      asked.onlySaved = entry.number
    }
    asked.shrinksReplay = options.shrinksReplay
    asked.keepsErrors = options.shrinksReplay || options.tried != nil
    if let tried = options.tried {
      asked.tried = tried.schedule
      asked.searchLimit = tried.searches
      asked.regressions = nil
    }
    if let runs = options.mostShrinkingRuns { asked.mostShrinkingRuns = runs }
    let joined = team.map { outcomes.joined(to: $0) }
    var exploration: Exploration
    do {
      exploration = try runtime.explore(
        asked, observer, progress, options.begun, joined,
        {
          guard let body = current else { return }
          outcomes.note(body)
          body.objects.retire()
          current = nil
        },
        {
          let body = ScheduleBody(program, runtime, file: file, privatePosts: privatePosts)
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
    var missing: [(position: SourcePosition, feature: String)] = []
    if let position = program.waiters.first, !AsyncAndWait.isAvailable {
      missing.append((position, "dispatch_async_and_wait on this platform"))
    }
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

extension Scenario {
  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  /// Where schedules that failed this file are kept; nil for a file outside of the package, such as a shipped
  /// one.
  func regressionFile(_ options: ExplorationOptions) -> RegressionFile? {
    if options.replay != nil { return nil }
    let place = URL(fileURLWithPath: path).standardizedFileURL.path
    let file = RegressionFile(test: place, save: options.save)
    return file.flatMap { $0.test == place ? nil : $0 }
  }

  func saveErrors(of exploration: inout Exploration, to file: RegressionFile?) { exploration.save(to: file) }
  #else
  func regressionFile(_ options: ExplorationOptions) -> RegressionFile? { nil }

  func saveErrors(of exploration: inout Exploration, to file: RegressionFile?) {}
  #endif
}
