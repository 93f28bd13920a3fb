// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess
import GCDReport
import GCDRuntime

/// One run of `gcdcheck test`: explores each test of a bundle in processes of its own.
struct TestSession {
  let bundle: TestBundle
  let tests: [ListedTest]
  let request: ExplorationRequest
  /// Real time for one test.
  let timePerTest: Duration
  /// Processes that run schedules at once.
  let jobs: Int
  let resumption: Resumption
  private let session: ReportedSession
  /// The bundle without a test, which is loaded once for all of them.
  private let program: TargetProgram
  private let loaded: LoadedProgram

  /// What came of tests, also in the run that this one resumes, by their places.
  private var finished: [Int: SubjectReport] = [:]
  /// Tests whose exploration was cut together with the run.
  private var begun: [Int: ExplorationCheckpoint] = [:]
  private var corpus: CorpusSession?
  /// Of the bundle, for the corpus.
  private var bundleKey: UInt64 = 0

  /// - Throws: `CommandError` where the library to preload is missing, and where the tests or the options are
  ///   not those of the run that is continued with.
  init(
    _ tests: [ListedTest], of bundle: TestBundle, request: ExplorationRequest, timePerTest: Duration,
    jobs: Int, reports: ReportSinks, resumption: Resumption
  ) throws {
    self.tests = tests
    self.bundle = bundle
    self.request = request
    self.timePerTest = timePerTest
    self.jobs = jobs
    self.resumption = resumption
    session = ReportedSession(reports, of: tests.count, noun: "tests", timeLimit: request.timeLimit)
    var program = TargetProgram(
      path: bundle.path, words: [bundle.shownPath], preload: try PreloadLibrary.find())
    program.folder = bundle.package.path
    program.outputGoesToErrors = true
    self.program = program
    loaded = LoadedProgram(program, request.exploration)
    corpus = try CorpusSession(request)
    if corpus != nil {
      let files = [bundle.path] + ProgramFile.libraries(of: bundle.path, preload: program.preload)
      bundleKey = SavedSession.key(ExplorationOptions(), [], files: files)
    }
    for (index, item) in try resumption.items(of: keys).enumerated() {
      finished[index] = item.report
      begun[index] = item.begun
    }
  }

  /// Everything that decides what comes of a test, but for the libraries and files that it opens.
  private var keys: [(name: String, key: UInt64)] {
    let bundle = SavedSession.key(ExplorationOptions(), [], files: [bundle.path])
    return tests.map {
      ($0.name, SavedSession.key(options(of: $0), ["\(bundle)", "\(timePerTest)"], files: []))
    }
  }

  /// - Throws: `CommandError` when a report cannot be written.
  mutating func run() throws -> ExitStatus {
    session.announce(
      request,
      useless: [
        ("GCDCHECK_REPLAY", "type the command that a report ends with"),
        ("GCDCHECK_TRACE", "gcdcheck replay and gcdcheck run --replay show the steps of a schedule"),
      ])
    var started = RunStarted(announcesTests: true, request)
    started.subject = .test
    session.begin(started)
    for (index, test) in tests.enumerated() {
      if let report = finished[index] {
        session.begin(test.name, options(of: test))
        session.end(report)
        continue
      }
      session.noteCut()
      if session.isCut { session.skip(test.name) } else { try explore(test, at: index) }
    }
    // Behind the last one there is nothing left to be cut.
    if finished.count < tests.count { session.noteCut() }
    session.conclude()
    let status = try session.finish(saveWork)
    try corpus?.requireWritten()
    return status
  }

  private func saveWork() throws -> Bool {
    let isOver = !session.isCut && !(session.hasLostWork && resumption.saved != nil)
    if isOver { return try resumption.leave(nil, request, session) }
    let items = keys.enumerated().map { index, test in
      SavedSession.Item(name: test.name, key: test.key, report: finished[index], begun: begun[index])
    }
    return try resumption.leave(items, request, session)
  }

  // MARK: One test

  /// - Throws: `CommandError` where the corpus cannot be read.
  private mutating func explore(_ test: ListedTest, at index: Int) throws {
    var options = options(of: test)
    session.begin(test.name, options)
    let subject = CorpusSubject(
      process: test.name, key: bundleKey, options, in: bundle.package.path)
    options.plan = try corpus?.plan(subject)
    do throws(ProgramProblem) {
      let exploration = try explored(test, options, from: begun[index])
      let report = SubjectReport(test.name, exploration, of: options)
      session.end(report, areReported: true)
      if let yield = report.corpus { session.add(corpus?.take(yield, of: subject) ?? []) }
      if report.isCut { session.noteCut() }
      // A test that its own time has ended has had its share.
      if report.isCut, session.isCut {
        begun[index] = report.begun ?? begun[index]
      } else {
        finished[index] = report
      }
    } catch .brokeDown(.internalError(let what)) {
      session.lose(
        test.name, "an internal error of gcdcheck ended it", "\(what), in a schedule of \(test.name)",
        as: CommandError.internalErrorLabel)
    } catch {
      // A test that cannot be run must not take the others with it.
      session.lose(
        test.name, "it could not be run under control",
        "\(test.name) was not explored: \(error.sentence(about: bundle.shownPath))")
    }
  }

  private func options(of test: ListedTest) -> ExplorationOptions {
    var options = request.exploration
    options.schedules = request.options.schedules ?? TestSession.schedules
    options.maxSteps = request.options.maxSteps ?? TestSession.maxSteps
    options.testID = test.name
    options.recordsTrace = options.shard != nil
    options.keepsCheckpoint = true
    options.regressions = RegressionFile(process: test.name, save: request.save, in: bundle.package.path)
    options.bodyHost = .mainThread
    // What a test framework says about one schedule of hundreds says nothing to a reader.
    if options.showOutput == .firstAndFailing { options.showOutput = .none }
    options.timeLimit = min(timePerTest, session.timeLeft ?? timePerTest)
    return options
  }

  /// Of each test, where nothing says otherwise.
  private static let schedules = 100
  /// A test that does more is suspected to go round in circles; a tenth of what a whole program may do.
  private static let maxSteps = 1_000_000

  private func explored(
    _ test: ListedTest, _ options: ExplorationOptions, from cut: ExplorationCheckpoint?
  ) throws(ProgramProblem) -> Exploration {
    var program = program
    program.words += test.arguments
    let verdict = TestVerdict(
      sources: TestSources(package: bundle.package),
      failsPlainly: { (try? bundle.failsPlainly(test)) == true })
    let exploration = ProgramExploration(
      program: program, loaded: loaded, options: options, jobs: jobs, wording: verdict.wording, cut: cut)
    return try exploration.run(test.name, in: session)
  }
}
#endif
