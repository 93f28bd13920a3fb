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
  var reports: ReportSinks

  private let preload: String
  private var counts = ProgressCounts()
  private var total = RunTotal()
  private var hasLostWork = false
  private let start = ContinuousClock.now

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
    self.reports = reports
    preload = try PreloadLibrary.find()
    counts.noun = "tests"
    counts.scenariosInAll = tests.count
  }

  /// - Throws: `CommandError` when a report cannot be written.
  mutating func run() throws -> ExitStatus {
    let useless = [
      ("GCDCHECK_REPLAY", "type the command that a report ends with"),
      ("GCDCHECK_TRACE", "gcdcheck replay and gcdcheck run --replay show the steps of a schedule"),
    ]
    for remark in request.remarks(useless: useless, environment) { reports.say(remark) }
    if let seed = request.drawnSeed { reports.say("seed \(seed) (again with --seed \(seed))") }
    var started = RunStarted(
      tool: Tool.version, directory: FileManager.default.currentDirectoryPath, announcesTests: true)
    started.subject = .test
    started.shard = request.shard
    if request.isStrict { started.strict = true }
    reports.receive(.runStarted(started))
    total.setShard(request.shard)
    for test in tests {
      noteCut()
      if total.stopped == .completed {
        explore(test)
      } else {
        skip(test, total.stopped == .time ? "the time was over" : "interrupted", stopped: total.stopped)
      }
    }
    noteCut()
    reports.receive(.runEnded(total.ended))
    try reports.finish()
    if Interruption.isRequested { return .interrupted }
    return hasLostWork ? .toolFailed : total.status(isStrict: request.isStrict)
  }

  // MARK: One test

  private mutating func explore(_ test: ListedTest) {
    let options = options(of: test)
    reports.receive(
      .testStarted(
        TestStarted(
          test: test.name, schedules: options.schedules, seed: options.effectiveSeed,
          strategy: options.strategy.description)))
    do {
      try conclude(test, explored(test, options), options)
    } catch {
      // A test that cannot be run must not take the others with it.
      hasLostWork = true
      StandardStream.error.line(
        "gcdcheck: error: \(test.name) was not explored: \(error.words(bundle.shownPath)); all others went on"
          .asLogLine)
      skip(test, "it could not be run under control", stopped: .completed)
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
    // What a test framework says about one schedule of hundreds tells nobody anything.
    if options.showOutput == .firstAndFailing { options.showOutput = .none }
    let left = request.timeLimit.map { max(.nanoseconds(1), $0 - (.now - start)) }
    options.timeLimit = min(timePerTest, left ?? timePerTest)
    return options
  }

  /// Of each test, where nobody says otherwise.
  private static let schedules = 100
  /// A test that does more is suspected to go round in circles; a tenth of what a whole program may do.
  private static let maxSteps = 1_000_000

  private mutating func explored(_ test: ListedTest, _ options: ExplorationOptions) throws(ProgramProblem)
    -> Exploration
  {
    var program = TargetProgram(
      path: bundle.path, words: [bundle.shownPath] + test.arguments, preload: preload)
    program.folder = bundle.package.path
    program.outputGoesToErrors = true
    let bundle = bundle
    let verdict = TestVerdict(
      sources: TestSources(package: bundle.package),
      failsPlainly: { (try? bundle.failsPlainly(test)) == true })
    let shared = LockedReports(reports, counts)
    defer { (reports, counts) = (shared.reports, shared.counts) }
    let exploration = ProgramExploration(
      program: program, options: options, jobs: jobs, wording: verdict.wording)
    return try exploration.run(test.name, telling: shared)
  }

  private mutating func conclude(
    _ test: ListedTest, _ exploration: Exploration, _ options: ExplorationOptions
  ) {
    let ended = TestEnded(test.name, exploration, of: options)
    reports.receive(.testEnded(ended))
    counts.scenarios += 1
    counts.schedules += exploration.schedulesRun
    counts.distinct += exploration.distinctSchedules
    total.add(ended, exploration.findings, isExpected: false, directedRuns: exploration.directedRuns)
    total.add(exploration.notes)
  }

  private mutating func skip(_ test: ListedTest, _ reason: String, stopped: StopReason) {
    let ended = TestEnded(
      test: test.name, .skipped(reason: reason), schedules: 0, of: 0, distinct: 0, stopped: stopped)
    reports.receive(.testEnded(ended))
    total.add(leftOut: ended)
  }

  private mutating func noteCut() {
    if let limit = request.timeLimit, .now - start >= limit { total.stopped = .time }
    if Interruption.isRequested { total.stopped = .interrupted }
  }
}
#endif
