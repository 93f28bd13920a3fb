// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Whether a schedule says all that an execution depends on (GCD901).
extension Explorer {
  /// Executes a schedule again that looks right: a program whose schedules depend on more than the schedule
  /// is reported at once, unless only the first execution differs from all others.
  ///
  /// Where all executions share a process, what is made once per process may have been made in the first one:
  /// the second and the third must then agree. A body that never leaves a choice is let off there, whatever
  /// differs: it needs no schedule to come out again.
  mutating func checkDeterminism(
    _ number: Int, _ request: ExecutionRequest, _ first: ExecutionResult, _ token: ScheduleToken,
    _ isOnlySchedule: Bool
  ) -> Bool {
    let second = again(request, token, [])
    let secondRun = executor.record
    close()
    if isAbandoned { return true }
    if traits.sharesProcess, first.fingerprint == nil, second.fingerprint != nil {
      let finding = outlivingState(number, request, token)
      if isAbandoned { return true }
      if let finding { return report(finding) && !options.keepGoing }
    }
    if second.traceHash == first.traceHash, traits.sharesProcess || second.end == first.end { return false }
    if repeatsUndisturbed(request, token) == true { return false }
    if isAbandoned { return true }
    if !traits.sharesProcess, twoMoreAgree(with: second, request, token) {
      firstHasLeftSomething = number == 0 && !hasBegunAgain
      return false
    }
    if isAbandoned { return true }
    let context = self.context(number, Self.replayed(request, token, traits), token)
    if !traits.sharesProcess {
      return report(executor.divergence(RecordedExecution(first), secondRun, context)) && !options.keepGoing
    }
    let third = again(request, token, .findings)
    defer { close() }
    if isAbandoned { return true }
    if third.traceHash == second.traceHash
      || (isOnlySchedule && second.choicePoints + third.choicePoints == 0)
    {
      return false
    }
    var finding = executor.divergence(secondRun, executor.record, context)
    // Three traces that are all right, and only the addresses of objects between them: the test is not to
    // blame, and whether it is met hangs on the allocator.
    if case .notDeterministic(let evidence) = finding.kind, evidence.leak == .addresses {
      finding.severity = .warning
    }
    return report(finding) && !options.keepGoing
  }

  /// Whether two more executions come out as the second one did: the first has left something outside of its
  /// process, such as a folder for caches, that is there from then on.
  private mutating func twoMoreAgree(
    with second: ExecutionResult, _ request: ExecutionRequest, _ token: ScheduleToken
  ) -> Bool {
    for _ in 0..<2 {
      let more = again(request, token, [])
      close()
      if isAbandoned || more.traceHash != second.traceHash || more.end != second.end { return false }
    }
    return true
  }

  /// Begins anew with schedule 0, whose first execution does not count: what is learned from it is what each
  /// later run of the program learns, which finds what the first one has left.
  mutating func beginAgain(_ request: ExecutionRequest, _ before: Before) -> Bool {
    become(before)
    hasBegunAgain = true
    var request = request
    request.showsOutput = options.showOutput == .all
    let result = executor.execute(request)
    return wasCut(0, request, result) ? false : judge(0, request, result)
  }

  /// A schedule that had passed fails a check when the same process executes it again: no order decides, but
  /// what an earlier execution has left behind. Nil where the third execution fails no check.
  mutating func outlivingState(
    _ number: Int, _ request: ExecutionRequest, _ token: ScheduleToken
  ) -> Finding? {
    _ = again(request, token, .findings)
    defer { close() }
    if isAbandoned { return nil }
    let context = self.context(number, Self.replayed(request, token, traits), token)
    let findings = executor.findings(context, neededWorkers: 0, after: nil)
    guard let failed = findings.first(where: { $0.kind.code == .testFailed }) else { return nil }
    // The steps are the same; what differs is whether they pass.
    var finding = executor.divergence(executor.record, executor.record, context)
    if case .notDeterministic(var evidence) = finding.kind {
      evidence.leak = .state(name: nil)
      finding.kind = .notDeterministic(evidence)
    }
    finding.location = failed.location
    finding.excerpt = failed.excerpt
    return finding
  }

  mutating func again(
    _ request: ExecutionRequest, _ token: ScheduleToken, _ records: ExecutionRequest.Records
  ) -> ExecutionResult {
    var again = request
    again.schedule = Self.replayed(request, token, traits)
    again.width = token.poolWidth
    // A process of its own gets the same request again. What is made of another one would move the objects of
    // the program, which may have them in an order of their addresses.
    if traits.sharesProcess { again.records = records }
    again.mayBeCut = false
    again.showsOutput = options.showOutput == .all || (options.showOutput != .none && !records.isEmpty)
    return execute(again)
  }

  /// By its number in a process of its own, where nothing else is left of the first execution.
  private static func replayed(
    _ request: ExecutionRequest, _ token: ScheduleToken, _ traits: ExecutorTraits
  ) -> ExecutionRequest.Schedule {
    traits.sharesProcess ? .replayed(token, fairAfter: nil) : request.schedule
  }
}
#endif
