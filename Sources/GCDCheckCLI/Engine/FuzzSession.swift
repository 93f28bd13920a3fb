// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDScenario

/// One run of `gcdcheck fuzz`: explores each scenario and turns what happens into the event stream.
struct FuzzSession {
  let selection: ScenarioSelection
  let request: ExplorationRequest
  let detail: Detail
  var reports: ReportSinks

  private var counts = ProgressCounts()
  private var summary = RunEnded(tests: 0, schedules: 0, distinct: 0)
  /// A full report of an expected finding, shown before the summary.
  private var showpiece: Finding?

  init(selection: ScenarioSelection, request: ExplorationRequest, detail: Detail, reports: ReportSinks) {
    self.selection = selection
    self.request = request
    self.detail = detail
    self.reports = reports
    counts.scenariosInAll = selection.scenarios.count
  }

  /// - Throws: `Refusal` when a report cannot be written.
  mutating func run() throws -> ExitStatus {
    for remark in request.remarks { reports.say(remark) }
    if let seed = request.drawnSeed { reports.say("seed \(seed) (again with --seed \(seed))") }
    reports.receive(
      .runStarted(
        RunStarted(
          tool: Tool.version, directory: FileManager.default.currentDirectoryPath, announcesTests: true)))
    let start = ContinuousClock.now
    for selected in selection.scenarios {
      guard summary.stopped == .completed else {
        skip(selected)
        continue
      }
      var options = request.options
      if let limit = request.timeLimit { options.timeLimit = max(.nanoseconds(1), limit - (.now - start)) }
      try judge(selected, options)
      if let limit = request.timeLimit, .now - start >= limit { summary.stopped = .time }
      if Interruption.isRequested { summary.stopped = .interrupted }
    }
    if let showpiece { reports.say("\nOne of them in full:\n\n" + showpiece.report(reports.style) + "\n") }
    reports.receive(.runEnded(summary))
    try reports.finish()
    if Interruption.isRequested { return .interrupted }
    return summary.failedTests > 0 ? .finding : .asExpected
  }

  private mutating func judge(_ selected: SelectedScenario, _ options: ScenarioOptions) throws {
    let asked = options.exploration(of: selected.scenario)
    reports.receive(
      .testStarted(
        TestStarted(
          test: selected.name, schedules: asked.schedules, seed: asked.effectiveSeed,
          strategy: asked.strategy.description)))
    let before = counts
    let result = try selected.run(
      options, onFinding: { counts.findings += 1 },
      onSchedule: { schedules in
        counts.schedules = before.schedules + schedules
        reports.update(counts, running: selected.name)
        return !Interruption.isRequested
      })
    let exploration = result.exploration
    let verdict = result.verdict
    for finding in selected.addressed(exploration.findings) {
      reports.receive(.finding(FindingFound(test: selected.name, finding, isExpected: verdict.passed)))
    }
    // A run that was cut short before it found anything proves nothing.
    let outcome: TestEnded.Outcome =
      verdict.passed
      ? .asExpected(verdict.found)
      : wasCut(exploration)
        ? .skipped(reason: "cut short before it showed \(verdict.expected)")
        : .unexpected(expected: verdict.expected, actual: verdict.found)
    var ended = TestEnded(
      test: selected.name, outcome, schedules: exploration.schedulesRun, of: asked.schedules,
      distinct: exploration.distinctSchedules, stopped: exploration.stopped)
    ended.search = exploration.search
    ended.coverage = exploration.coverage
    reports.receive(.testEnded(ended))
    counts.scenarios += 1
    counts.schedules = before.schedules + exploration.schedulesRun
    if case .unexpected = outcome { summary.failedTests += 1 }
    show(result, of: selected)
    add(result)
  }

  private func wasCut(_ exploration: Exploration) -> Bool {
    exploration.findings.isEmpty && (exploration.stopped == .time || exploration.stopped == .interrupted)
  }

  /// Expected findings are one line each; some of them are worth the whole text.
  private mutating func show(_ result: ScenarioResult, of selected: SelectedScenario) {
    guard result.verdict.passed, detail > .quiet else { return }
    let findings = selected.addressed(result.exploration.findings)
    if detail == .verbose || (selection.origin == .named && selection.scenarios.count == 1) {
      for finding in findings { reports.say("\n" + finding.report(reports.style) + "\n") }
    } else if selection.origin == .shipped, showpiece == nil {
      showpiece = findings.first { $0.kind.code == .waitCycle }
    }
  }

  private mutating func add(_ result: ScenarioResult) {
    summary.tests += 1
    summary.schedules += result.exploration.schedulesRun
    summary.distinct += result.exploration.distinctSchedules
    summary.coverage = summary.tests == 1 ? result.exploration.coverage : nil
    if result.exploration.directedRuns > 0 {
      summary.directedRuns = (summary.directedRuns ?? 0) + result.exploration.directedRuns
    }
    if !result.verdict.passed {
      summary.errors += result.exploration.findings.count { $0.severity == .error }
      summary.warnings += result.exploration.findings.count { $0.severity == .warning }
    }
    for note in result.exploration.notes where !summary.notes.contains(note) { summary.notes.append(note) }
  }

  private mutating func skip(_ selected: SelectedScenario) {
    let reason = summary.stopped == .time ? "the time was over" : "interrupted"
    reports.receive(
      .testEnded(
        TestEnded(
          test: selected.name, .skipped(reason: reason), schedules: 0, of: 0, distinct: 0,
          stopped: summary.stopped)))
  }
}
