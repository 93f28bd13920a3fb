// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDScenario

/// One run of `gcdcheck replay`: exactly one schedule of one scenario.
struct ReplaySession {
  let selected: SelectedScenario
  let token: String
  let request: ExplorationRequest
  let isTraced: Bool
  var reports: ReportSinks

  /// - Throws: `Refusal` when a report cannot be written.
  mutating func run() throws -> ExitStatus {
    var options = request.options
    options.replay = token
    let asked = options.exploration(of: selected.scenario)
    reports.receive(
      .runStarted(RunStarted(tool: Tool.version, directory: FileManager.default.currentDirectoryPath)))
    reports.receive(
      .testStarted(
        TestStarted(test: selected.name, schedules: 1, seed: asked.effectiveSeed, strategy: "replay")))
    let result = try selected.run(options, onFinding: {}, onSchedule: { _ in !Interruption.isRequested })
    let exploration = result.exploration
    if isTraced { show(exploration, seed: asked.effectiveSeed) }
    if let divergence = exploration.divergence {
      try reports.finish()
      StandardStream.error.line(
        "gcdcheck: the program does not follow this schedule any more: \(divergence)"
      )
      return .replayDiverged
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
    return failed ? .finding : .asExpected
  }

  private mutating func show(_ exploration: Exploration, seed: UInt64) {
    reports.receive(.scheduleStarted(ScheduleStarted(test: selected.name, schedule: 1, seed: seed)))
    for line in exploration.trace { reports.receive(.step(TraceStep(schedule: 1, line))) }
    let times = exploration.trace.compactMap { line in
      if case .clock(let now) = line.outcome { now } else { nil }
    }
    reports.receive(
      .scheduleEnded(
        ScheduleEnded(
          schedule: 1, steps: exploration.trace.count, virtualTime: times.last ?? 0,
          traceHash: exploration.traceHash)))
  }
}
