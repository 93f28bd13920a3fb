// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule
import GCDVocabulary

/// A smaller schedule that shows the same.
struct SmallSchedule {
  var token: ScheduleToken
  var run: RecordedRun
  /// Deviations of the schedule in which it was found.
  var deviationsBefore: Int
}

/// The state of one search for a smaller schedule.
struct ShrinkingWork {
  /// Clock, pool and random numbers of all its runs.
  var token: ScheduleToken
  let signature: UInt64
  /// Deviations of the schedule in which the finding was made.
  let before: Int
  var best: SmallSchedule?
  var runs = 0
  var steps = 0
}

/// Makes the schedule of a finding small before anybody sees it.
///
/// The deviations from the baseline order are what a reader has to follow; whatever can be left out without
/// losing the finding is left out. Each attempt is a run of the body, so attempts are counted and bounded.
extension Explorer {
  /// Runs of all searches of one exploration at most.
  private static let mostShrinkingRunsInAll = 3_000
  /// A schedule with so many deviations is small as it is, and one of another kind would hardly be smaller.
  static let fewDeviations = 3
  /// Steps of one search at most: a long schedule is tried less often instead of for minutes.
  private static let mostShrinkingSteps = 5_000_000

  /// A schedule with fewer deviations than that of `token` whose run has the same signature; nil if there is
  /// none, or if the schedule does not come out again.
  mutating func shrink(_ token: ScheduleToken, _ signature: UInt64) -> SmallSchedule? {
    if token.deviations.isEmpty || exploration.shrinkingRuns >= Explorer.mostShrinkingRunsInAll { return nil }
    var work = ShrinkingWork(token: token, signature: signature, before: token.deviations.count)
    scheduler.begin(replaying: token, recordingDetours: true)
    guard attempt(token, signature) != nil else { return nil }
    let (detours, order) = (scheduler.detours, scheduler.wholeOrder)
    var kept: [Detour]
    if work.before <= Explorer.fewDeviations {
      kept = leaveOut(of: detours, &work)
    } else if let late = holdBack(scheduler.longestWaits, &work) {
      kept = leaveOut(of: late, &work)
    } else {
      kept = leaveOut(of: excerpt(of: order, detours, &work), &work)
    }
    // Few enough for anybody to follow: the effort goes into schedules that are not.
    while kept.count > 2, let smaller = redraw(kept, &work) { kept = leaveOut(of: smaller, &work) }
    if token.allowsSkew, mayGoOn(work) {
      work.token.allowsSkew = false
      _ = holds(kept, &work, mayBeAsLarge: true)
    }
    exploration.shrinkingRuns += work.runs
    return work.best
  }

  func mayGoOn(_ work: ShrinkingWork) -> Bool {
    work.runs < options.mostShrinkingRuns && work.steps < Explorer.mostShrinkingSteps
      && exploration.deadRuns < Explorer.mostDeadRuns / 2
  }

  /// A schedule that only holds some tasks back; nil if none shows the finding.
  private mutating func holdBack(_ detours: [Detour], _ work: inout ShrinkingWork) -> [Detour]? {
    var search = HoldSearch(detours)
    while mayGoOn(work), let candidate = search.next() {
      scheduler.begin(holdingBack: candidate, of: work.token)
      if let made = holds(&work) { return made }
    }
    return nil
  }

  /// What is left when no detour can be left out any more.
  private mutating func leaveOut(of detours: [Detour], _ work: inout ShrinkingWork) -> [Detour] {
    var search = SubsetSearch(detours)
    while mayGoOn(work), let candidate = search.next() {
      let made = holds(candidate, &work)
      search.answer(made != nil, made: made)
    }
    return search.kept
  }

  /// A smaller set from the parts of one that can lose no member; nil if none turns up.
  private mutating func redraw(_ kept: [Detour], _ work: inout ShrinkingWork) -> [Detour]? {
    var redraw = DetourRedraw(kept, seed: work.token.entropySeed)
    while mayGoOn(work), let candidate = redraw.next() {
      if let made = holds(candidate, &work), made.count < kept.count { return made }
    }
    return nil
  }

  /// The same with a set of detours.
  private mutating func holds(
    _ detours: [Detour], _ work: inout ShrinkingWork, mayBeAsLarge: Bool = false
  ) -> [Detour]? {
    scheduler.begin(taking: detours, of: work.token)
    return holds(&work, mayBeAsLarge: mayBeAsLarge)
  }

  /// Makes the run that the scheduler has begun: the detours in it, where the finding still shows.
  mutating func holds(_ work: inout ShrinkingWork, mayBeAsLarge: Bool = false) -> [Detour]? {
    let run = attempt(work.token, work.signature)
    work.runs += 1
    work.steps += engine.state.pointee.trace.count
    guard var run else { return nil }
    let limit = (work.best?.token.deviations.count ?? work.before) + (mayBeAsLarge ? 1 : 0)
    if run.token.deviations.count < limit {
      run.deviationsBefore = work.before
      work.best = run
    }
    return scheduler.detours
  }

  /// Runs the schedule that the scheduler has begun; nil if it shows something else.
  private mutating func attempt(_ token: ScheduleToken, _ signature: UInt64) -> SmallSchedule? {
    run(scheduler.plan, width: token.poolWidth)
    scheduler.endReplay()
    defer { finish() }
    let suspicion = Suspicion(engine, body)
    if suspicion.isEmpty || suspicion.signature != signature { return nil }
    return SmallSchedule(
      token: scheduler.token(poolWidth: engine.state.pointee.world.width), run: RecordedRun(engine),
      deviationsBefore: 0)
  }
}
#endif
