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

  /// Whether the steps of a schedule are going to be compared where it hangs or a check fails.
  static func mayBeCompared(_ run: RecordedExecution, _ token: ScheduleToken) -> Bool {
    let isCompared: Bool =
      switch run.end.kind {
      case .dead, .idle, .failed, .finished: true
      case .stepLimit, .stalled, .vanished, .cut: false
      }
    return isCompared && !token.deviations.isEmpty && run.steps <= mostComparedSteps
  }

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
      // What the usual order comes to needs no other one to be compared with, but for a task: what it awaits
      // does not say who was to bring it about.
      guard finding.severity == .error,
        !token.deviations.isEmpty || finding.kind.code == .taskNeverFinishes,
        let pair = closestSchedules(to: token, within: Explorer.mostComparisonsOfHangs)
      else { return finding }
      var finding = finding
      var difference = OrderDifference(
        failing: pair.failing, passing: pair.passing, reported: pair.reported)
      // The waits say why, and what is to be changed; what comes too late may be no step.
      if !saysWhy(difference?.cause, of: finding.kind) { difference?.cause = nil }
      finding.remarks += difference.map { [.otherOrder($0)] } ?? []
      let lines = pair.reported ?? pair.failing
      finding.remarks += fewerCalls(finding.kind, pair.passing, lines)
      return Explorer.namingEnter(of: finding, lines)
    case .syncOnOwnQueue, .poolExhausted, .misuse, .preconditionFailed, .sourceDropped,
      .continuationResumedTwice, .secondConsumer, .lockOrderInversion, .barrierOnGlobalQueue,
      .lockAcrossSuspension, .dataRace, .livelock, .notDeterministic, .uncontrolled:
      return finding
    }
  }

  /// Whether the waits leave open why nothing keeps the steps in order.
  private func saysWhy(_ cause: OrderCause?, of kind: FindingKind) -> Bool {
    switch cause {
    case .codeBehind: true
    case .splitSection: kind.isExplainedByOrder
    case .earlyRelease, .concurrentQueue, .lateEnter, .singleWait, .notAwaited, .noWait, nil: false
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

  /// Begins the report with the enter that the missing leave is for, where the group's other leaves of the
  /// same line are for enters of one line.
  private static func namingEnter(of finding: Finding, _ lines: [StepLine]) -> Finding {
    guard case .groupNeverEmpty(let evidence) = finding.kind, evidence.count == 1,
      let rows = evidence.ledger?.rows, let omission = finding.omission, omission.kind == .leftTooRarely
    else { return finding }
    func line(_ index: StepIndex) -> StepLine? { lines.first { $0.index == index } }
    for case .fewerCalls(.leave, _, let place, _, _) in finding.remarks {
      let enters = rows.filter { $0.operation == .leave && $0.location == place }.map { leave in
        line(leave.step)?.submitter.flatMap(line).flatMap { submission in
          rows.last { row in
            row.operation == .enter && row.step <= submission.index
              && row.participant == submission.participant
              && line(row.step)?.submitter == submission.submitter
          }?.location
        }
      }
      guard Set(enters).count == 1, let enter = enters[0],
        ([omission.location] + (omission.others ?? [])).contains(enter)
      else { continue }
      var finding = finding
      finding.omission = Omission(.neverLeft, at: enter)
      finding.location = enter
      finding.excerpt = SourceText.excerpt(at: enter)
      return finding
    }
    return finding
  }

  private mutating func addingDifference(
    to finding: Finding, _ failure: TestFailure, _ token: ScheduleToken
  ) -> Finding {
    guard let pair = closestSchedules(to: token, within: Explorer.mostComparisons) else { return finding }
    var (finding, failure) = (finding, failure)
    // What runs out where the schedule passes as well is meant to.
    if pair.passing.contains(where: {
      $0.outcome == .timedOut && $0.location == failure.shortWait?.location
    }) {
      failure.shortWait = nil
    }
    failure.order = OrderDifference(failing: pair.failing, passing: pair.passing, reported: pair.reported)
    if let single = SingleWait(in: pair.reported ?? pair.failing),
      single.wait.location.map(SourceText.isInCondition) ?? false
    {
      failure.order?.cause = .singleWait(call: single.wait, other: single.other)
    }
    if let place = failure.order?.cause?.location, place != finding.location {
      failure.location = finding.location
      finding.location = place
      finding.excerpt = SourceText.excerpt(at: place)
    }
    finding.kind = .testFailed(failure)
    return finding
  }

  /// The steps of two schedules, of which one fails and one passes, and of the reported one.
  private typealias ComparedSteps = (failing: [StepLine], passing: [StepLine], reported: [StepLine]?)

  /// A schedule that passes, and one that fails, which differ by the moment of one deviation, and that by as
  /// little as was found; nil where no schedule is known that passes.
  private mutating func closestSchedules(
    to token: ScheduleToken, within executions: Int
  ) -> ComparedSteps? {
    guard let deviating = token.deviations.isEmpty ? passingSchedule(near: token) : token else { return nil }
    var search = LateDeviationSearch(
      deviating, fails: !token.deviations.isEmpty, mostExecutions: executions)
    var executed = 0
    // The schedule that is reported is known to fail.
    let reported = confirmedSteps.flatMap { $0.token == token ? $0.lines : nil }
    var known = reported.map { [(token: token, lines: $0)] } ?? []
    while executed < Explorer.mostExecutedSteps, let candidate = search.next() {
      if candidate == token, let reported {
        search.take((passes: false, reported))
        continue
      }
      let outcome = outcome(of: candidate, .trace)
      executed += outcome?.steps ?? Explorer.mostComparedSteps
      if let outcome { known.append((candidate, outcome.lines)) }
      search.take(outcome.map { ($0.passes, $0.lines) })
    }
    func lines(of token: ScheduleToken) -> [StepLine]? { known.first { $0.token == token }?.lines }
    guard let pair = search.pair, let failing = lines(of: pair.failing),
      let passing = lines(of: pair.passing)
    else { return nil }
    return (failing, passing, lines(of: token) ?? outcome(of: token, .trace)?.lines)
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
