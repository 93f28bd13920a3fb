// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// What is different where a schedule passes.
extension Explorer {
  /// Steps of a schedule that is compared at most: each is put in words.
  private static let mostComparedSteps = 2_000

  /// Adds to a failed check which steps come in another order in the schedule without the last deviation, if
  /// that one passes; both are executed.
  mutating func addingDifference(to finding: Finding) -> Finding {
    guard case .testFailed(var failure) = finding.kind, failure.order == nil,
      finding.steps.total <= Explorer.mostComparedSteps, DebuggerStop.asked == nil, !executor.isStopped,
      let token = try? ScheduleToken(parsing: finding.context.token), !token.deviations.isEmpty
    else { return finding }
    let shorter = ScheduleToken(
      entropySeed: token.entropySeed, poolWidth: token.poolWidth, allowsSkew: token.allowsSkew,
      deviations: token.deviations.dropLast())
    guard let passing = lines(of: shorter, passes: true), let failing = lines(of: token, passes: false),
      let order = OrderDifference(failing: failing, passing: passing)
    else { return finding }
    failure.order = order
    var finding = finding
    finding.kind = .testFailed(failure)
    return finding
  }

  /// The steps of a schedule, which stays open; nil where it does not end as it is to.
  private mutating func lines(of token: ScheduleToken, passes: Bool) -> [StepLine]? {
    close()
    let result = executor.execute(ExecutionRequest.replaying(token, [.trace, .findings]))
    let isRight =
      passes ? result.end.isFinished && result.fingerprint == nil : result.fingerprint != nil
    return isRight && !result.end.isCut && result.steps <= Explorer.mostComparedSteps ? executor.trace : nil
  }
}
#endif
