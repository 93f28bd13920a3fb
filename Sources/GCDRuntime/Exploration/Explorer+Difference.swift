// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// What is different where a schedule passes.
extension Explorer {
  /// Steps of a schedule that is compared at most: each is put in words.
  private static let mostComparedSteps = 2_000
  /// Deviations of the baseline order that are tried until one passes.
  private static let mostDeviationsTried = 12

  /// Adds to a failed check which steps come in another order in a schedule that passes and differs from its
  /// own by one deviation: the last one is left out, or one is added to the baseline order.
  mutating func addingDifference(to finding: Finding) -> Finding {
    guard case .testFailed(var failure) = finding.kind, failure.order == nil,
      finding.steps.total <= Explorer.mostComparedSteps, DebuggerStop.asked == nil, !executor.isStopped,
      let token = try? ScheduleToken(parsing: finding.context.token),
      let failing = outcome(of: token, .trace), !failing.passes
    else { return finding }
    for neighbour in Explorer.neighbours(of: token, choicePoints: failing.choicePoints) {
      guard let passing = outcome(of: neighbour, []), passing.passes else { continue }
      if let lines = outcome(of: neighbour, .trace)?.lines {
        failure.order = OrderDifference(failing: failing.lines, passing: lines)
      }
      break
    }
    var finding = finding
    finding.kind = .testFailed(failure)
    return finding
  }

  private static func neighbours(of token: ScheduleToken, choicePoints: Int) -> [ScheduleToken] {
    let deviations =
      token.deviations.isEmpty
      ? (0..<min(choicePoints, Explorer.mostDeviationsTried)).map {
        [Deviation(point: UInt32($0 + 1), choice: 1)]
      }
      : [token.deviations.dropLast()]
    return deviations.map {
      ScheduleToken(
        entropySeed: token.entropySeed, poolWidth: token.poolWidth, allowsSkew: token.allowsSkew,
        deviations: $0)
    }
  }

  /// How a schedule ends, which stays open, and its steps where these are asked for; nil where it is cut.
  private mutating func outcome(
    of token: ScheduleToken, _ records: ExecutionRequest.Records
  ) -> (passes: Bool, choicePoints: Int, lines: [StepLine])? {
    close()
    // In words, a step has a place only with its stack.
    let all = records.isEmpty ? records : records.union(.findings)
    let result = executor.execute(ExecutionRequest.replaying(token, all))
    if result.end.isCut || result.steps > Explorer.mostComparedSteps { return nil }
    return (
      result.end.isFinished && result.fingerprint == nil, result.choicePoints,
      records.isEmpty ? [] : executor.trace
    )
  }
}
#endif
