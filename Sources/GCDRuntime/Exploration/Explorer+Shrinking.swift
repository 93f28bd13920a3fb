// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport
import GCDSchedule

/// What the runs of a search for a smaller schedule have to show.
struct ShrinkingAim {
  var signature: UInt64 = 0
  /// Real nanoseconds: where the exploration has a limit of time, a search may take as long again.
  var deadline = UInt64.max
}

/// Smaller schedules for findings; each attempt is an execution.
extension Explorer {
  /// A schedule with fewer deviations than that of `token` whose run has the same signature; nil if there is
  /// none, or if the schedule does not come out again.
  ///
  /// - Parameter steps: of that run.
  mutating func shrink(
    _ token: ScheduleToken, _ signature: UInt64, steps: Int
  ) -> SmallSchedule<RecordedExecution>? {
    let limits = traits.shrinking
    if exploration.shrinkingRuns >= limits.runsInAll || steps > limits.stepsOfOne { return nil }
    shrinkingAim = ShrinkingAim(signature: signature)
    if let limit = options.timeLimit?.wholeNanoseconds {
      shrinkingAim.deadline = gcdc_real_monotonic_ns() + min(limit, .max / 2)
    }
    var shrinker = ScheduleShrinker<Explorer>(
      token, mostRuns: limits.runs ?? options.mostShrinkingRuns, mostSteps: limits.steps)
    let small = shrinker.shrink(asking: &self)
    exploration.shrinkingRuns += shrinker.runs
    return small
  }
}

extension Explorer: ShrinkingOracle {
  package typealias Failure = Never

  package var mayGoOnShrinking: Bool {
    exploration.abandonedExecutions < traits.mostAbandonedExecutions / 2 && !executor.isStopped
      && (shrinkingAim.deadline == .max || gcdc_real_monotonic_ns() < shrinkingAim.deadline)
  }

  package mutating func attempt(
    _ wanted: ShrinkingRun, of token: ScheduleToken
  ) -> ShrinkingAnswer<RecordedExecution> {
    let result = execute(ExecutionRequest(.shrunk(wanted, of: token), width: token.poolWidth))
    defer { close() }
    var answer = ShrinkingAnswer<RecordedExecution>(steps: result.steps)
    guard result.fingerprint != nil, result.signature == shrinkingAim.signature, let made = executor.token,
      let trail = executor.trail
    else { return answer }
    var shown = ShrinkingAnswer<RecordedExecution>.Shown(
      token: made, deviations: trail.deviations, run: executor.record)
    shown.longestWaits = trail.longestWaits
    shown.order = trail.order
    answer.shown = shown
    return answer
  }
}
#endif
