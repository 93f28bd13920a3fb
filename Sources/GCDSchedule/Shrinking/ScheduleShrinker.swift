// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A smaller schedule that shows the same.
public struct SmallSchedule<Run> {
  public var token: ScheduleToken
  public var run: Run
  /// Deviations of the schedule in which it was found.
  public var deviationsBefore: Int
}

/// Makes the schedule of a finding small before a user sees it.
///
/// The deviations from the baseline order are what a reader has to follow; whatever can be left out without
/// losing the finding is left out. Each attempt is a run, so attempts are counted and bounded.
public struct ScheduleShrinker<Oracle: ShrinkingOracle> {
  /// A schedule with so few deviations is small as it is, and one of another kind would hardly be smaller.
  static var fewDeviations: Int { 3 }

  /// Clock, pool and random numbers of all its runs.
  var token: ScheduleToken
  /// Deviations of the schedule in which the finding was made.
  private let before: Int
  let mostRuns: Int
  private let mostSteps: Int
  private var best: SmallSchedule<Oracle.Run>?
  /// Runs made so far, without the first one.
  public private(set) var runs = 0
  private var steps = 0

  /// - Parameters:
  ///   - mostRuns: Attempts at most.
  ///   - mostSteps: Steps of all of them at most: a long schedule is tried less often instead of for minutes.
  public init(_ token: ScheduleToken, mostRuns: Int, mostSteps: Int) {
    self.token = token
    before = token.deviations.count
    self.mostRuns = mostRuns
    self.mostSteps = mostSteps
  }

  /// A schedule with fewer deviations whose run shows the same; nil if there is none, or if the schedule does
  /// not come out again.
  public mutating func shrink(
    asking oracle: inout Oracle
  ) throws(Oracle.Failure) -> SmallSchedule<Oracle.Run>? {
    guard before > 0, let whole = try oracle.attempt(.recording, of: token).shown else { return nil }
    var kept: [StableDeviation]
    if before <= Self.fewDeviations {
      kept = try leaveOut(of: whole.deviations, &oracle)
    } else if let late = try holdBack(whole.longestWaits, &oracle) {
      kept = try leaveOut(of: late, &oracle)
    } else {
      kept = try leaveOut(of: excerpt(of: whole.order, whole.deviations, &oracle), &oracle)
    }
    // Few enough for a reader to follow: the effort goes into schedules that are not.
    while kept.count > 2, let smaller = try redraw(kept, &oracle) {
      kept = try leaveOut(of: smaller, &oracle)
    }
    // The same deviations, with fewer that the schedule could have made.
    if token.pausesAfterReleases, mayGoOn(oracle) {
      token.pausesAfterReleases = false
      if try holds(.taking(kept), &oracle, mayBeAsLarge: true) == nil { token.pausesAfterReleases = true }
    }
    if token.allowsSkew, mayGoOn(oracle) {
      token.allowsSkew = false
      _ = try holds(.taking(kept), &oracle, mayBeAsLarge: true)
    }
    return best
  }

  func mayGoOn(_ oracle: Oracle) -> Bool {
    runs < mostRuns && steps < mostSteps && oracle.mayGoOnShrinking
  }

  /// A schedule that only holds some tasks back; nil if none shows the finding.
  private mutating func holdBack(
    _ deviations: [StableDeviation], _ oracle: inout Oracle
  ) throws(Oracle.Failure) -> [StableDeviation]? {
    var search = DelaySearch(deviations)
    while mayGoOn(oracle), let candidate = search.next() {
      if let made = try holds(.holdingBack(candidate), &oracle) { return made }
    }
    return nil
  }

  /// What is left when no deviation can be left out any more.
  private mutating func leaveOut(
    of deviations: [StableDeviation], _ oracle: inout Oracle
  ) throws(Oracle.Failure) -> [StableDeviation] {
    var search = SubsetSearch(deviations)
    while mayGoOn(oracle), let candidate = search.next() {
      let made = try holds(.taking(candidate), &oracle)
      search.answer(made != nil, made: made)
    }
    return search.kept
  }

  /// A smaller set from the parts of one that can lose no member; nil if none turns up.
  private mutating func redraw(
    _ kept: [StableDeviation], _ oracle: inout Oracle
  ) throws(Oracle.Failure) -> [StableDeviation]? {
    var redraw = TimelineReduction(kept, seed: token.entropySeed)
    while mayGoOn(oracle), let candidate = redraw.next() {
      if let made = try holds(.taking(candidate), &oracle), made.count < kept.count { return made }
    }
    return nil
  }

  /// Asks for a run: the deviations in it, where the finding still shows.
  mutating func holds(
    _ run: ShrinkingRun, _ oracle: inout Oracle, mayBeAsLarge: Bool = false
  ) throws(Oracle.Failure) -> [StableDeviation]? {
    let answer = try oracle.attempt(run, of: token)
    runs += 1
    steps += answer.steps
    guard let shown = answer.shown else { return nil }
    let limit = (best?.token.deviations.count ?? before) + (mayBeAsLarge ? 1 : 0)
    if shown.token.deviations.count < limit {
      best = SmallSchedule(token: shown.token, run: shown.run, deviationsBefore: before)
    }
    return shown.deviations
  }
}

/// The order of some tasks of a schedule that shows a finding, with the deviations that this order takes.
private struct Excerpt {
  var order: PartialSchedule
  var deviations: [StableDeviation]
}

/// Makes a schedule small by its tasks: most can go undisturbed, and it takes few runs to learn which.
///
/// Leaving out deviations one by one takes hundreds of runs where dozens of tasks overtake each other, and an
/// order of two of them is often all that matters.
extension ScheduleShrinker {
  /// More deviations are left out by halves sooner than rows of steps are merged one by one.
  private static var mostDeviationsToMerge: Int { 30 }

  /// The deviations of as few tasks, in as few rows, as still show the finding; `deviations` where there are
  /// none.
  ///
  /// First with tasks that go ahead of all others, who then mostly find an early one where it does harm; then
  /// with tasks that come last.
  mutating func excerpt(
    of order: PartialSchedule, _ deviations: [StableDeviation], _ oracle: inout Oracle
  ) throws(Oracle.Failure) -> [StableDeviation] {
    var best = Excerpt(order: order, deviations: deviations)
    for comesLast in [false, true] where best.deviations.count > Self.fewDeviations {
      if let found = try leaveOutTasks(of: order, comesLast: comesLast, &oracle),
        found.deviations.count < best.deviations.count
      {
        best = found
      }
    }
    if best.deviations.count <= Self.mostDeviationsToMerge {
      while best.deviations.count > Self.fewDeviations, let merged = try merge(best, &oracle) {
        best = merged
      }
    }
    return best.deviations
  }

  /// The order of tasks none of which can be left out, or as far as a fifth of the runs leads; nil if no
  /// order of fewer tasks shows the finding.
  private mutating func leaveOutTasks(
    of order: PartialSchedule, comesLast: Bool, _ oracle: inout Oracle
  ) throws(Oracle.Failure) -> Excerpt? {
    var search = SubsetSearch(order.tasks)
    var best: Excerpt?
    let end = runs + mostRuns / 5
    while mayGoOn(oracle), runs < end, let candidate = search.next() {
      let found = try follow(order.of(candidate, comesLast: comesLast), &oracle)
      best = found ?? best
      search.answer(found != nil)
    }
    return best
  }

  /// The same with fewer deviations, where two rows of steps of one task are one; nil if there is none.
  private mutating func merge(
    _ excerpt: Excerpt, _ oracle: inout Oracle
  ) throws(Oracle.Failure) -> Excerpt? {
    for order in excerpt.order.merged {
      if let found = try follow(order, &oracle), found.deviations.count < excerpt.deviations.count {
        return found
      }
    }
    return nil
  }

  /// Runs with an order; nil if it does not show the finding, or runs are used up.
  private mutating func follow(
    _ order: PartialSchedule, _ oracle: inout Oracle
  ) throws(Oracle.Failure) -> Excerpt? {
    if !mayGoOn(oracle) { return nil }
    return try holds(.following(order), &oracle).map { Excerpt(order: order, deviations: $0) }
  }
}
