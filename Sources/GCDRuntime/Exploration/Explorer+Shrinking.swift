// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule

/// Smaller schedules for findings; each attempt is a run of the body.
extension Explorer {
  /// Runs of all searches of one exploration at most.
  private static let mostShrinkingRunsInAll = 3_000
  private static let mostShrinkingSteps = 5_000_000

  /// A schedule with fewer deviations than that of `token` whose run has the same signature; nil if there is
  /// none, or if the schedule does not come out again.
  mutating func shrink(_ token: ScheduleToken, _ signature: UInt64) -> SmallSchedule<RecordedRun>? {
    if exploration.shrinkingRuns >= Explorer.mostShrinkingRunsInAll { return nil }
    wantedSignature = signature
    var shrinker = ScheduleShrinker<Explorer>(
      token, mostRuns: options.mostShrinkingRuns, mostSteps: Explorer.mostShrinkingSteps)
    let small = shrinker.shrink(asking: &self)
    exploration.shrinkingRuns += shrinker.runs
    return small
  }
}

extension Explorer: ShrinkingOracle {
  typealias Failure = Never

  var mayGoOnShrinking: Bool { exploration.deadRuns < Explorer.mostDeadRuns / 2 && !RunCut.isAsked }

  mutating func attempt(
    _ wanted: ShrinkingRun, of token: ScheduleToken
  ) -> ShrinkingAnswer<RecordedRun> {
    scheduler.begin(wanted, of: token)
    run(scheduler.plan, width: token.poolWidth)
    scheduler.endReplay()
    defer { finish() }
    var answer = ShrinkingAnswer<RecordedRun>(steps: engine.state.pointee.trace.count)
    let suspicion = Suspicion(engine, body)
    if suspicion.isEmpty || suspicion.signature != wantedSignature { return answer }
    var shown = ShrinkingAnswer<RecordedRun>.Shown(
      token: scheduler.token(poolWidth: engine.state.pointee.world.width), detours: scheduler.detours,
      run: RecordedRun(engine))
    if wanted == .recording {
      shown.longestWaits = scheduler.longestWaits
      shown.order = scheduler.wholeOrder
    }
    answer.shown = shown
    return answer
  }
}
#endif
