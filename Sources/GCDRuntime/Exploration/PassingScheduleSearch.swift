// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule

/// Looks for a schedule that passes where the baseline order fails, with as few deviations as is quickly
/// found.
///
/// First single deviations, then random ones at many choice points, of which those that are not needed are
/// left out in shrinking parts (as delta debugging does: Zeller and Hildebrandt, TSE 2002; only the
/// complements are tried here). Pure: it says which schedule is to be executed next, and takes whether that
/// passed.
struct PassingScheduleSearch {
  private static let mostSingle = 16
  private static let mostRandom = 12
  /// Choice points of the baseline order at which a random schedule may deviate.
  private static let mostPoints = 200
  private static let mostReductions = 24

  private enum Phase {
    case single(Int)
    case random(Int)
    /// Leaves out `count` deviations from `first` on.
    case reduction(first: Int, count: Int)
  }

  private let baseline: ScheduleToken
  private let choicePoints: Int
  private var random: SeededGenerator
  private var phase = Phase.single(0)
  private var reductions = 0
  private var asked: ScheduleToken?
  /// The one with the fewest deviations that is known to pass; nil where none is known.
  private(set) var passing: ScheduleToken?

  init(_ baseline: ScheduleToken, choicePoints: Int) {
    self.baseline = baseline
    self.choicePoints = choicePoints
    random = SeededGenerator(seed: baseline.entropySeed)
  }

  /// The schedule to execute next; nil where the search is over.
  mutating func next() -> ScheduleToken? {
    asked = nil
    if choicePoints == 0 { return nil }
    switch phase {
    case .single(let number):
      // One of the two is that of the baseline order.
      if number < 2 * min(choicePoints, PassingScheduleSearch.mostSingle) {
        asked = baseline.with([Deviation(point: UInt32(number / 2 + 1), choice: UInt32(number % 2))])
      } else {
        phase = .random(0)
        return next()
      }
    case .random(let number):
      if number < PassingScheduleSearch.mostRandom { asked = baseline.with(randomDeviations()) }
    case .reduction: asked = reduced()
    }
    return asked
  }

  /// Takes whether the schedule that was asked for passed.
  mutating func take(_ passes: Bool) {
    guard let asked else { return }
    if passes { passing = asked }
    switch phase {
    case .single(let number): phase = passes ? .reduction(first: 0, count: 0) : .single(number + 1)
    case .random(let number):
      let half = (asked.deviations.count + 1) / 2
      phase = passes ? .reduction(first: asked.deviations.count - half, count: half) : .random(number + 1)
    case .reduction(let first, let count):
      // From the end: what comes last is most likely not needed.
      phase = .reduction(first: first - count, count: count)
    }
  }

  private mutating func reduced() -> ScheduleToken? {
    guard case .reduction(var first, var count) = phase, let passing, count > 0 else { return nil }
    reductions += 1
    if reductions > PassingScheduleSearch.mostReductions { return nil }
    if first < 0, first + count > 0 {
      count += first
      first = 0
    } else if first < 0 {
      if count == 1 { return nil }
      count /= 2
      first = passing.deviations.count - count
    }
    guard first >= 0, first + count <= passing.deviations.count, passing.deviations.count > count else {
      return nil
    }
    phase = .reduction(first: first, count: count)
    var deviations = Array(passing.deviations)
    deviations.removeSubrange(first..<(first + count))
    return baseline.with(deviations)
  }

  /// Each choice point takes one of the first three candidates with a probability of one third.
  private mutating func randomDeviations() -> [Deviation] {
    (1...min(choicePoints, PassingScheduleSearch.mostPoints)).compactMap { point in
      let draw = random.next() % 9
      return draw < 3 ? Deviation(point: UInt32(point), choice: UInt32(draw)) : nil
    }
  }
}
#endif
