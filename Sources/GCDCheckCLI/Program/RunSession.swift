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
  let reports: ReportSinks
  let resumption: Resumption

  /// - Throws: `CommandError` when the program cannot be run under control, a report cannot be written, or
  ///   the run that this one resumes was another one.
  func run() throws -> ExitStatus {
    var options = self.options
    var corpus = token == nil ? try CorpusSession(request) : nil
    let subject =
      corpus == nil
      ? nil
      : CorpusSubject(
        selected, options, allowedStatuses: allowedStatuses, in: FileManager.default.currentDirectoryPath)
    if let subject { options.plan = try corpus?.plan(subject) }
    let cut = try resumption.items(of: [(selected.words[0], key)]).first?.begun
    let session = ReportedSession(reports)
    var useless = [("GCDCHECK_REPLAY", "gcdcheck run --replay TOKEN runs one schedule")]
    if token == nil {
      useless.append(("GCDCHECK_TRACE", "gcdcheck run --replay TOKEN --trace shows the steps of one"))
    }
    session.announce(request, useless: useless)
    var started = RunStarted(request)
    started.shard = options.shard
    session.begin(started)
    session.begin(selected.name, options)
    let exploration = try explore(options, from: cut, in: session)
    if let divergence = exploration.divergence {
      let rest = exploration.errors.first.map { "shows \($0.code) all the same" } ?? "shows no error"
      StandardStream.error.line(
        ("gcdcheck: the program does not follow this schedule any more: \(divergence); "
          + "what is possible of it \(rest)").asLogLine)
    }
    if isTraced { session.reports.show(exploration, of: selected.name, seed: options.effectiveSeed) }
    var asked = options
    if token != nil { asked.schedules = 1 }
    let report = SubjectReport(selected.name, exploration, of: asked)
    session.end(report, areReported: true)
    if let subject, let yield = report.corpus { session.add(corpus?.take(yield, of: subject) ?? []) }
    session.conclude(exploration.stopped) { ended in
      ended.choicePoints = exploration.choicePoints
      ended.search = exploration.search
    }
    let status = try session.finish {
      // A cut in the middle of looking into a schedule leaves nothing new to continue with.
      let begun = report.isCut ? report.begun ?? cut : nil
      let item = SavedSession.Item(name: selected.words[0], key: key, begun: begun)
      return try resumption.leave(begun == nil ? nil : [item], request, session)
    }
    try corpus?.requireWritten()
    return status == .asExpected && exploration.divergence != nil ? .replayDiverged : status
  }

  /// Everything that decides what comes of the program, but for the libraries and files that it opens.
  private var key: UInt64 {
    SavedSession.key(
      options, selected.words + allowedStatuses.map(String.init),
      files: [selected.path, selected.input].compactMap { $0 })
  }

  private var options: ExplorationOptions {
    var options = request.exploration
    options.testID = selected.name
    options.bodyHost = .mainThread
    options.replay = token?.description
    if token != nil { options.shard = nil }
    options.recordsTrace = options.shard != nil
    options.showsReplayedSteps = isTraced
    options.keepsCheckpoint = token == nil
    if token == nil {
      let words = [selected.name] + selected.words.dropFirst()
      options.regressions = RegressionFile(
        process: words.joined(separator: " "), save: request.save,
        in: FileManager.default.currentDirectoryPath)
    }
    return options
  }

  private func explore(
    _ options: ExplorationOptions, from cut: ExplorationCheckpoint?, in session: ReportedSession
  ) throws -> Exploration {
    let exploration = ProgramExploration(
      program: selected.controlled(), options: options, allowedStatuses: allowedStatuses, jobs: jobs,
      wording: wording, token: token, cut: cut)
    do throws(ProgramProblem) {
      return try exploration.run(selected.name, in: session)
    } catch {
      if case .brokeDown(.internalError(let what)) = error { throw CommandError.internalError(what) }
      throw CommandError.toolFailed(error.sentence(about: selected.words[0]))
    }
  }

  /// A test that `gcdcheck test` has found fails in its framework's words here as well, and any program that
  /// traps in those of its trap.
  private var wording: FrameworkMessage? {
    guard selected.path.hasSuffix(".xctest") else { return TestVerdict.wordingOfTraps }
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    return TestVerdict(sources: TestSources(package: folder), failsPlainly: nil).wording
  }
}
#endif
