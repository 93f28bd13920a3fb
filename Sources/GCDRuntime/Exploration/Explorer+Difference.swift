// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule
import GCDVocabulary

/// What is different where a schedule passes.
extension Explorer {
  /// Steps of a schedule that is compared at most: each is put in words.
  private static let mostComparedSteps = 2_000
  /// Schedules that are executed to find the last moment that decides, at most. A hang says more by its waits
  /// than a check, and its report is not to come much later for this.
  private static let mostComparisons = 30
  private static let mostComparisonsOfHangs = 8
  /// Steps that are executed to find what to compare with, at most.
  private static let mostExecutedSteps = 30_000

  /// Adds which steps come in another order in a schedule that passes and differs by one deviation, as late
  /// as possible: to what never ends as a note, since its waits say why, and to a failed check, which it
  /// moves to where nothing keeps them in order.
  mutating func addingDifference(to finding: Finding) -> Finding {
    guard finding.steps.total <= Explorer.mostComparedSteps, DebuggerStop.asked == nil, !executor.isStopped,
      let token = try? ScheduleToken(parsing: finding.context.token)
    else { return finding }
    switch finding.kind {
    case .testFailed(let failure):
      return failure.order == nil ? addingDifference(to: finding, failure, token) : finding
    case .waitCycle, .semaphoreNeverSignaled, .groupNeverEmpty, .waitNeverSatisfied, .taskNeverFinishes,
      .leftSuspended:
      // What the usual order comes to needs no other one to be compared with.
      guard finding.severity == .error, !token.deviations.isEmpty,
        let pair = closestSchedules(to: token, within: Explorer.mostComparisonsOfHangs),
        let lines = comparedLines(pair, token)
      else { return finding }
      var finding = finding
      var difference = OrderDifference(
        failing: lines.failing, passing: lines.passing, reported: lines.reported)
      // The waits say why, and what is to be changed; what comes too late may be no step.
      if case .codeBehind = difference?.cause {} else { difference?.cause = nil }
      finding.remarks += difference.map { [.otherOrder($0)] } ?? []
      finding.remarks += fewerCalls(finding.kind, lines.passing, lines.reported ?? lines.failing)
      return finding
    case .syncOnOwnQueue, .poolExhausted, .misuse, .preconditionFailed, .sourceDropped,
      .continuationResumedTwice, .secondConsumer, .lockOrderInversion, .barrierOnGlobalQueue,
      .lockAcrossSuspension, .dataRace, .livelock, .notDeterministic, .uncontrolled:
      return finding
    }
  }

  /// The calls that a schedule which passes makes more often, of those that what is awaited needs.
  private func fewerCalls(
    _ kind: FindingKind, _ passing: [StepLine], _ failing: [StepLine]
  ) -> [FindingNote] {
    let (call, object): (OperationKind, ObjectName)
    switch kind {
    case .groupNeverEmpty(let evidence): (call, object) = (.leave, evidence.group)
    case .semaphoreNeverSignaled(let evidence): (call, object) = (.signal, evidence.edge.resource)
    default: return []
    }
    func calls(_ lines: [StepLine]) -> [CodeLocation] {
      lines.filter { $0.operation == call && $0.object == object }.compactMap(\.location)
    }
    let (all, here) = (calls(passing), calls(failing))
    let place = all.first { place in all.count { $0 == place } > here.count { $0 == place } }
    // A place that makes more of them instead is another branch.
    guard let place, all.count > here.count else { return [] }
    return [
      .fewerCalls(
        call, on: object, at: place, passing: all.count { $0 == place }, here: here.count { $0 == place })
    ]
  }

  private mutating func addingDifference(
    to finding: Finding, _ failure: TestFailure, _ token: ScheduleToken
  ) -> Finding {
    guard let pair = closestSchedules(to: token, within: Explorer.mostComparisons),
      let lines = comparedLines(pair, token)
    else { return finding }
    var (finding, failure) = (finding, failure)
    // What runs out where the schedule passes as well is meant to.
    if lines.passing.contains(where: {
      $0.outcome == .timedOut && $0.location == failure.shortWait?.location
    }) {
      failure.shortWait = nil
    }
    failure.order = OrderDifference(failing: lines.failing, passing: lines.passing, reported: lines.reported)
    if let place = failure.order?.cause?.location, place != finding.location {
      failure.location = finding.location
      finding.location = place
      finding.excerpt = SourceText.excerpt(at: place)
    }
    finding.kind = .testFailed(failure)
    return finding
  }

  /// The steps of two schedules, of which one fails and one passes, and of the reported one.
  private mutating func comparedLines(
    _ pair: SchedulePair, _ token: ScheduleToken
  ) -> (failing: [StepLine], passing: [StepLine], reported: [StepLine]?)? {
    // In words, a step has a place only with its stack.
    guard let passing = outcome(of: pair.passing, [.trace, .findings]), passing.passes,
      let failing = outcome(of: pair.failing, [.trace, .findings])?.lines
    else { return nil }
    let reported = pair.failing == token ? failing : outcome(of: token, [.trace, .findings])?.lines
    return (failing, passing.lines, reported)
  }

  /// A schedule that passes, and one that fails, which differ by the moment of one deviation, and that by as
  /// little as was found; nil where no schedule is known that passes.
  private mutating func closestSchedules(
    to token: ScheduleToken, within executions: Int
  ) -> SchedulePair? {
    guard let deviating = token.deviations.isEmpty ? passingSchedule(near: token) : token else { return nil }
    var search = LateDeviationSearch(
      deviating, fails: !token.deviations.isEmpty, mostExecutions: executions)
    var executed = 0
    while executed < Explorer.mostExecutedSteps, let candidate = search.next() {
      let outcome = outcome(of: candidate, .trace)
      executed += outcome?.steps ?? Explorer.mostComparedSteps
      search.take(outcome.map { ($0.passes, $0.lines) })
    }
    return search.pair
  }

  /// A schedule that passes where the baseline order fails, and fails without the last of its deviations.
  private mutating func passingSchedule(near baseline: ScheduleToken) -> ScheduleToken? {
    guard let failing = outcome(of: baseline, []), !failing.passes else { return nil }
    var search = PassingScheduleSearch(baseline, choicePoints: failing.choicePoints)
    var executed = 0
    while executed < Explorer.mostExecutedSteps, let candidate = search.next() {
      let outcome = outcome(of: candidate, [])
      executed += outcome?.steps ?? Explorer.mostComparedSteps
      search.take(outcome?.passes ?? false)
    }
    return search.passing
  }

  /// How a schedule ends, which stays open, and its steps where these are asked for; nil where it is cut.
  private mutating func outcome(
    of token: ScheduleToken, _ records: ExecutionRequest.Records
  ) -> (passes: Bool, steps: Int, choicePoints: Int, lines: [StepLine])? {
    close()
    let result = executor.execute(ExecutionRequest.replaying(token, records))
    if result.end.isCut || result.steps > Explorer.mostComparedSteps { return nil }
    return (
      result.end.isFinished && result.fingerprint == nil, result.steps, result.choicePoints,
      records.isEmpty ? [] : executor.trace
    )
  }
}
#endif
