// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary

/// From a run that looks wrong to findings: made small, run again with full stacks, told once.
extension Explorer {
  /// Whether the finding of such a run is told already.
  func hasSeen(_ suspicion: Suspicion) -> Bool { seenSuspicions.contains(suspicion.fingerprint) }

  var silencedFindings: Int { log.state.silenced }

  /// Looks at the run that has just ended; true when exploring is to stop.
  mutating func inspect(_ number: Int, _ plan: RunPlan) -> Bool {
    let suspicion = Suspicion(engine, body)
    if suspicion.isEmpty { return false }
    if !seenSuspicions.insert(suspicion.fingerprint).inserted { return false }
    var token = scheduler.token(poolWidth: engine.state.pointee.world.width)
    if !engine.foreignCalls.isEmpty {
      // A thread outside the run took part: running the schedule again would not show it again.
      var stops = false
      let evidence = Evidence(engine, context(number, plan, token), body, options)
      for finding in evidence.findings() where report(finding) { stops = true }
      return stops && !options.keepGoing
    }
    if engine.state.pointee.end == .stepLimit, engine.state.pointee.getsOn {
      let steps = engine.state.pointee.trace.count
      if !report(Evidence(engine, context(number, plan, token), body, options).livelock()) {
        exploration.stopped = .tooLong(steps: steps)
      }
      return true
    }
    if engine.state.pointee.end == .quiescent || engine.state.pointee.end == .stepLimit,
      let (step, thread) = engine.firstStepOfLeftThread
    {
      let evidence = Evidence(engine, context(number, plan, token), body, options)
      return report(evidence.dependence(onThread: thread, step)) && !options.keepGoing
    }
    var first = RecordedRun(engine)
    let isStarved = isStarvedOfWorkers
    var context = self.context(number, plan, token)
    // What came from outside the process may come otherwise the next time: what this run shows is kept.
    let unconfirmed =
      sawOutsideEvent ? Evidence(engine, context, body, options).findings() : nil
    let mayShrink =
      unconfirmed == nil
      && (options.shrinksReplay || (options.replay == nil && origin?.manner != .exact))
      && first.end != .stepLimit
    finish()
    if mayShrink, let small = shrink(token, suspicion.signature) {
      token = small.token
      first = small.run
      context.token = token.description
      context.shrinking = Shrinking(before: small.deviationsBefore, after: token.deviations.count)
    }
    lastRun = nil
    neededWorkers = isStarved ? smallestSufficientWidth(token) : 0
    let findings = confirm(first, token, context, unconfirmed, attempts: 2)
    var stops = false
    for finding in findings where report(finding) { stops = true }
    if !stops, first.end == .stepLimit, !findings.isEmpty {
      // Further schedules would take as long, and end no better.
      exploration.stopped = .tooLong(steps: first.steps.count)
      return true
    }
    return stops && !options.keepGoing
  }

  /// Runs the schedule again with full stacks and makes findings from that run.
  private mutating func confirm(
    _ first: RecordedRun, _ token: ScheduleToken, _ context: RunContext, _ unconfirmed: [Finding]?,
    attempts: Int
  ) -> [Finding] {
    if first.end == .stepLimit { return confirmLivelock(first, token, context) }
    let plan = scheduler.begin(replaying: token, recordingDetours: keepsErrors)
    run(plan, width: token.poolWidth, recordingStacks: true)
    scheduler.endReplay()
    let second = RecordedRun(engine)
    lastRun = saving(second)
    if second.hash == first.hash, second.end == first.end {
      var evidence = Evidence(engine, context, body, options)
      evidence.neededWorkers = neededWorkers
      if evidence.races.isEmpty, !first.races.isEmpty { evidence.raceOnce(first.races) }
      return evidence.findings()
    }
    if let unconfirmed { return unconfirmed }
    // Something that is made once per process, such as a lazy global, may have been made in the first run:
    // the second and a third must then agree.
    if attempts > 1 {
      finish()
      return confirm(second, token, context, nil, attempts: attempts - 1)
    }
    // What this last run met is true as well, although nothing promises that it comes out again.
    let evidence = Evidence(engine, context, body, options)
    return [evidence.divergence(first, second)] + evidence.findings()
  }

  private mutating func confirmLivelock(
    _ first: RecordedRun, _ token: ScheduleToken, _ context: RunContext
  ) -> [Finding] {
    let plan = scheduler.begin(replaying: token, fairAfter: first.choicePoints / 2)
    run(plan, width: token.poolWidth, recordingStacks: false)
    scheduler.endReplay()
    guard engine.state.pointee.end == .stepLimit else { return [] }
    lastRun = SavedRun(steps: first.steps.count, trace: first.hash, order: [])
    return [Evidence(engine, context, body, options).livelock()]
  }

  /// A new finding that is not allowed is kept and told; true if it is an error.
  mutating func report(_ finding: Finding) -> Bool {
    guard !isAbandoned, let finding = log.admit(finding) else { return false }
    exploration.findings.append(finding)
    keep(finding)
    observer?(finding)
    engine.stopForDebugger(finding)
    if finding.severity == .error {
      exploration.stopped = .finding
      return true
    }
    return false
  }

  func context(_ number: Int, _ plan: RunPlan, _ token: ScheduleToken) -> RunContext {
    let pool = PoolLimit(rawValue: token.poolWidth)
    var context = RunContext(
      test: options.displayName, target: options.replayTarget, schedule: number + 1,
      of: options.replay == nil ? options.schedules : 0, strategy: plan.words, seed: seed,
      token: token.description, poolWidth: pool == .unbounded ? nil : pool.workers,
      poolGrows: pool.grows ? true : nil,
      neededClockSkew: false, directory: WorkingDirectory.current())
    context.regression = origin
    return context
  }
}
#endif
