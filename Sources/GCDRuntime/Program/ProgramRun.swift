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
package final class ProgramRun {
  private let order: ScheduleOrder
  private let options: ProgramOptions
  private let tell: (ScheduleOutcome) -> Void
  /// The address of the program's `main`.
  let entry: UInt
  /// An end inside the telling of another one is not told.
  private var isTold = false

  /// This descriptor is ours: the program neither closes nor replaces it.
  package static func keep(_ descriptor: Int32) { gcdc_keep_descriptor(descriptor) }

  /// Makes the process ready, before anything of the program has run and before it is forked.
  ///
  /// - Throws: `ControlProblem` where no controlled run is possible.
  package static func prepare() throws(ControlProblem) {
    try Installation.ensure()
    // First of all handlers, so that it is called last of all.
    RunGuard.installExitHandlers()
  }

  /// Runs the block that is the program and tells how that ended, from whatever thread or signal handler.
  ///
  /// - Parameter steps: where it notes now and then how many steps there were; nil = nowhere.
  package static func run(
    _ order: ScheduleOrder, _ options: ProgramOptions, block: UnsafeMutableRawPointer, entry: UInt,
    steps: UnsafeMutablePointer<Int64>? = nil, tell: @escaping (ScheduleOutcome) -> Void
  ) -> Never {
    let run = ProgramRun(order, options, entry, tell)
    let engine = theEngine
    let exploration = options.exploration
    engine.state.pointee.scheduler = Scheduler(strategy: exploration.strategy, seed: options.seed)
    engine.state.pointee.scheduler.countsSteps(at: engine.stepCounter)
    engine.state.pointee.processID = getpid()
    engine.state.pointee.host = .mainThread
    engine.state.pointee.isTestBundle = isLoaded("libTesting.so") || isLoaded("libXCTest.so")
    engine.state.pointee.bodyBlock = block
    engine.state.pointee.maximalSteps = options.maxSteps
    engine.state.pointee.settle = options.settle
    engine.state.pointee.toldSteps = steps
    // A whole program may make millions of steps; one that is only run needs none of them afterwards.
    engine.state.pointee.trace.mostKept = order.explains || order.isTraced ? .max : 1 << 15
    let plan = run.begin(engine.state.pointee.scheduler)
    if order.explains, case .step(let step)? = DebuggerStop.asked {
      engine.state.pointee.debuggerStep = step
    }
    RunGuard.begin(engine, exploration, program: run)
    var configuration = WorldConfiguration(plan, skew: exploration.skewNanoseconds, width: order.width)
    // A real clock never reads what a sleeper was to sleep until: who measures a sleep of 5 ms finds more,
    // and programs that know nothing of virtual time rely on it. `Date` counts in steps of 119 ns.
    configuration.lateness = 1_000
    engine.execute(configuration, recordingStacks: order.explains || order.isTraced)
    run.ended(engine)
    gcdc_flush_output()
    _exit(0)
  }

  private static func isLoaded(_ library: String) -> Bool {
    guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
    dlclose(handle)
    return true
  }

  private init(
    _ order: ScheduleOrder, _ options: ProgramOptions, _ entry: UInt,
    _ tell: @escaping (ScheduleOutcome) -> Void
  ) {
    self.order = order
    self.options = options
    self.entry = entry
    self.tell = tell
  }

  private func begin(_ scheduler: Scheduler) -> RunPlan {
    switch order.course {
    case .numbered(let number, let choicePoints, let steps, let tasks):
      return scheduler.beginRun(
        number, profile: RunProfile(choicePoints: choicePoints, steps: steps, tasks: tasks))
    case .replayed(let text, let fairAfter):
      guard let token = try? ScheduleToken(parsing: text) else {
        internalError("the tool sent a token that cannot be read")
      }
      return scheduler.begin(replaying: token, fairAfter: fairAfter)
    case .shrunk(let text, let run):
      guard let token = try? ScheduleToken(parsing: text) else {
        internalError("the tool sent a token that cannot be read")
      }
      return scheduler.begin(run, of: token)
    }
  }

  /// What findings say about this schedule.
  func context(_ engine: Engine) -> RunContext {
    var context = order.context
    if context.token.isEmpty {
      let token = engine.state.pointee.scheduler.token(poolWidth: engine.state.pointee.world.width)
      context.token = token.description
    }
    return context
  }

  // MARK: Ends

  /// The engine came back by itself.
  private func ended(_ engine: Engine) {
    let end: ScheduleOutcome.End
    switch engine.state.pointee.end {
    case .finished: end = .idle
    case .stepLimit: end = .stepLimit
    case .running, .quiescent, .ownerCycle, .misuse, .refused, .outOfThreads, .cut: end = .dead
    }
    tell(engine, end, place: 0) { nil }
  }

  /// The program ends itself; called on the thread that does it.
  func exited(_ engine: Engine, _ status: Int32, finding: () -> Finding) {
    let isAllowed = status == 0 || options.allowedStatuses.contains(status)
    tell(engine, .exited(status: status), place: isAllowed ? 0 : UInt64(bitPattern: Int64(status)) | 1 << 40)
    {
      isAllowed ? nil : finding()
    }
  }

  /// The process becomes another program's, and nothing more is known of it.
  func replaced(_ engine: Engine, finding: () -> Finding) {
    tell(engine, .exited(status: 0), place: 2, isFinal: true, finding)
  }

  /// Called in the handler of the signal.
  func crashed(_ engine: Engine, _ signal: Int32, at place: UInt64, finding: () -> Finding) {
    let portable = gcdc_portable_address(UnsafeRawPointer(bitPattern: UInt(place)))
    tell(engine, .crashed(signal: signal), place: portable | 1 << 63, finding)
  }

  /// Called by the watchdog while the carrier is held.
  func stalled(_ engine: Engine, finding: () -> Finding) {
    // What is seen depends on when one looks: told at once, since another run would show another place.
    tell(engine, .stalled, place: 1, isFinal: true, finding)
  }

  /// - Parameter place: what sets this end apart from others of its kind; 0 = it is as it should be.
  private func tell(
    _ engine: Engine, _ end: ScheduleOutcome.End, place: UInt64, isFinal: Bool = false,
    _ finding: () -> Finding?
  ) {
    if isTold { return }
    isTold = true
    // To find names and lines takes long on a busy machine: the schedule that is told does not stand still.
    gcdc_watchdog_arm(false)
    let state = engine.state
    let scheduler = state.pointee.scheduler
    switch order.course {
    case .replayed, .shrunk: scheduler.endReplay()
    case .numbered: break
    }
    let suspicion = Suspicion(engine, BodyOutcome())
    var fingerprint = suspicion.isEmpty ? nil : suspicion.fingerprint
    if place != 0 { fingerprint = fold(fingerprint ?? 0, place) }
    let signature = place != 0 ? fold(suspicion.signature, place) : suspicion.signature
    // A schedule of a million choices has a long token; most are run for nothing but their end.
    let isAsked = fingerprint != nil || state.pointee.world.tooNarrowPool != nil
    let token = isAsked ? scheduler.token(poolWidth: state.pointee.world.width).description : ""
    var outcome = ScheduleOutcome(
      end: end, steps: state.pointee.trace.count, choicePoints: scheduler.choicePoints,
      tasks: state.pointee.world.taskTotal, traceHash: state.pointee.trace.hash,
      virtualTime: state.pointee.world.now, token: token, suspicion: fingerprint, signature: signature,
      mayDifferByTime: options.skew > 0 && state.pointee.world.hasHadDeadlines,
      tooNarrowPool: state.pointee.world.tooNarrowPool?.rawValue ?? 0,
      isStarved: state.pointee.world.itemsWaitingForPool > 0,
      hasForeignCalls: !engine.foreignCalls.isEmpty,
      sawOutsideEvent: state.pointee.descriptors.sawOutsideEvent,
      divergence: scheduler.divergence.map { ReplayDifference($0, in: engine).words })
    var evidence = Evidence(engine, context(engine), BodyOutcome(), options.exploration)
    evidence.neededWorkers = order.neededWorkers
    outcome.unknownParts = RuntimePart.unknownHere()
    // What came from outside may come otherwise the next time: what this run shows is kept.
    let isOnce = outcome.hasForeignCalls || outcome.sawOutsideEvent || isFinal
    if fingerprint != nil, order.explains || isOnce {
      outcome.findings = [finding()].compactMap { $0 } + evidence.findings()
    }
    switch end {
    case .crashed, .stalled: break  // a debugger sees these by itself
    case .idle, .dead, .stepLimit, .exited:
      if let found = outcome.findings.first { engine.stopForDebugger(found) }
    }
    if case .shrunk(_, let run) = order.course, fingerprint != nil {
      outcome.shrinking = ScheduleOutcome.Shrinking(scheduler, isWhole: run == .recording)
    }
    if order.isTraced {
      outcome.trace = evidence.lastSteps(before: .max, most: .max)
      outcome.hashes = (0..<state.pointee.trace.count).map { state.pointee.trace.steps[$0].hash }
    }
    tell(outcome)
  }
}
#endif
