// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct HoldSearchTests {
  private func detours(_ count: Int) -> [Detour] {
    (0..<count).map {
      Detour(task: UInt64($0 + 1), operation: 2, visit: 0, instead: 100, isEffect: false)
    }
  }

  private func proposals(_ detours: [Detour]) -> [[Detour]] {
    var search = HoldSearch(detours)
    var sets: [[Detour]] = []
    while let set = search.next() { sets.append(set) }
    return sets
  }

  @Test func proposesEachSetOnceAndSmallOnesFirst() {
    let sets = proposals(detours(20))
    #expect(Set(sets).count == sets.count)
    #expect(sets.map(\.count) == sets.map(\.count).sorted())
    #expect(sets[0] == [detours(1)[0]])
    #expect(sets.count <= 50, "there are 300 runs in all")
  }

  @Test func twoThatAreLateGoOnInEitherOrder() {
    let sets = proposals(detours(2))
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
