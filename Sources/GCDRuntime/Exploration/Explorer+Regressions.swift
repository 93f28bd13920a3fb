// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary

/// Runs what failed before, ahead of the exploration.
///
/// A recorded schedule is tried in three manners, each only where the one before it no longer fits: choice by
/// choice; by the orders between tasks that it stands for; by a bounded search near them. None of these runs
/// counts as a schedule of the exploration or moves its numbers.
extension Explorer {
  /// True when exploring is to stop.
  mutating func replaySaved(_ file: RegressionFile) -> Bool {
    for (number, line) in file.read() where options.onlySaved == nil || options.onlySaved == number {
      let place = RegressionOrigin(file: file.shown, number: number, manner: .exact)
      switch line {
      case .unreadable(let reason):
        exploration.notes.append(.savedScheduleUnreadable(entry: place.entry, reason: reason))
      case .schedule(let saved) where saved.test == file.test:
        guard let token = try? ScheduleToken(parsing: saved.token) else {
          exploration.notes.append(.savedScheduleUnreadable(entry: place.entry, reason: "it is damaged"))
          continue
        }
        origin = place
        defer { origin = nil }
        if replay(saved, token) { return true }
      case .schedule: continue
      }
      if tooManyDeadRuns() { return true }
    }
    return false
  }

  mutating func replay(_ saved: SavedSchedule, _ token: ScheduleToken) -> Bool {
    isStillFound = false
    var stops = false
    let isExact = replayExactly(saved, token, &stops)
    if !isExact, !isStillFound {
      let detours = saved.order.map(\.detour)
      let mapped = replayOrders(saved, token, detours, &stops)
      if !isStillFound, mapped != detours { _ = replayOrders(saved, token, mapped, &stops) }
      if !isStillFound { search(token, mapped, &stops) }
    }
    if !isStillFound, let origin {
      exploration.notes.append(.noLongerFound(origin, finding: "\(saved.code) (\(saved.message))"))
    }
    return stops
  }

  /// False where the program no longer takes the recorded course.
  private mutating func replayExactly(
    _ saved: SavedSchedule, _ token: ScheduleToken, _ stops: inout Bool
  ) -> Bool {
    let plan = scheduler.begin(replaying: token)
    runSaved(plan, token)
    scheduler.endReplay()
    let steps = engine.state.pointee.trace.count
    let isExact = scheduler.divergence == nil && engine.state.pointee.trace.hash == saved.trace
    if isExact {
      stops = judge(plan)
    } else if options.onlySaved != nil {
      let difference =
        scheduler.divergence.map { ReplayDifference($0, in: engine) }
        ?? ReplayDifference.otherCourse(expected: saved.steps, steps: steps)
      exploration.divergence = difference.words
    }
    finish()
    return isExact
  }

  /// Returns the detours by the names that tasks have now.
  private mutating func replayOrders(
    _ saved: SavedSchedule, _ token: ScheduleToken, _ detours: [Detour], _ stops: inout Bool
  ) -> [Detour] {
    origin?.manner = .orders
    let plan = scheduler.begin(taking: detours, of: token)
    runSaved(plan, token)
    let made = Set(scheduler.detours)
    let names = TaskNames(engine)
    let steps = engine.state.pointee.trace.count
    let mapped = saved.order.map(names.detour)
    if options.onlySaved != nil, let index = detours.firstIndex(where: { !made.contains($0) }) {
      exploration.divergence = ReplayDifference.orderNotMet(saved.order[index].words, steps: steps).words
    }
    stops = judge(plan)
    finish()
    return mapped
  }

  private mutating func search(_ token: ScheduleToken, _ detours: [Detour], _ stops: inout Bool) {
    origin?.manner = .search
    for number in 0..<options.mostSearches {
      // The first half keeps the orders and moves their places; the second tries any order.
      let keepsOrders = number < options.mostSearches / 2
      if keepsOrders, detours.isEmpty { continue }
      let plan =
        keepsOrders
        ? scheduler.begin(taking: Detour.moved(detours, attempt: number), of: token)
        : scheduler.beginSampling(number, of: token)
      runSaved(plan, token)
      stops = judge(plan)
      finish()
      if isStillFound || tooManyDeadRuns() { return }
      if let progress, !progress(madeProgress) {
        exploration.stopped = .interrupted
        stops = true
        return
      }
    }
  }

  private mutating func runSaved(_ plan: RunPlan, _ token: ScheduleToken) {
    savedRuns += 1
    run(plan, width: token.poolWidth)
  }

  /// Looks at the run that has just ended, as at any other.
  private mutating func judge(_ plan: RunPlan) -> Bool {
    let suspicion = Suspicion(engine, body)
    if suspicion.isEmpty { return false }
    let isKnown = hasSeen(suspicion)
    let before = (exploration.errors.count, silencedFindings)
    let stops = inspect(savedRuns - 1, plan)
    isStillFound = isKnown || before != (exploration.errors.count, silencedFindings)
    return stops
  }

  // MARK: What is kept

  var keepsErrors: Bool { options.regressions != nil || options.keepsErrors }

  /// What a regression file needs of a run that has just ended by a token.
  func saving(_ run: RecordedRun) -> SavedRun? {
    guard keepsErrors else { return nil }
    let root = options.regressions?.root ?? ""
    let names = TaskNames(engine)
    return SavedRun(
      steps: run.steps.count, trace: run.hash,
      order: scheduler.detours.map { names.order($0, relativeTo: root) })
  }

  /// Notes an error whose schedule shows it again.
  mutating func keep(_ finding: Finding) {
    guard keepsErrors, let lastRun, finding.severity == .error,
      options.keepsErrors || origin?.manner != .exact, finding.kind.code != .notDeterministic,
      !finding.schedule.isEmpty
    else { return }
    exploration.saved.append(
      SavedSchedule(finding, test: options.regressions?.test ?? options.testID, of: lastRun))
  }
}
#endif
