// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Proposes schedules in which one, two or three tasks are held back and nothing else is chosen.
///
/// Most orders that break a program are of this kind: somebody comes too late (Burckhardt et al., ASPLOS
/// 2010, section 2: few priority changes show most defects). Who waited longest in the schedule that failed
/// is asked about first. Meant for runs that hold back who was passed over.
public struct HoldSearch: Sendable {
  /// Operations among which one, two and three are drawn.
  private static let widest = [12, 5, 4]

  private let sets: [[Detour]]
  private var index = 0

  /// `detours`: those of the longest waits first.
  public init(_ detours: [Detour]) {
    var sets: [[Detour]] = []
    func top(_ size: Int) -> ArraySlice<Detour> { detours.prefix(HoldSearch.widest[size - 1]) }
    for detour in top(1) { sets.append([detour]) }
    for (first, second) in HoldSearch.pairs(top(2)) { sets.append([first, second]) }
    for (first, second) in HoldSearch.pairs(top(3)) {
      // Both are held back, and then go on in the reverse of their order.
      for (late, last) in [(first, second), (second, first)] where late.task != last.task {
        sets.append([late, last, HoldSearch.again(late, instead: last.task)])
      }
    }
    let three = Array(top(3))
    for last in three.indices {
      for (first, second) in HoldSearch.pairs(three[..<last]) { sets.append([first, second, three[last]]) }
    }
    self.sets = sets
  }

  /// The next set of detours to try; nil when there are no more.
  public mutating func next() -> [Detour]? {
    if index == sets.count { return nil }
    index += 1
    return sets[index - 1]
  }

  /// Pairs with the earliest members first.
  private static func pairs(_ detours: ArraySlice<Detour>) -> [(Detour, Detour)] {
    detours.indices.flatMap { later in detours[..<later].map { ($0, detours[later]) } }
  }

  private static func again(_ detour: Detour, instead task: UInt64) -> Detour {
    var detour = detour
    detour.visit += 1
    detour.instead = task
    return detour
  }
}
