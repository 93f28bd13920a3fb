// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary

/// Runs one body under many schedules and collects what is wrong with it.
///
/// The first schedule is the baseline order. A schedule that looks wrong is run again at once, with full
/// stacks, by its token; findings are made from that second run, and only if it is the same to the last step.
struct Explorer {
  let engine: Engine
  let options: ExplorationOptions
  let seed: UInt64
  /// The options' durations in nanoseconds: a division of 128 bits each, not for every run.
  let skew: UInt64
  private let settle: UInt64
  /// As `ExplorationOptions.beginning`, which looks at the strategy.
  let beginning: Int
  /// Assertion failures of the body in the schedule that has just ended, told by the test host.
  let probe: FailureProbe?
  let body: BodyOutcome
  let observer: ((Finding) -> Void)?
  /// Asked between schedules whether to go on.
  var progress: ((ExplorationProgress) -> Bool)?
  /// Other processes that take part; nil = none.
  var team: ExplorationTeam?

  var exploration = Exploration()
  /// Holds the coverage, too: this struct is copied without optimisation.
  let reading = RunReading()
  var profile = RunProfile()
  var seenSuspicions: Set<UInt64> = []
  var log: FindingLog
  var neededWorkers = 0
  /// The line of a regression file that is being run.
  var origin: RegressionOrigin?
  /// Runs of lines of a regression file so far.
  var savedRuns = 0
  /// The line that was run last still shows something.
  var isStillFound = false
  /// What a regression file keeps of the run that findings are being made from.
  var lastRun: SavedRun?
  /// What the runs of a search for a smaller schedule have to show.
  var wantedSignature: UInt64 = 0
  /// The most workers that were blocked at once in a schedule, at least the width of Apple's pool.
  var mostWorkers = PoolWidth.darwin.width
  var directed = DirectedSearch()
  var proof = ProofAttempt()
  /// An exploration that was cut, and is taken up again.
  var resumed: KeptCheckpoint?
  /// The search through all orders that was cut, and whether it had runs to make at once.
  var cutSearch: CutSearch?
  var isCutInSearch = false
  /// Real nanoseconds at which the time that was asked for is over.
  private var timeLimit = UInt64.max
  /// The end of the process's work was asked for in the middle of looking into what a schedule showed: only
  /// a part of that is known.
  var isAbandoned = false

  /// A bound of DESIGN section 6: beyond it, re-running in one process is no longer sound.
  static let mostDeadRuns = 2_000
  /// Schedules that are run a second time although they look right: what leaks in need not show each time.
  static func isRepeated(_ number: Int) -> Bool { number < 2 || number == 10 || number == 100 }
  static let mostLeakedBytes: UInt64 = 256 << 20

  init(
    engine: Engine, options: ExplorationOptions, probe: FailureProbe?, body: BodyOutcome,
    observer: ((Finding) -> Void)?
  ) {
    self.engine = engine
    self.options = options
    seed = options.effectiveSeed
    skew = options.skewNanoseconds
    settle = options.settleNanoseconds
    beginning = options.beginning
    self.probe = probe
    self.body = body
    self.observer = observer
    log = FindingLog(options)
  }

  var scheduler: Scheduler { engine.state.pointee.scheduler }

  // MARK: Exploring

  mutating func explore() {
    if let saved = options.tried, let token = try? ScheduleToken(parsing: saved.token) {
      origin = RegressionOrigin(file: "", number: 0, manner: .exact)
      _ = replay(saved, token)
      exploration.schedulesRun = savedRuns
      return conclude()
    }
    if let file = options.regressions, options.replay == nil, options.isFirstShard, resumed == nil {
      if replaySaved(file) || options.onlySaved != nil {
        exploration.schedulesRun = savedRuns
        exploration.course.isEndedBySaved = true
        return conclude()
      }
    }
    startClock()
    if let resumed, resume(resumed.checkpoint) { return conclude() }
    // Of its own, as the scheduler: references in a property are counted up and down for each schedule.
    var known = profile
    let scheduler = scheduler
    for number in (resumed?.checkpoint.next ?? 0)..<options.schedules
    where exploration.schedulesRun < options.schedules {
      if isOutOfTime {
        exploration.stopped = .time
        break
      }
      if let goesOn = pass(number) {
        known = profile
        if goesOn { continue } else { break }
      }
      let plan = scheduler.beginRun(number, profile: known)
      run(plan, width: options.poolWidth.width, isFirst: number == 0, mayBeCut: true)
      if wasCut(number, plan) { break }
      account(number)
      let isPartOfProof = (number > 0 && proof.isGivenUp) || isPartOfProof
      if !isPartOfProof { giveUpProof() }
      if number == 0 {
        profile = engine.profile(wantsCensus: options.strategy.weighsByCensus)
        known = profile
      }
      let hash = engine.state.pointee.trace.hash
      let choicePoints = scheduler.choicePoints
      let isDead = engine.state.pointee.end != .finished
      let mayDifferByTime = skew > 0 && engine.state.pointee.world.hasHadDeadlines
      let crowded = isDead ? nil : crowdedSchedule()
      let repeated =
        Explorer.isRepeated(number) && options.schedules > 1 && !isDead && !sawOutsideEvent
        ? scheduler.token(poolWidth: engine.state.pointee.world.width) : nil
      let patterns = !isDead && looksForPatterns(number) ? engine.deadlockPatterns() : []
      let stops = inspect(number, plan)
      finish()
      if stops { break }
      let isOnlyOrder = choicePoints == 0 && !mayDifferByTime
      if let repeated, checkDeterminism(hash, repeated, number, isOnlyOrder) { break }
      if number == 0, profile.choicePoints == 0, !mayDifferByTime, isPartOfProof {
        // Nothing was ever chosen: every schedule is this one.
        exploration.isExhaustive = true
        exploration.stopped = .exhausted
        break
      }
      if let crowded, checkPool(number, crowded) { break }
      if follow(patterns, plan) { break }
      if tooManyDeadRuns() { break }
      if number == 0, case .exhaustive(let bound) = options.strategy {
        exhaust(bound: bound, atMost: options.schedules - 1)
        break
      }
      if !goesOn(after: number) { break }
    }
    conclude()
  }

  var madeProgress: ExplorationProgress {
    ExplorationProgress(
      schedules: exploration.schedulesRun, distinct: reading.coverage.schedules.distinct)
  }

  /// Does what comes between two schedules; false when exploring is to stop.
  mutating func goesOn(after number: Int) -> Bool {
    if prove(after: number) { return false }
    if let progress, !progress(madeProgress) {
      exploration.stopped = .interrupted
      return false
    }
    if stopsForNothingNew {
      exploration.stopped = .saturated(schedules: ExplorationCoverage.mostInVain)
      return false
    }
    return true
  }

  /// Runs exactly the schedule of a token.
  mutating func replay(_ token: ScheduleToken) {
    startClock()
    let plan = scheduler.begin(replaying: token)
    if case .step(let step)? = DebuggerStop.asked { engine.state.pointee.debuggerStep = step }
    run(plan, width: token.poolWidth, isFirst: true, mayBeCut: true)
    engine.state.pointee.debuggerStep = .max
    scheduler.endReplay()
    if wasCut(0, plan) { return conclude() }
    account(0)
    exploration.trace = Evidence(engine, context(0, plan, token), body, options).lastSteps(
      before: .max, most: .max)
    if let divergence = scheduler.divergence {
      exploration.divergence = ReplayDifference(divergence, in: engine).words
    }
    // Where it does not fit, the choices that were possible may still show something.
    _ = inspect(0, plan)
    finish()
    conclude()
  }

  mutating func account(_ number: Int) {
    exploration.schedulesRun += 1
    exploration.steps += engine.state.pointee.trace.count
    let hash = engine.state.pointee.trace.hash
    cover(number, hash)
    note(hash)
    nameOutsiders()
    if number == 0 { exploration.output = engine.state.pointee.programOutput.lines }
  }

  /// Notes the trace of the schedule that has been counted last.
  mutating func note(_ hash: UInt64) {
    if options.recordsCourse { exploration.course.hashes.append(hash) }
    exploration.traceHash =
      exploration.schedulesRun == 1 ? hash : fold(exploration.traceHash, hash)
  }

  /// Names an object from outside once when a run leaves its count changed.
  private mutating func nameOutsiders() {
    if engine.state.pointee.outsiders.isEmpty || engine.state.pointee.end != .finished { return }
    let naming = Naming(engine)
    for object in engine.changedOutsiders {
      let note = RunNote.madeOutsideBody(naming.object(object))
      if !exploration.notes.contains(note) { exploration.notes.append(note) }
    }
  }

  mutating func conclude() {
    if isAbandoned { exploration.stopped = .interrupted }
    keepCheckpoint()
    proof.end()
    gcdc_mute_output(false)
    endCourse()
    exploration.distinctSchedules = reading.coverage.schedules.distinct
    exploration.coverage = reading.coverage.figures
    exploration.notes += log.notes
    exploration.notes += (RuntimePart.unknownHere() ?? []).map { .unknownHere($0) }
  }

  var sawOutsideEvent: Bool { engine.state.pointee.descriptors.sawOutsideEvent }

  // MARK: One run

  /// - Parameter mayBeCut: The limit of time ends the run. Runs that look into what a schedule showed are not
  ///   among these: each makes as many steps as that one, and what was found must be told.
  mutating func run(
    _ plan: RunPlan, width: Int, recordingStacks: Bool = false, isFirst: Bool = false, mayBeCut: Bool = false
  ) {
    body.reset()
    engine.setCutDeadline(mayBeCut ? timeLimit : .max)
    switch options.showOutput {
    case .all: gcdc_mute_output(false)
    case .none: gcdc_mute_output(true)
    case .firstAndFailing: gcdc_mute_output(!isFirst && !recordingStacks)
    }
    engine.state.pointee.maximalSteps = options.maxSteps
    engine.state.pointee.settle = settle
    engine.execute(
      WorldConfiguration(plan, skew: skew, width: width), recordingStacks: recordingStacks)
    if let probe { body.assertions = probe() }
    if !mayBeCut, engine.state.pointee.end == .cut { isAbandoned = true }
  }

  mutating func finish() {
    let isDead = engine.state.pointee.end != .finished
    if !isDead { engine.noteLeftThreads() }
    let abandoned = engine.cleanUp()
    if isDead || abandoned > 0 { exploration.deadRuns += 1 }
  }

  mutating func tooManyDeadRuns() -> Bool {
    if exploration.deadRuns < Explorer.mostDeadRuns { return false }
    exploration.stopped = .deadRuns(count: exploration.deadRuns, leakedBytes: 0)
    return true
  }

  private mutating func startClock() {
    if let limit = options.timeLimit?.wholeNanoseconds {
      timeLimit = gcdc_real_monotonic_ns() + min(limit, .max / 2)
    }
  }

  var isOutOfTime: Bool { timeLimit != .max && gcdc_real_monotonic_ns() >= timeLimit }
}
#endif
