// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDScenario

/// One run of `gcdcheck fuzz`: explores each scenario and turns what happens into the event stream.
struct FuzzSession {
  let selection: ScenarioSelection
  private(set) var request: ExplorationRequest
  /// Processes that explore at once.
  let jobs: Int
  let detail: Detail
  let resumption: Resumption
  private let session: ReportedSession

  /// What came of scenarios, also in the run that this one resumes, by their places.
  private var finished: [Int: SubjectReport] = [:]
  /// Scenarios whose exploration was cut.
  private var begun: [Int: ExplorationCheckpoint] = [:]
  /// A full report of an expected finding, shown before the summary.
  private var showpiece: Finding?
  private var corpus: CorpusSession?

  /// - Throws: `CommandError` where the scenarios or the options are not those of the run that is continued
  ///   with.
  init(
    selection: ScenarioSelection, request: ExplorationRequest, jobs: Int, detail: Detail,
    reports: ReportSinks, resumption: Resumption
  ) throws {
    self.selection = selection
    self.request = request
    self.jobs = Self.useful(jobs, selection.scenarios, request.options)
    self.detail = detail
    self.resumption = resumption
    session = ReportedSession(
      reports, of: selection.scenarios.count, timeLimit: request.timeLimit)
    corpus = try CorpusSession(request)
    for selected in selection.scenarios where corpus != nil {
      let subject = CorpusSubject(selected, request.options)
      self.request.plans[selected.scenario.path] = try corpus?.plan(subject)
    }
    for (index, item) in try resumption.items(of: keys).enumerated() {
      finished[index] = item.report
      begun[index] = item.begun
    }
  }

  private var keys: [(name: String, key: UInt64)] {
    selection.scenarios.map { ($0.name, SavedSession.key($0, request.options)) }
  }

  /// More processes than there are scenarios are of use where one may be explored by several.
  private static func useful(_ jobs: Int, _ scenarios: [SelectedScenario], _ options: ScenarioOptions) -> Int
  {
    let mayBeShared = scenarios.contains {
      options.exploration(of: $0.scenario).schedules >= fewestShared
    }
    return mayBeShared ? jobs : min(jobs, scenarios.count)
  }

  /// Schedules of a scenario that one process is done with before there is another one.
  private static let fewestShared = 100

  /// - Throws: `CommandError` when a report cannot be written.
  mutating func run() throws -> ExitStatus {
    for selected in selection.scenarios { selected.scenario.register() }
    session.announce(
      request,
      useless: [
        ("GCDCHECK_REPLAY", "gcdcheck replay TOKEN FILE runs one schedule"),
        ("GCDCHECK_TRACE", "gcdcheck replay shows the steps of a schedule"),
      ])
    session.begin(RunStarted(announcesTests: true, request))
    try explore()
    if let showpiece {
      session.reports.say("\nOne of them in full:\n\n" + showpiece.report(session.reports.style) + "\n")
    }
    session.conclude()
    let status = try session.finish(saveWork)
    try requireSaved()
    try corpus?.requireWritten()
    return status
  }

  /// - Throws: `CommandError` where schedules were to be kept that could not be written.
  private func requireSaved() throws {
    guard request.save == true else { return }
    for case .notSaved(let file, let reason) in session.total.ended.notes {
      throw CommandError.toolFailed("what failed was not kept: \(file) could not be written (\(reason))")
    }
  }

  private func saveWork() throws -> Bool {
    // What was lost with its process is taken up where an earlier run was cut.
    let isOver = !session.isCut && !(session.hasLostWork && resumption.saved != nil)
    if isOver { return try resumption.leave(nil, request, session) }
    let items = keys.enumerated().map { index, subject in
      SavedSession.Item(
        name: subject.name, key: subject.key, report: finished[index], begun: begun[index])
    }
    return try resumption.leave(items, request, session)
  }

  // MARK: Exploring

  /// What is said, and in which order, is the same for one process and for several.
  private mutating func explore() throws {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    var pool =
      jobs > 1
      ? try ScenarioWorkerPool(
        selection.scenarios, request.options, without: Set(finished.keys), begun: begun, jobs: jobs) : nil
    defer { pool?.end() }
    #endif
    for (index, selected) in selection.scenarios.enumerated() {
      if let report = finished[index] {
        receive(report, of: index)
        continue
      }
      #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
      let answer =
        pool == nil
        ? try explored(index)
        : try pool!.answer(
          to: index, order: order, onProgress: { session.update($0, running: selected.name) })
      #else
      let answer = try explored(index)
      #endif
      switch answer {
      case .explored(let report): receive(report, of: index)
      case .refused(let message): throw CommandError(status: .toolFailed, message: message)
      case .lost(let reason):
        begin(selected)
        session.noteCut()
        session.lose(
          selected.name, "its process \(reason)",
          "the process that explored \(selected.name.onOneLine) \(reason)")
      case nil:
        session.noteCut()
        session.skip(selected.name)
      }
    }
  }

  /// Explores a scenario in this process; nil when it is too late to begin one.
  private func explored(_ index: Int) throws -> ScenarioAnswer? {
    if session.isCut { return nil }
    let selected = selection.scenarios[index]
    var options = options
    options.begun = begun[index]
    return .explored(
      try SubjectReport(selected, options, onProgress: { session.update($0, running: selected.name) }))
  }

  /// What a scenario that begins now is run with.
  private var options: ScenarioOptions {
    var options = request.options
    options.timeLimit = session.timeLeft
    return options
  }

  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  /// The request for a worker that is to explore a scenario; nil when it is too late to begin one.
  private func order(_ scenario: Int) -> WorkerRequest? {
    if session.isOutOfTime || Interruption.isRequested { return nil }
    return .explore(scenario, within: options.timeLimit)
  }
  #endif

  // MARK: What is said

  private func begin(_ selected: SelectedScenario) {
    session.begin(selected.name, request.options.exploration(of: selected.scenario))
  }

  private mutating func receive(_ report: SubjectReport, of index: Int) {
    // A cut in the middle of looking into a schedule leaves nothing new to continue with.
    if report.isCut { begun[index] = report.begun ?? begun[index] } else { finished[index] = report }
    begin(selection.scenarios[index])
    session.end(report)
    if let yield = report.corpus {
      session.add(
        corpus?.take(yield, of: CorpusSubject(selection.scenarios[index], request.options)) ?? [])
    }
    show(report)
    // Behind the last one there is nothing left to be cut.
    if report.isCut || finished.count < selection.scenarios.count { session.noteCut() }
  }

  /// Expected findings are one line each; some of them are worth the whole text.
  private mutating func show(_ report: SubjectReport) {
    guard report.isExpected, detail > .quiet else { return }
    if detail == .verbose || (selection.origin == .named && selection.scenarios.count == 1) {
      for finding in report.findings {
        session.reports.say("\n" + finding.report(session.reports.style) + "\n")
      }
    } else if selection.origin == .shipped, showpiece == nil {
      showpiece = report.findings.first { $0.kind.code == .waitCycle }
    }
  }
}
