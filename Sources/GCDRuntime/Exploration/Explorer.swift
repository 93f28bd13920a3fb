// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import GCDReport
import GCDSchedule
import GCDVocabulary

/// Has one body or program executed under many schedules, and collects what is wrong with it.
///
/// The first schedule is the baseline order. A schedule that looks wrong is executed again at once, with full
/// stacks, by its token; findings are made from that second execution, and only if it is the same to the last
/// step. Which schedules there are, what is found and in which order depends on the options alone, never on
/// how the executor works: results are looked at in the order of the schedules' numbers.
///
/// More than 1,500 lines over its extensions: each is one thing that may follow from a schedule, and needs
/// what the exploration knows by then.
package struct Explorer {
  let executor: any Executor
  /// Changed only where a corpus turns out to belong to another program.
  var options: ExplorationOptions
  /// Of the executor.
  let traits: ExecutorTraits
  /// As `ExplorationOptions.beginning`, which looks at the strategy.
  let beginning: Int
  let observer: ((Finding) -> Void)?
  /// Asked between schedules whether to continue.
  let progress: ((ExplorationProgress) -> Bool)?

  package internal(set) var exploration = Exploration()
  let counter = CoverageCounter()
  var numbered: NumberedRequests
  /// Of schedule 0.
  var profile = ExecutionProfile()
  var seenFailures: Set<UInt64> = []
  var log: FindingLog
  /// Schedules that ended although the program had not.
  var idleRuns = 0
  /// Of schedule 0, where all executions share a process and it has passed.
  var passedFirst: ScheduleToken?
  /// The first execution of schedule 0 has left something outside of its process, and differs from all others
  /// by that; it does not count.
  var firstHasLeftSomething = false
  /// That has been so, and the exploration has begun anew; not more than once.
  var hasBegunAgain = false
  /// The line of a regression file that is being run.
  var origin: RegressionOrigin?
  /// Runs of lines of a regression file so far.
  var savedRuns = 0
  /// The line that was run last still shows something.
  var isStillFound = false
  /// What a regression file keeps of the run that findings are being made from.
  var lastRun: SavedExecution?
  /// The steps of the run that confirmed the last schedule which may be compared, and its token: not each
  /// finding comes from such a run.
  var confirmedSteps: (token: ScheduleToken, lines: [StepLine])?
  /// What the runs of a search for a smaller schedule have to show, and until when they may continue.
  var shrinkingAim = ShrinkingAim()
  /// The most workers that were blocked at once in a schedule, at least the width of Apple's pool.
  var mostWorkers = PoolWidth.darwin.width
  /// Schedules to be executed again with a single thread for Swift tasks, once there is nothing else to do:
  /// a defect of its own comes first.
  var cooperativeChecks: [ExplorationCheckpoint.PoolCheck] = []
  var directed = DirectedSearch()
  var proof = ExhaustiveAttempt()
  var corpus: CorpusCourse
  /// An exploration that was cut, and is taken up again.
  package var resumed: CheckpointReference?
  /// The search through all orders that was cut, and whether it had runs to make at once.
  var cutSearch: InterruptedSearch?
  var isCutInSearch = false
  /// The end of the work was asked for in the middle of looking into what a schedule showed: only a part of
  /// that is known.
  var isAbandoned = false
  /// What was reported last about the progress, for when there is nothing new.
  private let shown = ShownProgress()

  /// - Parameters:
  ///   - observer: gets each distinct finding as soon as it is made.
  ///   - progress: asked between schedules whether to continue; false = interrupted.
  package init(
    _ executor: any Executor, _ options: ExplorationOptions, observer: ((Finding) -> Void)?,
    progress: ((ExplorationProgress) -> Bool)?
  ) {
    self.executor = executor
    self.options = options
    self.observer = observer
    self.progress = progress
    traits = executor.traits
    beginning = options.beginning
    numbered = executor.numbered
    log = FindingLog(options)
    corpus = CorpusCourse(options.plan)
    let shown = shown
    if let progress {
      executor.progressPoll = { isLate in
        var made = shown.progress
        made.isLate = isLate
        return progress(made)
      }
    }
  }

  // MARK: Exploring

  /// Explores until one of the limits is reached, or everything has been tried.
  package mutating func explore() {
    if let saved = options.tried, let token = try? ScheduleToken(parsing: saved.token) {
      origin = RegressionOrigin(file: "", number: 0, manner: .exact)
      _ = replay(saved, token)
      exploration.schedulesRun = savedRuns
      return conclude()
    }
    if let file = options.regressions, options.replay == nil, options.isFirstShard, resumed == nil {
      if replaySaved(file) || options.onlySaved != nil {
        exploration.schedulesRun = savedRuns
        exploration.recordedTrace.isEndedBySaved = true
        return conclude()
      }
    }
    executor.startClock(options.timeLimit)
    if let resumed, resume(resumed.checkpoint) { return conclude() }
    // Of its own: what refers to something in a property is counted up and down for each schedule.
    var requests = numbered
    for number in (resumed?.checkpoint.next ?? 0)..<options.end
    where exploration.schedulesRun < options.schedules {
      if executor.isOutOfTime {
        exploration.stopped = .time
        break
      }
      if let goesOn = pass(number) {
        if number == 0 { requests = numbered }
        if goesOn { continue } else { break }
      }
      if number == 1 { requests = numbered }
      var request = requests.request(number)
      var result = executor.execute(request)
      let isPlain = isPlain(number, result)
      if !isPlain, !executor.hasDetails {
        request.records.insert(.token)
        result = executor.execute(request)
      }
      if wasCut(number, request, result) { break }
      let before = isPlain ? nil : Before(self)
      let goesOn = judge(number, request, result)
      if isAbandoned {
        if let before { take(back: before) }
        break
      }
      if number == 0 { requests = numbered } else { corpus.note(explored: number, result) }
      if !goesOn || !self.goesOn(after: number) { break }
    }
    conclude()
  }

  /// Whether nothing but counting is to be done for a schedule.
  private func isPlain(_ number: Int, _ result: ExecutionResult) -> Bool {
    if let fingerprint = result.fingerprint, !seenFailures.contains(fingerprint) { return false }
    return !NumberedRequests.isRepeated(number) && !isDemanding(result) && !looksForPatterns(number)
      && !result.has(.changedExternalObjects)
  }

  /// Does all that is to be done for a schedule that is over; false when exploring is to stop.
  mutating func judge(_ number: Int, _ request: ExecutionRequest, _ result: ExecutionResult) -> Bool {
    let before = number == 0 && !traits.sharesProcess ? Before(self) : nil
    account(number, result)
    let isReproducibleBySchedule = (number > 0 && proof.isGivenUp) || result.has(.isReproducibleBySchedule)
    if !isReproducibleBySchedule { abandonExhaustiveAttempt() }
    if number == 0 { learn(executor.profile) }
    let demanding = result.end.isFinished ? demandingSchedule(number, result) : nil
    let repeated =
      NumberedRequests.isRepeated(number) && options.schedules > 1 && result.end.isFinished
        && !result.has(.sawOutsideEvent)
      ? executor.token : nil
    if number == 0, traits.sharesProcess, result.fingerprint == nil { passedFirst = repeated }
    let patterns = result.end.isFinished && looksForPatterns(number) ? executor.patterns : []
    let stops = inspect(number, request, result)
    close()
    if stops { return false }
    let isOnlySchedule =
      result.choicePoints == 0 && !result.has(.mayDifferByTime) && !result.has(.mayPause)
    if let repeated, checkDeterminism(number, request, result, repeated, isOnlySchedule) { return false }
    if let before, firstHasLeftSomething { return beginAgain(request, before) }
    if let demanding, checkPool(number, demanding) { return false }
    if number == 0, isOnlySchedule, isReproducibleBySchedule {
      // Nothing was ever chosen: every schedule is this one.
      exploration.isExhaustive = true
      exploration.stopped = .exhausted
      return false
    }
    if follow(patterns, from: number) { return false }
    if tooManyAbandonedExecutions() { return false }
    if number == 0, case .exhaustive(let bound) = options.strategy {
      exhaust(bound: bound, atMost: options.schedules - 1)
      return false
    }
    return true
  }

  /// Notes what the first schedule looked like, which the others follow from.
  mutating func learn(_ profile: ExecutionProfile) {
    self.profile = profile
    numbered = NumberedRequests(numbered, profile: profile)
    executor.numbered = numbered
  }

  var madeProgress: ExplorationProgress {
    shown.progress = ExplorationProgress(
      schedules: exploration.schedulesRun, distinct: counter.coverage.distinctSchedules)
    return shown.progress
  }

  /// Does what comes between two schedules; false when exploring is to stop.
  mutating func goesOn(after number: Int) -> Bool {
    if tryExhaustive(after: number) { return false }
    if let progress, !progress(madeProgress) {
      exploration.stopped = .interrupted
      return false
    }
    if stopsForNothingNew {
      exploration.stopped = .saturated(schedules: ExplorationCoverage.mostFailed)
      return false
    }
    return true
  }

  /// Executes exactly the schedule of a token.
  package mutating func replay(_ token: ScheduleToken) {
    executor.startClock(options.timeLimit)
    // What depends on nothing but its schedule needs to be executed only once.
    var records: ExecutionRequest.Records = traits.sharesProcess ? [] : [.findings, .words]
    // The steps of another process are put into words there, one by one.
    if traits.sharesProcess || options.showsReplayedSteps { records.insert(.trace) }
    var request = ExecutionRequest.replaying(token, records)
    request.mayBeCut = true
    request.showsOutput = options.shows(isFirst: true)
    request.context = RequestContext(context(0, request.schedule, token))
    let result = executor.execute(request)
    if wasCut(0, request, result) { return conclude() }
    account(0, result)
    exploration.trace = executor.trace
    exploration.divergence = executor.divergence
    // Where it does not fit, the choices that were possible may still show something.
    _ = inspect(0, request, result)
    close()
    conclude()
  }

  /// - Parameter isLookedAt: its order and its conflict pairs are noted; nil = as its number says.
  mutating func account(_ number: Int, _ result: ExecutionResult, isLookedAt: Bool? = nil) {
    count(result)
    if isLookedAt ?? looksAt(number), let sample = executor.sample { cover(number, sample) }
    if result.has(.changedExternalObjects) { noteExternalObjects() }
    if number == 0 {
      exploration.output = executor.output
      if !traits.sharesProcess { exploration.choicePoints = result.choicePoints }
    }
  }

  /// Counts a schedule.
  mutating func count(_ result: ExecutionResult) {
    exploration.schedulesRun += 1
    exploration.steps += result.steps
    counter.add(result.traceHash)
    note(result.traceHash)
    if result.end.kind == .idle { idleRuns += 1 }
  }

  /// Notes the trace of the schedule that has been counted last.
  mutating func note(_ hash: UInt64) {
    if options.recordsTrace { exploration.recordedTrace.hashes.append(hash) }
    exploration.traceHash =
      exploration.schedulesRun == 1 ? hash : fold(exploration.traceHash, hash)
  }

  /// Names an object from outside once when a run leaves its count changed.
  private mutating func noteExternalObjects() {
    for note in executor.notes where !exploration.notes.contains(note) { exploration.notes.append(note) }
  }

  mutating func conclude() {
    checkCooperativePool()
    if isAbandoned { exploration.stopped = .interrupted }
    keepCheckpoint()
    exploration.corpus = corpus.end(isPartial: isAbandoned || !cooperativeChecks.isEmpty)
    proof.end()
    executor.end()
    endCourse()
    exploration.distinctSchedules = counter.coverage.distinctSchedules
    exploration.coverage = counter.coverage.figures
    exploration.notes += log.notes
    if idleRuns > 0 { exploration.notes.append(.servesForGood(schedules: idleRuns)) }
    exploration.notes += executor.unknownParts.map { .unknownHere($0) }
  }

  // MARK: One execution

  /// Executes what looks into what a schedule showed.
  mutating func execute(_ request: ExecutionRequest) -> ExecutionResult {
    let result = executor.execute(request)
    if result.end.isCut { isAbandoned = true }
    return result
  }

  mutating func close() {
    if executor.close() { exploration.abandonedExecutions += 1 }
  }

  mutating func tooManyAbandonedExecutions() -> Bool {
    if exploration.abandonedExecutions < traits.mostAbandonedExecutions { return false }
    exploration.stopped = .abandonedExecutions(count: exploration.abandonedExecutions, leakedBytes: 0)
    return true
  }
}

/// What was reported last about the progress of an exploration.
private final class ShownProgress {
  var progress = ExplorationProgress(schedules: 0, distinct: 0)
}
#endif
