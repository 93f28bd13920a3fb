// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Proposes schedules in which one, two or three tasks are held back and nothing else is chosen.
///
/// Most orders that break a program are of this kind: a task comes too late (Burckhardt et al., ASPLOS
/// 2010, section 2: few priority changes show most defects). Who waited longest in the schedule that failed
/// is asked about first. Meant for runs that hold back who was passed over.
public struct DelaySearch: Sendable {
  /// Operations among which one, two and three are drawn.
  private static let widest = [12, 5, 4]

  private let sets: [[StableDeviation]]
  private var index = 0

  /// `deviations`: those of the longest waits first.
  public init(_ deviations: [StableDeviation]) {
    var sets: [[StableDeviation]] = []
    func top(_ size: Int) -> ArraySlice<StableDeviation> { deviations.prefix(DelaySearch.widest[size - 1]) }
    for deviation in top(1) { sets.append([deviation]) }
    for (first, second) in DelaySearch.pairs(top(2)) { sets.append([first, second]) }
    for (first, second) in DelaySearch.pairs(top(3)) {
      // Both are held back, and then continue in the reverse of their order.
      for (late, last) in [(first, second), (second, first)] where late.task != last.task {
        sets.append([late, last, DelaySearch.again(late, instead: last.task)])
      }
    }
    let three = Array(top(3))
    for last in three.indices {
      for (first, second) in DelaySearch.pairs(three[..<last]) { sets.append([first, second, three[last]]) }
    }
    self.sets = sets
  }

  /// The next set of deviations to try; nil when there are no more.
  public mutating func next() -> [StableDeviation]? {
    if index == sets.count { return nil }
    index += 1
    return sets[index - 1]
  }

  /// Pairs with the earliest members first.
  private static func pairs(_ deviations: ArraySlice<StableDeviation>) -> [(StableDeviation, StableDeviation)]
  {
    deviations.indices.flatMap { later in deviations[..<later].map { ($0, deviations[later]) } }
  }

  private static func again(_ deviation: StableDeviation, instead task: UInt64) -> StableDeviation {
    var deviation = deviation
    deviation.visit += 1
    deviation.instead = task
    return deviation
  }
}
