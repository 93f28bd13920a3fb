// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDScenario

/// One run of `gcdcheck fuzz`: explores each scenario and turns what happens into the event stream.
struct FuzzSession {
  let selection: ScenarioSelection
  let request: ExplorationRequest
  /// Processes that explore at once.
  let jobs: Int
  let detail: Detail
  var reports: ReportSinks
  /// What the user typed after the command, for a run that goes on with this one.
  var arguments: [String] = []
  /// What an earlier run has come to already, by the places of the scenarios; completed as this one goes on.
  var finished: [Int: ScenarioReport] = [:]
  /// Scenarios whose exploration was cut.
  var begun: [Int: ScenarioCheckpoint] = [:]
  /// This run goes on with an earlier one.
  var isResumed = false

  private var counts = ProgressCounts()
  private var total = RunTotal()
  /// A full report of an expected finding, shown before the summary.
  private var showpiece: Finding?
  private let start = ContinuousClock.now

  init(
    selection: ScenarioSelection, request: ExplorationRequest, jobs: Int, detail: Detail,
    reports: ReportSinks
  ) {
    self.selection = selection
    self.request = request
    self.jobs = Self.useful(jobs, selection.scenarios, request.options)
    self.detail = detail
    self.reports = reports
    counts.scenariosInAll = selection.scenarios.count
  }

  /// More processes than there are scenarios are of use where one may be explored by several; a search
  /// through all orders is one process's.
  private static func useful(_ jobs: Int, _ scenarios: [SelectedScenario], _ options: ScenarioOptions) -> Int
  {
    let mayBeShared = scenarios.contains { selected in
      let asked = options.exploration(of: selected.scenario)
      if case .exhaustive = asked.strategy { return false }
      return asked.schedules >= fewestShared
    }
    return mayBeShared ? jobs : min(jobs, scenarios.count)
  }

  /// Schedules of a scenario that one process is done with before there is another one.
  private static let fewestShared = 100

  /// - Throws: `CommandError` when a report cannot be written.
  mutating func run() throws -> ExitStatus {
    for selected in selection.scenarios { selected.scenario.register() }
    let useless = [
      ("GCDCHECK_REPLAY", "gcdcheck replay TOKEN FILE runs one schedule"),
      ("GCDCHECK_TRACE", "gcdcheck replay shows the steps of a schedule"),
    ]
    for remark in request.remarks(useless: useless, environment) { reports.say(remark) }
    if let seed = request.drawnSeed { reports.say("seed \(seed) (again with --seed \(seed))") }
    var started = RunStarted(
      tool: Tool.version, directory: FileManager.default.currentDirectoryPath, announcesTests: true)
    started.shard = request.shard
    if request.isStrict { started.strict = true }
    reports.receive(.runStarted(started))
    total.setShard(request.shard)
    let hasLostWork = try explore()
    if let showpiece { reports.say("\nOne of them in full:\n\n" + showpiece.report(reports.style) + "\n") }
    reports.receive(.runEnded(total.ended))
    let kept = Result { try saveWork() }
    try reports.finish()
    try kept.get()
    try requireSaved()
    if Interruption.isRequested { return .interrupted }
    return hasLostWork ? .toolFailed : total.status(isStrict: request.isStrict)
  }

  /// Explores all scenarios; true when some were lost with the process that had them.
  private mutating func explore() throws -> Bool {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    if jobs > 1 { return try exploreTogether() }
    #endif
    try exploreHere()
    return false
  }

  /// - Throws: `CommandError` where schedules were to be kept that could not be written.
  private func requireSaved() throws {
    guard request.save == true else { return }
    for case .notSaved(let file, let reason) in total.ended.notes {
      throw CommandError.toolFailed("what failed was not kept: \(file) could not be written (\(reason))")
    }
  }

  /// Leaves what a later run needs to go on with this one; takes it away when there is nothing to go on with.
  private mutating func saveWork() throws {
    let file = SavedWorkFile<SavedSession>()
    if total.stopped == .completed {
      if isResumed { file.remove() }
      return
    }
    guard file.isWanted(save: request.save) else { return }
    let options = request.options
    let items = selection.scenarios.enumerated().map { index, selected in
      SavedSession.Item(
        name: selected.name, key: SavedSession.key(selected, options), report: finished[index],
        begun: begun[index])
    }
    try file.write(SavedSession(arguments: arguments, drawnSeed: request.drawnSeed, scenarios: items))
    reports.say("to go on where it stopped: \(Invocation.command(environment)) fuzz --resume")
  }

  // MARK: In this process

  private mutating func exploreHere() throws {
    for (index, selected) in selection.scenarios.enumerated() {
      if let report = finished[index] {
        begin(selected)
        receive(report, of: index)
        continue
      }
      guard total.stopped == .completed else {
        skip(selected)
        continue
      }
      begin(selected)
      let before = counts
      let report = try ScenarioReport(
        selected, options(for: index), onFinding: { counts.findings += 1 },
        onSchedule: { made in
          counts.schedules = before.schedules + made.schedules
          counts.distinct = before.distinct + made.distinct
          reports.update(counts, running: selected.name)
          return !Interruption.isRequested
        })
      counts = before
      receive(report, of: index)
    }
  }

  /// What a scenario that begins now is run with.
  private var options: ScenarioOptions {
    var options = request.options
    if let limit = request.timeLimit { options.timeLimit = max(.nanoseconds(1), limit - (.now - start)) }
    return options
  }

  private func options(for scenario: Int) -> ScenarioOptions {
    var options = options
    options.begun = begun[scenario]
    return options
  }

  private var isOutOfTime: Bool { request.timeLimit.map { .now - start >= $0 } ?? false }

  // MARK: In several processes

  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  /// What is said, and in which order, is what one process would say; true if a scenario was lost.
  private mutating func exploreTogether() throws -> Bool {
    var pool = try ScenarioWorkerPool(
      selection.scenarios, request.options, without: Set(finished.keys), begun: begun, jobs: jobs)
    defer { pool.end() }
    var hasLostWork = false
    for (index, selected) in selection.scenarios.enumerated() {
      let before = counts
      if let report = finished[index] {
        begin(selected)
        receive(report, of: index)
        continue
      }
      let answer = try pool.answer(
        to: index, order: order,
        onProgress: { inHand in
          counts.schedules = before.schedules + inHand.schedules
          counts.distinct = before.distinct + inHand.distinct
          counts.findings = before.findings + inHand.findings
          reports.update(counts, running: selected.name)
        })
      counts = before
      switch answer {
      case .explored(let report):
        begin(selected)
        receive(report, of: index)
      case .refused(let message): throw CommandError(status: .toolFailed, message: message)
      case .lost(let reason):
        hasLostWork = true
        StandardStream.error.line(
          "gcdcheck: error: the process that explored \(selected.name.onOneLine) \(reason); "
            + "all others went on")
        begin(selected)
        noteCut()
        end(selected, "its process \(reason)", stopped: total.stopped)
      case nil:
        noteCut()
        skip(selected)
      }
    }
    return hasLostWork
  }

  /// What a worker is told that is to explore a scenario; nil when it is too late to begin one.
  private func order(_ scenario: Int) -> WorkerRequest? {
    if isOutOfTime || Interruption.isRequested { return nil }
    return .explore(scenario, within: options.timeLimit)
  }
  #endif

  // MARK: What is said

  private mutating func begin(_ selected: SelectedScenario) {
    let asked = request.options.exploration(of: selected.scenario)
    reports.receive(
      .testStarted(
        TestStarted(
          test: selected.name, schedules: asked.schedules, seed: asked.effectiveSeed,
          strategy: asked.strategy.description)))
  }

  private mutating func receive(_ report: ScenarioReport, of index: Int) {
    let selected = selection.scenarios[index]
    if report.isCut { begun[index] = report.begun } else { finished[index] = report }
    for finding in report.findings {
      reports.receive(
        .finding(FindingFound(test: selected.name, finding, isExpected: report.isExpected)))
    }
    reports.receive(.testEnded(report.ended))
    counts.scenarios += 1
    counts.findings += report.findings.count
    counts.schedules += report.ended.schedules
    counts.distinct += report.ended.distinct
    show(report)
    total.add(
      report.ended, report.findings, isExpected: report.isExpected, directedRuns: report.directedRuns)
    total.add(report.notes)
    noteCut()
  }

  private mutating func noteCut() {
    if isOutOfTime { total.stopped = .time }
    if Interruption.isRequested { total.stopped = .interrupted }
  }

  /// Expected findings are one line each; some of them are worth the whole text.
  private mutating func show(_ report: ScenarioReport) {
    guard report.isExpected, detail > .quiet else { return }
    if detail == .verbose || (selection.origin == .named && selection.scenarios.count == 1) {
      for finding in report.findings { reports.say("\n" + finding.report(reports.style) + "\n") }
    } else if selection.origin == .shipped, showpiece == nil {
      showpiece = report.findings.first { $0.kind.code == .waitCycle }
    }
  }

  private mutating func skip(_ selected: SelectedScenario) {
    let reason = total.stopped == .time ? "the time was over" : "interrupted"
    end(selected, reason, stopped: total.stopped)
  }

  private mutating func end(_ selected: SelectedScenario, _ reason: String, stopped: StopReason) {
    let ended = TestEnded(
      test: selected.name, .skipped(reason: reason), schedules: 0, of: 0, distinct: 0, stopped: stopped)
    reports.receive(.testEnded(ended))
    total.add(leftOut: ended)
  }
}
