// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct PriorityStrategyTests {
  /// Depth 1: no changes, so every run is a permutation of whole tasks, and each one comes up equally often.
  @Test func depthOneRunsTasksToTheirEnd() {
    let scheduler = Scheduler(strategy: .pct(depth: 1), seed: 4)
    let toy = ToyProgram(steps: [2, 2, 2])
    var counts: [[UInt32]: Int] = [:]
    for number in 1...6_000 { counts[toy.run(scheduler, number: number), default: 0] += 1 }
    #expect(counts.count == 6)
    #expect(counts.values.sorted() == [960, 974, 983, 990, 1_045, 1_048])
  }

  /// The defect: task 2 makes all of its steps between step `position` and the next one of task 1 (depth 2).
  ///
  /// The bound is 1 / (n · k^(d-1)); the horizons of one, two and four times k promise 7/12 of it.
  @Test func keepsTheBoundOfItsAuthorsOnADefectOfDepthTwo() {
    let toy = ToyProgram(steps: [20, 5, 20, 20])
    let profile = ExecutionProfile(choicePoints: 45, steps: 65, tasks: 5)
    let scheduler = Scheduler(strategy: .pct(depth: 2), seed: 4)
    let walk = Scheduler(strategy: .random, seed: 4)
    let runs = 10_000
    func hits(_ scheduler: Scheduler) -> Int {
      (1...runs).count { number in
        let order = toy.run(scheduler, number: number, profile: profile).filter { $0 <= 2 }
        return order.starts(with: Array(repeating: 1, count: 11) + [2, 2, 2, 2, 2, 1])
      }
    }
    let bound = Double(runs) * 7 / 12 / (4 * 45)
    let found = hits(scheduler)
    #expect(Double(found) >= bound)
    #expect(found == 43)
    #expect(hits(walk) < found / 10, "a defect that a random walk finds as easily shows nothing")
  }

  @Test func aTaskThatYieldsGoesBelowAllOthers() {
    let scheduler = Scheduler(strategy: .pct(depth: 1), seed: 4)
    let candidates = [TaskID(1), TaskID(2), TaskID(3)]
    for number in 1...50 {
      _ = scheduler.beginRun(number, profile: ExecutionProfile())
      func pick() -> TaskID { candidates[scheduler.next(candidates, 3, baseline: 0)] }
      let first = pick()
      #expect(pick() == first)
      scheduler.yielded(first)
      let second = pick()
      scheduler.yielded(second)
      let third = pick()
      #expect(Set([first, second, third]).count == 3)
      scheduler.yielded(third)
      #expect(pick() == first, "after all have yielded, the first one is back")
    }
  }

  /// Strict priorities would starve task 2 forever; the random walk after the bound does not.
  @Test func becomesFairAfterItsBound() {
    let scheduler = Scheduler(strategy: .pct(depth: 1), seed: 4)
    let candidates = [TaskID(1), TaskID(2)]
    _ = scheduler.beginRun(1, profile: ExecutionProfile())
    let early = (0..<10_000).map { _ in scheduler.next(candidates, 2, baseline: 0) }
    #expect(Set(early).count == 1)
    let late = (0..<100).map { _ in scheduler.next(candidates, 2, baseline: 0) }
    #expect(Set(late).count == 2)
  }

  @Test func theClockNeverStandsInTheWayOfTheHighestPriority() {
    let toy = ToyProgram(steps: [3, 3], offersClock: true)
    let scheduler = Scheduler(strategy: .pct(depth: 1), seed: 8)
    for number in 1...200 {
      let trace = toy.run(scheduler, number: number).filter { $0 != 0 }
      #expect(trace == [1, 1, 1, 2, 2, 2] || trace == [2, 2, 2, 1, 1, 1])
    }
  }

  @Test func knowsTasksWithLargeNumbers() {
    let scheduler = Scheduler(strategy: .pct(depth: 3), seed: 8)
    _ = scheduler.beginRun(1, profile: ExecutionProfile())
    let candidates = [TaskID(70_000), TaskID(3), TaskID(1_000)]
    let first = scheduler.next(candidates, 3, baseline: 0)
    #expect(scheduler.next(candidates, 3, baseline: 0) == first)
  }
}
