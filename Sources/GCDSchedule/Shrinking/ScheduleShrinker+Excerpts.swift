// Licensed under the Apache License, Version 2.0; see LICENSE.

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
