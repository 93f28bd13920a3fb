// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct TimelineReductionTests {
  private let kept = (0..<5).map { index in
    StableDeviation(
      task: UInt64(index + 1), operation: 3, visit: index, instead: UInt64(index + 2), isEffect: false)
  }

  @Test func proposesSmallerSetsOfTheSameTasksAndEachOnce() {
    var redraw = TimelineReduction(kept, seed: 1)
    var seen: Set<[StableDeviation]> = []
    for _ in 0..<300 {
      guard let candidate = redraw.next() else { break }
      #expect((1...3).contains(candidate.count))
      #expect(seen.insert(candidate).inserted)
      #expect(candidate.allSatisfy { (1...6).contains($0.instead) && (2...4).contains($0.operation) })
    }
    #expect(seen.count == 300)
  }

  @Test func equalSeedsProposeTheSame() {
    var first = TimelineReduction(kept, seed: 9)
    var second = TimelineReduction(kept, seed: 9)
    for _ in 0..<50 { #expect(first.next() == second.next()) }
  }

  @Test func oneDetourCannotBecomeFewer() {
    var redraw = TimelineReduction([kept[0]], seed: 1)
    #expect(redraw.next() == nil)
  }

  @Test func movedDetoursStayNearAndKeepTheirTasks() {
    for attempt in 0..<100 {
      let moved = StableDeviation.moved(kept, attempt: attempt)
      #expect(moved.map(\.instead) == kept.map(\.instead))
      #expect(moved.map(\.task) == kept.map(\.task))
      #expect(moved.allSatisfy { abs($0.operation - 3) <= 1 + attempt / 20 })
      #expect(moved == StableDeviation.moved(kept, attempt: attempt))
    }
  }
}
