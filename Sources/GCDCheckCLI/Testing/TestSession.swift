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
  private let session: ReportedSession
  private let preload: String

  /// - Throws: `CommandError` where the library to preload is missing.
  init(
    _ tests: [ListedTest], of bundle: TestBundle, request: ExplorationRequest, timePerTest: Duration,
    jobs: Int, reports: ReportSinks
  ) throws {
    self.tests = tests
    self.bundle = bundle
    self.request = request
    self.timePerTest = timePerTest
    self.jobs = jobs
    session = ReportedSession(reports, of: tests.count, noun: "tests", timeLimit: request.timeLimit)
    preload = try PreloadLibrary.find()
  }

  /// - Throws: `CommandError` when a report cannot be written.
  func run() throws -> ExitStatus {
    session.announce(
      request,
      useless: [
        ("GCDCHECK_REPLAY", "type the command that a report ends with"),
        ("GCDCHECK_TRACE", "gcdcheck replay and gcdcheck run --replay show the steps of a schedule"),
      ])
    var started = RunStarted(announcesTests: true, request)
    started.subject = .test
    session.begin(started)
    for test in tests {
      session.noteCut()
      if session.isCut { session.skip(test.name) } else { explore(test) }
    }
    session.noteCut()
    session.conclude()
    return try session.finish()
  }

  // MARK: One test

  private func explore(_ test: ListedTest) {
    let options = options(of: test)
    session.begin(test.name, options)
    do {
      session.end(SubjectReport(test.name, try explored(test, options), of: options), areReported: true)
    } catch .internalError(let what) {
      session.lose(
        test.name, "an internal error of gcdcheck ended it", "\(what), in a schedule of \(test.name)",
        as: CommandError.internalErrorLabel)
    } catch {
      // A test that cannot be run must not take the others with it.
      session.lose(
        test.name, "it could not be run under control",
        "\(test.name) was not explored: \(error.words(bundle.shownPath))")
    }
  }

  private func options(of test: ListedTest) -> ExplorationOptions {
    var options = request.exploration
    options.schedules = request.options.schedules ?? TestSession.schedules
    options.maxSteps = request.options.maxSteps ?? TestSession.maxSteps
    options.testID = test.name
    options.recordsTrace = options.shard != nil
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

  private func explored(_ test: ListedTest, _ options: ExplorationOptions) throws(ProgramProblem)
    -> Exploration
  {
    var program = TargetProgram(
      path: bundle.path, words: [bundle.shownPath] + test.arguments, preload: preload)
    program.folder = bundle.package.path
    program.outputGoesToErrors = true
    let verdict = TestVerdict(
      sources: TestSources(package: bundle.package),
      failsPlainly: { (try? bundle.failsPlainly(test)) == true })
    let exploration = ProgramExploration(
      program: program, options: options, jobs: jobs, wording: verdict.wording)
    return try exploration.run(test.name, in: session)
  }
}
#endif
