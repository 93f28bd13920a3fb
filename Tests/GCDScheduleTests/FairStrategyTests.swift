// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct FairStrategyTests {
  let candidates = [TaskID(1), TaskID(2), TaskID(3)]

  private func picks(_ count: Int, _ scheduler: Scheduler, yielding: Set<UInt32> = []) -> [UInt32] {
    (0..<count).map { _ in
      let task = candidates[scheduler.next(candidates, 3, baseline: 0)]
      if yielding.contains(task.rawValue) { scheduler.yielded(task) }
      return task.rawValue
    }
  }

  private func start(after point: Int) -> Scheduler {
    let scheduler = Scheduler(strategy: .random, seed: 1)
    let token = ScheduleToken(
      entropySeed: 1, poolWidth: 0, allowsSkew: false, deviations: [Deviation(point: 2, choice: 2)])
    scheduler.begin(replaying: token, fairAfter: point)
    return scheduler
  }

  @Test func takesTurnsAfterTheReplayedPrefix() {
    #expect(picks(9, start(after: 3)) == [1, 3, 1, 1, 2, 3, 1, 2, 3])
  }

  @Test func choicesOfTheTokenEndWhereFairnessBegins() {
    let scheduler = start(after: 1)
    #expect(picks(4, scheduler) == [1, 1, 2, 3])
    scheduler.endReplay()
    #expect(scheduler.divergence == nil)
  }

  @Test func whoYieldsRunsOnlyWhenNobodyElseCan() {
    let scheduler = start(after: 2)
    #expect(picks(7, scheduler, yielding: [1, 3]) == [1, 3, 2, 2, 2, 2, 2])
    #expect(picks(4, scheduler, yielding: [1, 2, 3]) == [2, 1, 3, 2])
  }

  @Test func prefersEveryTaskToTheClock() {
    let scheduler = Scheduler(strategy: .random, seed: 1)
    let empty = ScheduleToken(entropySeed: 1, poolWidth: 0, allowsSkew: true, deviations: [])
    scheduler.begin(replaying: empty, fairAfter: 0)
    for _ in 0..<5 {
      #expect(scheduler.next([.clock, TaskID(7)], 2, baseline: 0) == 1)
      scheduler.yielded(TaskID(7))
    }
  }
}
