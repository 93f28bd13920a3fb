// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// From an execution that looks wrong to findings: made small, executed again with full stacks, reported
/// once.
extension Explorer {
  var silencedFindings: Int { log.state.silenced }

  /// Looks at the open execution; true when exploring is to stop.
  mutating func inspect(_ number: Int, _ request: ExecutionRequest, _ result: ExecutionResult) -> Bool {
    guard let fingerprint = result.fingerprint, !seenFailures.contains(fingerprint) else { return false }
    let result = undisturbed(request, result)
    if isAbandoned { return true }
    guard let fingerprint = result.fingerprint, seenFailures.insert(fingerprint).inserted else {
      return false
    }
    corpus.keep(failure: fingerprint, result, of: executor)
    corpus.isInspecting = true
    defer { corpus.isInspecting = false }
    var token = executor.token
    var context = self.context(number, request.schedule, token)
    if result.has(.isOnce) {
      // Running the schedule again would not show it again.
      let findings = executor.findings(context, neededWorkers: 0, after: nil)
      let stops = reportAll(findings, executor.record.printed) && !options.keepGoing
      return stops || isTooLong(result, findings)
    }
    if result.has(.isProgressing) {
      if executor.livelock(context).map({ report($0) }) != true {
        exploration.stopped = .tooLong(steps: result.steps)
      }
      return true
    }
    if let dependence = executor.dependence(context) { return report(dependence) && !options.keepGoing }
    var first = executor.record
    let isStarved = result.has(.isStarved)
    // What came from outside the process may come otherwise the next time: what this run shows is kept.
    let unconfirmed =
      result.has(.sawOutsideEvent) ? executor.findings(context, neededWorkers: 0, after: nil) : nil
    if request.records.contains(.findings), unconfirmed == nil, !isStarved, result.end.kind != .stepLimit {
      let findings = executor.findings(context, neededWorkers: 0, after: nil)
      return reportAll(findings, first.printed) && !options.keepGoing
    }
    close()
    guard var wanted = token else { return false }
    var isShown = request.showsOutput
    let mayShrink =
      unconfirmed == nil
      && (options.shrinksReplay || (options.replay == nil && origin?.manner != .exact))
      && first.end.kind != .stepLimit
    if mayShrink, let small = shrink(wanted, result.signature, steps: result.steps) {
      wanted = small.token
      isShown = isShown && small.deviationsBefore == wanted.deviations.count
      token = wanted
      first = small.run
      context.token = wanted.description
      context.shrinking = Shrinking(before: small.deviationsBefore, after: wanted.deviations.count)
    }
    // It needs no order; so it is the usual one that fails now, unless random numbers or the pool decide.
    if wanted.deviations.isEmpty, number > 0, let passedFirst,
      let finding = outlivingState(0, numbered.request(0), passedFirst)
    {
      return report(finding) && !options.keepGoing
    }
    if isAbandoned { return true }
    lastRun = nil
    let workers =
      isStarved
      ? smallestSufficientWidth(wanted, isCooperative: result.has(.hasStarvedSwiftTasks)) : 0
    let (findings, printed) = confirm(
      first, wanted, context, unconfirmed, isShown: isShown, neededWorkers: workers,
      attempts: traits.sharesProcess ? 2 : 1)
    if isAbandoned { return true }
    if reportAll(findings, printed), !options.keepGoing { return true }
    return isTooLong(result, findings)
  }

  /// Whether further schedules would take as long, and end no better.
  private mutating func isTooLong(_ result: ExecutionResult, _ findings: [Finding]) -> Bool {
    let isGivenUp = result.end.kind == .stepLimit || result.end.kind == .stalled
    if !isGivenUp || findings.isEmpty || exploration.stopped == .finding { return false }
    exploration.stopped = .tooLong(steps: result.steps)
    return true
  }

  /// True if one of them is an error.
  private mutating func reportAll(_ findings: [Finding], _ printed: PrintedRun?) -> Bool {
    var stops = false
    for finding in findings {
      let worded = executor.addingFrameworkMessage(finding, printed)
      let explained = movingToShortWait(addingStandstill(to: addingDifference(to: worded)))
      if report(explained) { stops = true }
    }
    return stops
  }

  /// Executes the schedule again with full stacks and makes findings from that execution, or from the first
  /// one where only that shows them; with what that one printed.
  ///
  /// - Parameter isShown: What the schedule prints has been shown already.
  private mutating func confirm(
    _ first: RecordedExecution, _ token: ScheduleToken, _ context: FindingOrigin, _ unconfirmed: [Finding]?,
    isShown: Bool, neededWorkers: Int, attempts: Int
  ) -> (findings: [Finding], printed: PrintedRun?) {
    let isEndless = first.end.kind == .stepLimit
    var request = ExecutionRequest.replaying(
      token, fairAfter: isEndless ? first.fairAfter : nil, .findings)
    if keepsErrors { request.records.insert(.saved) }
    if first.end.kind == .failed { request.records.insert(.words) }
    if Explorer.mayBeCompared(first, token) { request.records.insert(.trace) }
    request.showsOutput = options.shows(isFirst: true) && !isShown
    request.neededWorkers = neededWorkers
    request.context = RequestContext(context)
    let result = execute(request)
    if isAbandoned { return (unconfirmed ?? [], first.printed) }
    if isEndless { return (confirmLivelock(first, result, context), nil) }
    let second = executor.record
    lastRun = keepsErrors ? executor.saved(relativeTo: options.regressions?.root ?? "") : nil
    if second.hash == first.hash, second.end == first.end {
      if request.records.contains(.trace) { confirmedSteps = (token, executor.trace) }
      return (executor.findings(context, neededWorkers: neededWorkers, after: first), second.printed)
    }
    if let unconfirmed { return (unconfirmed, first.printed) }
    // Something that is made once per process, such as a lazy global, may have been made in the first run:
    // the second and a third must then agree.
    if attempts > 1 {
      close()
      return confirm(
        second, token, context, nil, isShown: isShown || request.showsOutput, neededWorkers: neededWorkers,
        attempts: attempts - 1)
    }
    // What this last run met is true as well, although nothing promises that it comes out again.
    let findings = executor.findings(context, neededWorkers: 0, after: nil)
    if second.end.kind == .vanished { return (findings, second.printed) }
    return ([executor.divergence(first, second, context)] + findings, second.printed)
  }

  private mutating func confirmLivelock(
    _ first: RecordedExecution, _ result: ExecutionResult, _ context: FindingOrigin
  ) -> [Finding] {
    // In a fair order the loop ended.
    if result.end.isFinished || result.end.isCut { return [] }
    guard result.end.kind == .stepLimit else {
      return executor.findings(context, neededWorkers: 0, after: nil)
    }
    lastRun = SavedExecution(steps: first.steps, trace: first.hash, order: [])
    return executor.livelock(context).map { [$0] } ?? []
  }

  /// A new finding that is not allowed is kept and reported; true if it is an error.
  mutating func report(_ finding: Finding) -> Bool {
    if !corpus.isInspecting { corpus.beUnsure() }
    guard !isAbandoned, let finding = log.admit(finding) else { return false }
    exploration.findings.append(finding)
    keep(finding)
    observer?(finding)
    executor.stopForDebugger(finding)
    if finding.severity == .error {
      exploration.stopped = .finding
      return true
    }
    return false
  }

  func context(
    _ number: Int, _ schedule: ExecutionRequest.Schedule, _ token: ScheduleToken?
  ) -> FindingOrigin {
    var context = numbered.context(number, schedule, token)
    context.regression = origin
    if corpus.isReplaying { context.strategy = FindingOrigin.corpus }
    return context
  }
}
#endif
