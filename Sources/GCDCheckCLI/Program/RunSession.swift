// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess
import GCDReport
import GCDRuntime
import GCDSchedule

/// One run of `gcdcheck run`: explores the program, or runs one schedule of it again.
struct RunSession {
  let selected: SelectedProgram
  let request: ExplorationRequest
  let token: ScheduleToken?
  let isTraced: Bool
  let jobs: Int
  let allowedStatuses: [Int32]
  var reports: ReportSinks
  /// What the user typed after the command, for a run that goes on with this one.
  var arguments: [String] = []
  /// Where an earlier run was cut that this one goes on with.
  private var cut: ExplorationCheckpoint?

  init(
    selected: SelectedProgram, request: ExplorationRequest, token: ScheduleToken?, isTraced: Bool, jobs: Int,
    allowedStatuses: [Int32], reports: ReportSinks
  ) {
    self.selected = selected
    self.request = request
    self.token = token
    self.isTraced = isTraced
    self.jobs = jobs
    self.allowedStatuses = allowedStatuses
    self.reports = reports
  }

  /// Goes on with a run that was cut.
  ///
  /// - Throws: `CommandError` where the program or the options are not what they were.
  mutating func resumeSaved(_ unfinished: SavedProgram) throws {
    cut = try unfinished.checkpoint(for: key, of: selected.words[0])
  }

  private var key: UInt64 { SavedProgram.key(selected, options, allowing: allowedStatuses) }

  /// - Throws: `CommandError` when the program cannot be run under control or a report cannot be written.
  mutating func run() throws -> ExitStatus {
    let options = self.options
    var useless = [("GCDCHECK_REPLAY", "gcdcheck run --replay TOKEN runs one schedule")]
    if token == nil {
      useless.append(("GCDCHECK_TRACE", "gcdcheck run --replay TOKEN --trace shows the steps of one"))
    }
    for remark in request.remarks(useless: useless, environment) { reports.say(remark) }
    if let seed = request.drawnSeed { reports.say("seed \(seed) (again with --seed \(seed))") }
    var started = RunStarted(tool: Tool.version, directory: FileManager.default.currentDirectoryPath)
    started.shard = options.shard
    if options.strict { started.strict = true }
    reports.receive(.runStarted(started))
    reports.receive(
      .testStarted(
        TestStarted(
          test: selected.name, schedules: token == nil ? options.schedules : 1, seed: options.effectiveSeed,
          strategy: token == nil ? options.strategy.description : "replay")))
    let exploration = try explore(options)
    if let divergence = exploration.divergence {
      let rest = exploration.errors.first.map { "shows \($0.code) all the same" } ?? "shows no error"
      StandardStream.error.line(
        ("gcdcheck: the program does not follow this schedule any more: \(divergence); "
          + "what is possible of it \(rest)").asLogLine)
    }
    if isTraced { reports.show(exploration, of: selected.name, seed: options.effectiveSeed) }
    let status = try conclude(exploration, of: token == nil ? options.schedules : 1)
    return status == .asExpected && exploration.divergence != nil ? .replayDiverged : status
  }

  private var options: ExplorationOptions {
    var options = request.exploration
    options.testID = selected.name
    options.bodyHost = .mainThread
    options.replay = token?.description
    if token != nil { options.shard = nil }
    options.recordsTrace = options.shard != nil
    options.keepsCheckpoint = token == nil
    if token == nil {
      let words = [selected.name] + selected.words.dropFirst()
      options.regressions = RegressionFile(
        process: words.joined(separator: " "), save: request.save,
        in: FileManager.default.currentDirectoryPath)
    }
    return options
  }

  private mutating func explore(_ options: ExplorationOptions) throws -> Exploration {
    var counts = ProgressCounts()
    counts.scenariosInAll = 1
    let shared = LockedReports(reports, counts)
    defer { reports = shared.reports }
    let exploration = ProgramExploration(
      program: selected.controlled(), options: options, allowedStatuses: allowedStatuses, jobs: jobs,
      wording: wording, token: token, cut: cut)
    do throws(ProgramProblem) {
      return try exploration.run(selected.name, telling: shared)
    } catch {
      throw CommandError.toolFailed(error.words(selected.words[0]))
    }
  }

  /// A test that `gcdcheck test` has found fails in its framework's words here as well, and any program that
  /// traps in those of its trap.
  private var wording: FrameworkMessage? {
    guard selected.path.hasSuffix(".xctest") else { return TestVerdict.wordingOfTraps }
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    return TestVerdict(sources: TestSources(package: folder), failsPlainly: nil).wording
  }

  private mutating func conclude(_ exploration: Exploration, of requested: Int) throws -> ExitStatus {
    var asked = options
    asked.schedules = requested
    let ended = TestEnded(selected.name, exploration, of: asked)
    reports.receive(.testEnded(ended))
    var total = RunTotal()
    total.setShard(options.shard)
    total.add(ended, exploration.findings, isExpected: false, directedRuns: exploration.directedRuns)
    total.add(exploration.notes)
    total.stopped = exploration.stopped
    var summary = total.ended
    summary.choicePoints = exploration.choicePoints
    summary.search = exploration.search
    reports.receive(.runEnded(summary))
    let kept = Result { try saveWork(exploration.checkpoint) }
    try reports.finish()
    try kept.get()
    if Interruption.isRequested { return .interrupted }
    return total.status(isStrict: options.strict)
  }

  /// Leaves what a later run needs to go on with this one; takes it away when there is nothing to go on with.
  private mutating func saveWork(_ left: CheckpointReference?) throws {
    let file = SavedWorkFile<SavedProgram>()
    guard let left else {
      if cut != nil { file.remove() }
      return
    }
    guard file.isWanted(save: request.save) else { return }
    try file.write(
      SavedProgram(
        arguments: arguments, drawnSeed: request.drawnSeed, key: key, checkpoint: left.checkpoint))
    reports.say("to go on where it stopped: \(Invocation.command(environment)) run --resume")
  }
}
#endif
