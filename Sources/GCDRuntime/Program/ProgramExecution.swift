// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary
import Glibc

/// The one schedule of the program that this process is: `main` is the body, and the end of the process the
/// end of the run.
package final class ProgramExecution {
  private(set) var request: ExecutionRequest
  private let options: ProgramOptions
  /// What the options mean.
  let exploration: ExplorationOptions
  /// The search that the execution is a part of.
  private let search: OpenSearch?
  private let tell: (RemoteExecution) -> Void
  /// The address of the program's `main`.
  let entry: UInt
  /// An end inside the telling of another one is not reported.
  private var isReported = false
  /// The process is a copy that may execute another schedule when this one is over.
  var nextInPlace: ((_ flushes: Bool) -> Void)?

  /// This descriptor is ours: the program neither closes nor replaces it.
  package static func keep(_ descriptor: Int32) { gcdc_keep_descriptor(descriptor) }

  /// Makes the process ready, before anything of the program has run and before it is forked.
  ///
  /// - Throws: `ControlProblem` where no controlled run is possible.
  package static func prepare() throws(ControlProblem) {
    try Installation.ensure()
    // First of all handlers, so that it is called last of all.
    ExecutionGuard.prepare()
    theEngine.pointee.process.isTestBundle = isLoaded("libTesting.so") || isLoaded("libXCTest.so")
    reserveThreads()
  }

  /// As many as most programs need at once.
  private static let reservedThreads = 8

  /// Makes threads that all copies of this process have, as far as virtual threads need them. A sanitizer
  /// would miss the real ones, and a debugger shows no others.
  private static func reserveThreads() {
    let isSanitized = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__sanitizer_set_death_callback") != nil
    if !isSanitized, DebuggerStop.asked == nil { gcdc_threads_reserve(reservedThreads) }
  }

  /// Takes a schedule without threads through all that one does next to its steps.
  ///
  /// What the Swift runtime looks up for that, and what is read about the loaded files, is there afterwards:
  /// each fork would do it anew. Called once, before the first fork and whatever the requests are, so that
  /// every schedule finds the same memory.
  package static func warmUp(
    _ request: ExecutionRequest, _ options: ProgramOptions, tell: @escaping (RemoteExecution) -> Void
  ) {
    gcdc_survey_libraries()
    LoadedImages.warmUp()
    let run = ProgramExecution(request, options, nil, 0, tell)
    let engine = theEngine
    engine.pointee.beginRun(run.begin(engine, profile: nil))
    engine.rehearse()
    engine.pointee.run.end = .finished
    engine.pointee.run.phase = .over
    run.ended(engine)
  }

  /// Runs the block that is the program and tells how that ended, from whatever thread or signal handler.
  ///
  /// - Parameters:
  ///   - profile: of schedule 0; nil where that has not been run.
  ///   - search: that a searched schedule is the next of.
  ///   - steps: where it notes now and then how many steps there were; nil = nowhere.
  ///   - copying: nil = the process is for its request alone.
  package static func run(
    _ request: ExecutionRequest, _ options: ProgramOptions, profile: ExecutionProfile?,
    search: ExhaustiveSearch?,
    block: UnsafeMutableRawPointer, entry: UInt, steps: UnsafeMutablePointer<Int64>? = nil,
    _ copying: Copying? = nil, tell: @escaping (RemoteExecution) -> Void
  ) -> Never {
    let run = ProgramExecution(request, options, search.map { OpenSearch($0) }, entry, tell)
    let engine = theEngine
    var settings = run.begin(engine, profile: profile, block: block)
    if let copying { run.sharePrologue(engine, &settings, profile?.local ?? ExecutionProfile(), copying) }
    engine.pointee.process.reportedSteps = steps
    ExecutionGuard.begin(engine, run.exploration, program: run)
    engine.execute(settings)
    run.ended(engine)
    gcdc_flush_output()
    run.nextInPlace?(false)
    _exit(0)
  }

  /// Gives the engine what this schedule is executed by.
  private func begin(
    _ engine: Engine, profile: ExecutionProfile?, block: UnsafeMutableRawPointer? = nil
  ) -> RunSettings {
    let scheduler = Scheduler(strategy: exploration.strategy, seed: options.seed)
    var scope = ExplorationScope(scheduler)
    scope.host = .mainThread
    scope.body = block
    scope.maximalSteps = options.maxSteps
    scope.settle = options.settle
    engine.pointee.exploration = scope
    engine.pointee.exploration.scheduler.countsSteps(at: engine.stepCounter)
    // A whole program may make millions of steps; one that is only run needs none of them afterwards.
    let isRecorded = !request.records.isDisjoint(with: [.findings, .trace, .words])
    engine.pointee.trace.mostKept = isRecorded ? .max : 1 << 15
    let plan = scheduler.begin(
      request.schedule, profile: profile?.local ?? ExecutionProfile(),
      recordsDeviations: request.records.contains(.saved))
    var configuration = WorldConfiguration(plan, skew: exploration.skewNanoseconds, width: request.width)
    // A real clock never reads what a sleeper was to sleep until: who measures a sleep of 5 ms finds more,
    // and programs that know nothing of virtual time rely on it. `Date` counts in steps of 119 ns.
    configuration.lateness = 1_000
    var settings = RunSettings(
      configuration: configuration, recordsStacks: isRecorded, search: search?.run)
    if request.records.contains(.findings), case .step(let step)? = DebuggerStop.asked {
      settings.debuggerStep = step
    }
    if let standstill = request.standstill { settings.standstill = standstill }
    return settings
  }

  private static func isLoaded(_ library: String) -> Bool {
    guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
    dlclose(handle)
    return true
  }

  /// From here on the execution is that of another request.
  func adopt(_ request: ExecutionRequest) { self.request = request }

  private init(
    _ request: ExecutionRequest, _ options: ProgramOptions, _ search: OpenSearch?, _ entry: UInt,
    _ tell: @escaping (RemoteExecution) -> Void
  ) {
    self.request = request
    self.options = options
    exploration = options.exploration
    self.search = search
    self.entry = entry
    self.tell = tell
  }

  /// What findings say about this schedule.
  func context(_ engine: Engine) -> FindingOrigin {
    guard var context = request.context?.context else { internalError("the tool sent no context") }
    if context.token.isEmpty {
      let token = engine.pointee.exploration.scheduler.token(poolWidth: engine.pointee.world.width)
      context.token = token.description
    }
    return context
  }

  // MARK: Ends

  /// The engine came back by itself.
  private func ended(_ engine: Engine) {
    let kind: ExecutionEnd.Kind
    switch engine.pointee.run.end {
    case .finished: kind = .idle
    case .stepLimit: kind = .stepLimit
    case .running, .quiescent, .ownerCycle, .misuse, .resumedTwice, .secondConsumer, .refused, .outOfThreads,
      .cut:
      kind = .dead
    }
    let end = ExecutionEnd(kind, kind == .dead ? Int(engine.pointee.run.end.rawValue) : 0)
    tell(engine, end, place: 0) { nil }
  }

  /// The program ends itself; called on the thread that does it.
  func exited(_ engine: Engine, _ status: Int32, finding: () -> Finding) {
    // The status of the process says it too.
    if status != 0 { nextInPlace = nil }
    let isFailure = isFailure(status)
    let place = isFailure ? UInt64(bitPattern: Int64(status)) | 1 << 40 : 0
    tell(engine, ExecutionEnd(isFailure ? .failed : .finished, Int(status)), place: place) {
      isFailure ? finding() : nil
    }
  }

  /// An exit with this status is one that `exited` wants a finding of.
  func isFailure(_ status: Int32) -> Bool { status != 0 && !options.allowedStatuses.contains(status) }

  /// The process becomes another program's, and nothing more is known of it.
  func replaced(_ engine: Engine, finding: () -> Finding) {
    tell(engine, ExecutionEnd(.finished), place: 2, isFinal: true, finding)
  }

  /// Called in the handler of the signal.
  func crashed(_ engine: Engine, _ signal: Int32, at place: UInt64, finding: () -> Finding) {
    let portable = gcdc_portable_address(UnsafeRawPointer(bitPattern: UInt(place)))
    // Below the statuses.
    tell(engine, ExecutionEnd(.failed, -Int(signal)), place: portable | 1 << 63, finding)
  }

  /// Called by the watchdog while the carrier is held.
  func stalled(_ engine: Engine, finding: () -> Finding) {
    // What is seen depends on when one looks: reported at once, since another run would show another place.
    tell(engine, ExecutionEnd(.stalled), place: 1, isFinal: true, finding)
  }

  /// - Parameter place: what sets this end apart from others of its kind; 0 = it is as it should be.
  private func tell(
    _ engine: Engine, _ end: ExecutionEnd, place: UInt64, isFinal: Bool = false, _ finding: () -> Finding?
  ) {
    if isReported { return }
    isReported = true
    // To find names and lines takes long on a busy machine: the schedule that is reported does not stall.
    gcdc_watchdog_arm(false)
    let scheduler = engine.pointee.exploration.scheduler
    if let search {
      // The end of the program takes from all others what they had to do.
      if engine.pointee.run.end == .running { engine.noteUseOfEverything() }
      SearchedRun(engine, search.run).end()
    }
    scheduler.end(request.schedule)
    var result = engine.result(BodyOutcome(), skew: options.skew)
    result.end = end
    if place != 0 {
      result.fingerprint = fold(result.fingerprint ?? 0, place)
      result.signature = fold(result.signature, place)
    }
    if isFinal { result.traits.insert(.isOnce) }
    // How it gets on is seen in another run, under a fair order.
    result.traits.remove(.isProgressing)
    var execution = RemoteExecution(result)
    record(&execution, engine)
    func evidence() -> FindingBuilder {
      var evidence = FindingBuilder(engine, context(engine), BodyOutcome(), exploration)
      evidence.neededWorkers = request.neededWorkers
      return evidence
    }
    // What came from outside may come otherwise the next time: what this run shows is kept.
    let isOnce = result.traits.contains(.isOnce) || result.traits.contains(.sawOutsideEvent)
    if result.fingerprint != nil, request.records.contains(.findings) || isOnce {
      execution.findings = [finding()].compactMap { $0 } + evidence().findings()
    }
    switch end.kind {
    case .failed where end.detail < 0: break  // a debugger sees these by itself
    case .stalled, .vanished: break
    case .finished, .idle, .dead, .failed, .stepLimit, .cut:
      if let found = execution.findings?.first { engine.stopForDebugger(found) }
    }
    // The words of a test framework are reported with the steps that led there.
    let isTold =
      request.records.contains(.words) && end.kind == .failed
      && engine.pointee.trace.count <= ProgramExecution.mostStepsTold
    if isTold || request.records.contains(.trace) {
      execution.trace = evidence().allSteps()
      execution.hashes = (0..<engine.pointee.trace.count).map { engine.pointee.trace.steps[$0].hash }
    }
    // What it has left behind may be what is looked for.
    let isUnremarkable = execution.findings == nil && execution.trace == nil && result.fingerprint == nil
    if !isUnremarkable || isOnce || isFinal { nextInPlace = nil }
    tell(execution)
  }

  /// Longer schedules are not reported step by step.
  private static let mostStepsTold = 100_000

  /// Notes what was asked for next to the result and the findings.
  private func record(_ execution: inout RemoteExecution, _ engine: Engine) {
    let scheduler = engine.pointee.exploration.scheduler
    let result = execution.result
    // A schedule of a million choices has a long token; most are executed for nothing but their end.
    if result.fingerprint != nil || !result.demand.isEmpty || request.records.contains(.token) {
      execution.token = scheduler.token(poolWidth: engine.pointee.world.width)
    }
    if request.records.contains(.profile) {
      let strategy = exploration.strategy
      execution.profile = engine.profile(wantsCensus: strategy.weighsByCensus).portable
    }
    if request.records.contains(.patterns), result.end.isFinished {
      execution.patterns = engine.deadlockPatterns()
    }
    if request.records.contains(.sample) { execution.sample = CoverageAnalyzer().sample(of: engine) }
    if case .shrunk = request.schedule, result.fingerprint != nil {
      execution.trail = ShrinkingTrail(scheduler, isWhole: request.schedule.isRecording)
    }
    if request.records.contains(.saved) { execution.saved = SavedExecution(engine, relativeTo: options.root) }
    if case .taking = request.schedule { execution.matched = MatchedDeviations(engine, request.orders) }
    if let search { execution.search = search.search }
    execution.unknownParts = RuntimePart.unknownHere()
    execution.divergence = scheduler.divergence.map { ReplayDifference($0, in: engine).clause }
  }
}
#endif
