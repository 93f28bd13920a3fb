// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule
import GCDVocabulary

/// A smaller schedule that shows the same.
struct SmallSchedule {
  var token: ScheduleToken
  var run: RecordedRun
  /// Suspicion.fingerprint of that run.
  var fingerprint: UInt64
  /// Deviations of the schedule in which it was found.
  var deviationsBefore: Int
}

/// Makes the schedule of a finding small before anybody sees it.
///
/// The deviations from the baseline order are what a reader has to follow; whatever can be left out without
/// losing the finding is left out. Each attempt is a run of the body, so attempts are counted and bounded.
extension Explorer {
  /// Runs of all searches of one exploration at most.
  private static let mostShrinkingRunsInAll = 3_000
  /// Steps of one search at most: a long schedule is tried less often instead of for minutes.
  private static let mostShrinkingSteps = 5_000_000

  /// A schedule with fewer deviations than that of `token` whose run has the same signature; nil if there is
  /// none, or if the schedule does not come out again.
  mutating func shrink(_ token: ScheduleToken, _ signature: UInt64) -> SmallSchedule? {
    if token.deviations.isEmpty || exploration.shrinkingRuns >= Explorer.mostShrinkingRunsInAll { return nil }
    var runs = 0
    var steps = 0
    func mayGoOn() -> Bool {
      runs < options.mostShrinkingRuns && steps < Explorer.mostShrinkingSteps
        && exploration.deadRuns < Explorer.mostDeadRuns / 2
    }
    var best: SmallSchedule?
    scheduler.begin(replaying: token, recordingDetours: true)
    guard attempt(token, signature) != nil else { return nil }
    var search = SubsetSearch(scheduler.detours)
    while mayGoOn(), let detours = search.next() {
      scheduler.begin(taking: detours, of: token)
      let run = attempt(token, signature)
      runs += 1
      steps += engine.state.pointee.trace.count
      if var run, run.token.deviations.count < (best?.token.deviations.count ?? token.deviations.count) {
        run.deviationsBefore = token.deviations.count
        best = run
      }
      search.answer(run != nil, made: run == nil ? nil : scheduler.detours)
    }
    if token.allowsSkew, mayGoOn() {
      var exact = token
      exact.allowsSkew = false
      scheduler.begin(taking: search.kept, of: exact)
      runs += 1
      if var run = attempt(exact, signature),
        run.token.deviations.count <= (best?.token.deviations.count ?? token.deviations.count)
      {
        run.deviationsBefore = token.deviations.count
        best = run
      }
    }
    exploration.shrinkingRuns += runs
    return best
  }

  /// Runs the schedule that the scheduler has begun; nil if it shows something else.
  private mutating func attempt(_ token: ScheduleToken, _ signature: UInt64) -> SmallSchedule? {
    run(RunSettings(plan: scheduler.plan, options: options, width: token.poolWidth))
    scheduler.endReplay()
    defer { finish() }
    let suspicion = Suspicion(engine, body)
    if suspicion.isEmpty || suspicion.signature != signature { return nil }
    return SmallSchedule(
      token: scheduler.token(poolWidth: engine.state.pointee.world.width), run: RecordedRun(engine),
      fingerprint: suspicion.fingerprint, deviationsBefore: 0)
  }
}
#endif
