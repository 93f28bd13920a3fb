// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary

/// Executes the schedules of a body in this process.
class InProcessExecutor: Executor {
  let engine: Engine
  private let options: ExplorationOptions
  /// The options' skew in nanoseconds: a division of 128 bits, not for every run.
  private let skew: UInt64
  /// Assertion failures of the body in the schedule that has just ended, reported by the test host.
  private let probe: FailureProbe?
  private let body: BodyOutcome
  let reading = CoverageAnalyzer()
  /// Real nanoseconds at which the time that was asked for is over.
  private var timeLimit = UInt64.max
  private var result = ExecutionResult.cut(steps: 0)

  let traits = ExecutorTraits.inProcess
  var numbered: NumberedRequests { didSet { profileIsKnown = numbered.profile.steps == 0 } }
  /// The scheduler keeps the first profile that says anything: to hand it over for each schedule would count
  /// its references up and down.
  private var profileIsKnown = true
  var search: OpenSearch?
  var progressPoll: ((_ isLate: Bool) -> Bool)?

  init(_ engine: Engine, _ options: ExplorationOptions, probe: FailureProbe?, body: BodyOutcome) {
    self.engine = engine
    self.options = options
    self.probe = probe
    self.body = body
    skew = options.skewNanoseconds
    numbered = NumberedRequests(options, traits)
  }

  private var scheduler: Scheduler { engine.pointee.exploration.scheduler }

  // MARK: Executing

  func startClock(_ limit: Duration?) {
    if let limit = limit?.wholeNanoseconds {
      timeLimit = gcdc_real_monotonic_ns() + min(limit, .max / 2)
    }
  }

  var isOutOfTime: Bool { timeLimit != .max && gcdc_real_monotonic_ns() >= timeLimit }
  var isStopped: Bool { ExecutionCut.isAsked }

  func execute(_ request: ExecutionRequest) -> ExecutionResult {
    let scheduler = scheduler
    var isNumbered = false
    let plan: ExecutionPlan
    if case .numbered(let number) = request.schedule {
      isNumbered = true
      plan = begin(number, scheduler)
    } else {
      orders = request.orders
      isRecording = request.schedule.isRecording
      plan = scheduler.begin(
        request.schedule, profile: numbered.profile, recordsDeviations: request.records.contains(.saved))
    }
    body.reset()
    typealias Records = ExecutionRequest.Records
    let isTraced = request.records.rawValue & Records.trace.rawValue != 0
    // In words, a step has a place only with its stack.
    let recordsStacks = isTraced || request.records.rawValue & Records.findings.rawValue != 0
    var settings = RunSettings(
      configuration: WorldConfiguration(plan, skew: skew, width: request.width), recordsStacks: recordsStacks,
      search: search?.run)
    if isTraced, case .step(let step)? = DebuggerStop.asked { settings.debuggerStep = step }
    if request.mayBeCut { settings.cutDeadline = timeLimit }
    if let standstill = request.standstill { settings.standstill = standstill }
    gcdc_mute_output(!request.showsOutput)
    engine.execute(settings)
    if let probe { body.assertions = probe() }
    if let search { SearchedRun(engine, search.run).end() }
    if !isNumbered { scheduler.end(request.schedule) }
    result = engine.result(body, skew: skew)
    return result
  }

  private func begin(_ number: Int, _ scheduler: Scheduler) -> ExecutionPlan {
    if profileIsKnown { return scheduler.beginRun(number, profile: ExecutionProfile()) }
    profileIsKnown = true
    return scheduler.beginRun(number, profile: numbered.profile)
  }

  func part(of split: SplitSearch) -> SearchedPart? { nil }
  func count(_ execution: RemoteExecution) {}

  /// What worker processes execute at once shares nothing.
  func executeAlone(_ request: ExecutionRequest) -> ExecutionResult? { nil }

  var hasDetails: Bool { true }

  func close() -> Bool {
    let isDead = engine.pointee.run.end != .finished
    if !isDead { engine.noteSurvivingThreads() }
    let abandoned = engine.cleanUp()
    return isDead || abandoned > 0
  }

  func end() { gcdc_mute_output(false) }

  // MARK: Of the open execution

  private var orders: [SavedDeviation] = []
  private var isRecording = false

  private var width: Int { engine.pointee.world.width }
  var token: ScheduleToken? { scheduler.token(poolWidth: width) }

  var profile: ExecutionProfile { engine.profile(wantsCensus: options.strategy.weighsByCensus) }
  var patterns: [DeadlockPattern] { engine.deadlockPatterns() }

  var sample: CoverageSample? { reading.sample(of: engine) }

  var notes: [SummaryNote] {
    let naming = ReportNames(engine)
    return engine.changedExternalObjects.map { .madeOutsideBody(naming.object($0)) }
  }

  var unknownParts: [RuntimePart] { RuntimePart.unknownHere() ?? [] }
  var output: [String] { engine.pointee.notes.output.lines }
  var trail: ShrinkingTrail? { ShrinkingTrail(scheduler, isWhole: isRecording) }
  var record: RecordedExecution { RecordedExecution(result, engine) }
  var divergence: String? { scheduler.divergence.map { ReplayDifference($0, in: engine).clause } }

  var trace: [StepLine] {
    let context = numbered.context(0, .replayed(token!, fairAfter: nil), token)
    return evidence(context).allSteps()
  }

  func saved(relativeTo root: String) -> SavedExecution? { SavedExecution(engine, relativeTo: root) }
  var matched: MatchedDeviations { MatchedDeviations(engine, orders) }

  // MARK: Findings

  private func evidence(_ context: FindingOrigin) -> FindingBuilder {
    FindingBuilder(engine, context, body, options)
  }

  func findings(_ context: FindingOrigin, neededWorkers: Int, after first: RecordedExecution?) -> [Finding] {
    var evidence = evidence(context)
    evidence.neededWorkers = neededWorkers
    if let first, evidence.races.isEmpty, !first.races.isEmpty { evidence.raceOnce(first.races) }
    return evidence.findings()
  }

  func addingFrameworkMessage(_ finding: Finding, _ printed: PrintedRun?) -> Finding { finding }

  func livelock(_ context: FindingOrigin) -> Finding? {
    engine.pointee.run.end == .stepLimit ? evidence(context).livelock() : nil
  }

  func dependence(_ context: FindingOrigin) -> Finding? {
    guard engine.pointee.run.end == .quiescent || engine.pointee.run.end == .stepLimit,
      let (step, thread) = engine.firstStepOfLeftThread
    else { return nil }
    return evidence(context).dependence(onThread: thread, step)
  }

  func divergence(_ first: RecordedExecution, _ second: RecordedExecution, _ context: FindingOrigin)
    -> Finding
  {
    evidence(context).divergence(first, second)
  }

  func stopForDebugger(_ finding: Finding) { engine.stopForDebugger(finding) }
}

extension ExecutorTraits {
  /// Of an executor that runs bodies in the process that explores.
  static let inProcess: ExecutorTraits = {
    var traits = ExecutorTraits(
      sharesProcess: true,
      shrinking: ShrinkingLimits(runs: nil, runsInAll: 3_000, stepsOfOne: .max, steps: 5_000_000))
    // A bound (Design.md "Abandoned runs"): beyond it, re-running in one process is not sound.
    traits.mostAbandonedExecutions = 2_000
    return traits
  }()
}
#endif
