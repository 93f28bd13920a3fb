// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDScenario

/// One run of `gcdcheck replay`: exactly one schedule of one scenario.
struct ReplaySession {
  let subject: ReplayedSubject
  let request: ExplorationRequest
  let isTraced: Bool
  let session: ReportedSession

  /// - Throws: `CommandError` when a report cannot be written.
  func run() throws -> ExitStatus {
    var options = request.options
    subject.apply(to: &options)
    let selected = subject.scenario
    let seed = options.exploration(of: selected.scenario).effectiveSeed
    session.begin(RunStarted())
    session.begin(TestStarted(test: selected.name, schedules: 1, seed: seed, strategy: "replay"))
    let result = try selected.run(options)
    let exploration = result.exploration
    if isTraced { session.reports.show(exploration, of: selected.name, seed: seed) }
    if let divergence = exploration.divergence {
      StandardStream.error.line(
        "gcdcheck: the program does not follow this schedule any more: \(divergence); \(rest(exploration))"
          .asLogLine)
    }
    let found = selected.addressed(exploration.findings).map { FindingFound(test: selected.name, $0) }
    session.end(
      TestEnded(
        test: selected.name, exploration.errors.isEmpty ? .passed : .failed, schedules: 1, of: 1, distinct: 1,
        stopped: exploration.stopped),
      found, directedRuns: 0)
    session.add(exploration.notes)
    session.conclude(exploration.stopped)
    let status = try session.finish()
    return status == .asExpected && exploration.divergence != nil ? .replayDiverged : status
  }

  /// What was tried where the schedule does not fit.
  private func rest(_ exploration: Exploration) -> String {
    let outcome =
      exploration.errors.isEmpty ? "shows no error" : "shows \(exploration.errors[0].code) all the same"
    if subject.entry == nil { return "what is possible of it \(outcome)" }
    guard let origin = exploration.errors.first?.context.regression else {
      return "a search, near its orders and then among any, \(outcome)"
    }
    return "replayed \(origin.manner.clause), it \(outcome)"
  }
}
