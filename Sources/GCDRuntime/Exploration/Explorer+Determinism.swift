// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Whether a schedule says all that a run depends on (GCD901).
extension Explorer {
  /// Runs the baseline order again: a program whose schedules depend on more than the schedule is told at
  /// once.
  ///
  /// One that never leaves a choice is let off, whatever differs: it needs no schedule to come out again.
  mutating func checkDeterminism(
    _ expected: UInt64, _ token: ScheduleToken, _ number: Int, _ isOnlyOrder: Bool
  ) -> Bool {
    func again(recordingStacks: Bool) -> RecordedRun {
      let plan = scheduler.begin(replaying: token)
      run(
        plan, width: token.poolWidth, recordingStacks: recordingStacks)
      return RecordedRun(engine)
    }
    let second = again(recordingStacks: false)
    if second.hash == expected {
      finish()
      return false
    }
    finish()
    let third = again(recordingStacks: true)
    if third.hash == second.hash || (isOnlyOrder && second.choicePoints + third.choicePoints == 0) {
      finish()
      return false
    }
    let context = self.context(number, scheduler.plan, token)
    var finding = Evidence(engine, context, body, options).divergence(second, third)
    // Three courses that are all right, and only the addresses of objects between them: the test is not to
    // blame, and whether it is met hangs on the allocator.
    if case .notDeterministic(let evidence) = finding.kind, evidence.leak == .addresses {
      finding.severity = .warning
    }
    finish()
    return report(finding) && !options.keepGoing
  }
}
#endif
