// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct DelaySearchTests {
  private func deviations(_ count: Int) -> [StableDeviation] {
    (0..<count).map {
      StableDeviation(task: UInt64($0 + 1), operation: 2, visit: 0, instead: 100, isEffect: false)
    }
  }

  private func proposals(_ deviations: [StableDeviation]) -> [[StableDeviation]] {
    var search = DelaySearch(deviations)
    var sets: [[StableDeviation]] = []
    while let set = search.next() { sets.append(set) }
    return sets
  }

  @Test func proposesEachSetOnceAndSmallOnesFirst() {
    let sets = proposals(deviations(20))
    #expect(Set(sets).count == sets.count)
    #expect(sets.map(\.count) == sets.map(\.count).sorted())
    #expect(sets[0] == [deviations(1)[0]])
    #expect(sets.count <= 50, "there are 300 runs in all")
  }

  @Test func twoThatAreLateGoOnInEitherOrder() {
    let sets = proposals(deviations(2))
    #expect(sets.count == 5)
    for (late, last) in [(1, 2), (2, 1)] {
      #expect(
        sets.contains { set in
          set.count == 3 && set[2].task == UInt64(late) && set[2].visit == 1 && set[2].instead == UInt64(last)
        })
    }
  }

  @Test func nothingToHoldBackIsNothingToTry() {
    #expect(proposals([]).isEmpty)
  }
}
