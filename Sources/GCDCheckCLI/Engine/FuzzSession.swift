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
  private var total = ExplorationTotal()
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
    var started = RunStarted(
      tool: Tool.version, directory: FileManager.default.currentDirectoryPath, announcesTests: true)
    started.shard = request.shard
    reports.receive(.runStarted(started))
    total.setShard(request.shard)
    let start = ContinuousClock.now
    for selected in selection.scenarios {
      guard total.stopped == .completed else {
        skip(selected)
        continue
      }
      var options = request.options
      if let limit = request.timeLimit { options.timeLimit = max(.nanoseconds(1), limit - (.now - start)) }
      try judge(selected, options)
      if let limit = request.timeLimit, .now - start >= limit { total.stopped = .time }
      if Interruption.isRequested { total.stopped = .interrupted }
    }
    if let showpiece { reports.say("\nOne of them in full:\n\n" + showpiece.report(reports.style) + "\n") }
    reports.receive(.runEnded(total.ended))
    try reports.finish()
    if Interruption.isRequested { return .interrupted }
    return total.status
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
    var ended = TestEnded(
      test: selected.name, outcome(of: result, selected.scenario.expectation),
      schedules: exploration.schedulesRun, of: asked.schedules,
      distinct: exploration.distinctSchedules, stopped: exploration.stopped)
    ended.search = exploration.search
    if request.shard != nil {
      ended.part = ShardPart(
        exploration, expectation: selected.scenario.expectation, outcomes: result.outcomes)
    }
    reports.receive(.testEnded(ended))
    counts.scenarios += 1
    counts.schedules = before.schedules + exploration.schedulesRun
    show(result, of: selected)
    total.add(
      ended, exploration.findings, isExpected: verdict.passed, directedRuns: exploration.directedRuns)
    total.add(exploration.notes)
  }

  /// Schedules that were cut short, or are not all that there are, prove nothing by showing nothing.
  private func outcome(
    of result: ScenarioResult, _ expectation: Expectation
  ) -> TestEnded.Outcome {
    let verdict = result.verdict
    if verdict.passed { return .asExpected(verdict.found) }
    if result.exploration.findings.isEmpty {
      switch result.exploration.stopped {
      case .time, .interrupted: return .skipped(reason: TestEnded.cutShort(of: verdict))
      default: break
      }
      if let shard = request.shard, case .finding = expectation {
        return .skipped(reason: "shard \(shard) alone does not show \(verdict.expected)")
      }
    }
    return .unexpected(expected: verdict.expected, actual: verdict.found)
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

  private mutating func skip(_ selected: SelectedScenario) {
    let reason = total.stopped == .time ? "the time was over" : "interrupted"
    reports.receive(
      .testEnded(
        TestEnded(
          test: selected.name, .skipped(reason: reason), schedules: 0, of: 0, distinct: 0,
          stopped: total.stopped)))
  }
}

extension TestEnded {
  /// Why a scenario has no verdict that was not explored to its end.
  static func cutShort(of verdict: ScenarioVerdict) -> String {
    "cut short before it showed \(verdict.expected)"
  }
}
