// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDScenario

/// One run of `gcdcheck replay`: exactly one schedule of one scenario.
struct ReplaySession {
  let subject: ReplayedSubject
  let request: ExplorationRequest
  let isTraced: Bool
  var reports: ReportSinks

  /// - Throws: `CommandError` when a report cannot be written.
  mutating func run() throws -> ExitStatus {
    var options = request.options
    subject.apply(to: &options)
    let selected = subject.scenario
    let asked = options.exploration(of: selected.scenario)
    reports.receive(
      .runStarted(RunStarted(tool: Tool.version, directory: FileManager.default.currentDirectoryPath)))
    reports.receive(
      .testStarted(
        TestStarted(test: selected.name, schedules: 1, seed: asked.effectiveSeed, strategy: "replay")))
    let result = try selected.run(options, onFinding: {}, onSchedule: { _ in !Interruption.isRequested })
    let exploration = result.exploration
    if isTraced { reports.show(exploration, of: selected.name, seed: asked.effectiveSeed) }
    if let divergence = exploration.divergence {
      StandardStream.error.line(
        "gcdcheck: the program does not follow this schedule any more: \(divergence); \(rest(exploration))"
          .asLogLine)
    }
    for finding in selected.addressed(exploration.findings) {
      reports.receive(.finding(FindingFound(test: selected.name, finding)))
    }
    let failed = exploration.findings.contains { $0.severity == .error }
    reports.receive(
      .testEnded(
        TestEnded(
          test: selected.name, failed ? .failed : .passed, schedules: 1, of: 1, distinct: 1,
          stopped: exploration.stopped)))
    reports.receive(
      .runEnded(
        RunEnded(
          tests: 1, schedules: 1, distinct: 1, errors: exploration.findings.count { $0.severity == .error },
          warnings: exploration.findings.count { $0.severity == .warning }, failedTests: failed ? 1 : 0,
          stopped: exploration.stopped, notes: exploration.notes)))
    try reports.finish()
    if Interruption.isRequested { return .interrupted }
    if failed { return .finding }
    return exploration.divergence == nil ? .asExpected : .replayDiverged
  }

  /// What was tried where the schedule does not fit.
  private func rest(_ exploration: Exploration) -> String {
    let outcome =
      exploration.errors.isEmpty ? "shows no error" : "shows \(exploration.errors[0].code) all the same"
    if subject.entry == nil { return "what is possible of it \(outcome)" }
    guard let origin = exploration.errors.first?.context.regression else {
      return "a search, near its orders and then among any, \(outcome)"
    }
    return "replayed \(origin.manner.words), it \(outcome)"
  }
}
