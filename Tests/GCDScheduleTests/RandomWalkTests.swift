// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct RandomWalkTests {
  /// Two tasks of two steps have six interleavings; the walk gives 1/4 to those of one task first, else 1/8.
  @Test func reachesEveryInterleavingWithItsShare() {
    let scheduler = Scheduler(strategy: .random, seed: 11)
    let toy = ToyProgram(steps: [2, 2])
    var counts: [[UInt32]: Int] = [:]
    for number in 1...8_000 { counts[toy.run(scheduler, number: number), default: 0] += 1 }
    #expect(
      counts == [
        [1, 1, 2, 2]: 2_014, [2, 2, 1, 1]: 1_985, [1, 2, 1, 2]: 997,
        [1, 2, 2, 1]: 989, [2, 1, 1, 2]: 984, [2, 1, 2, 1]: 1_031,
      ])
  }

  @Test func takesACandidateAtAnyPositionEquallyOften() {
    let scheduler = Scheduler(strategy: .random, seed: 2)
    _ = scheduler.beginRun(1, profile: ExecutionProfile())
    let candidates = [TaskID(4), TaskID(9), TaskID(2)]
    var counts = [0, 0, 0]
    for _ in 0..<3_000 { counts[scheduler.next(candidates, 3, baseline: 1)] += 1 }
    #expect(counts == [954, 986, 1_060])
  }

  /// With one task ready, time goes first in 1/8, 1/32 or 1/128 of the points, depending on the run.
  @Test func timeOvertakesReadyWorkOnlyNowAndThen() {
    let scheduler = Scheduler(strategy: .random, seed: 2)
    var moves = 0
    for number in 1...300 {
      _ = scheduler.beginRun(number, profile: ExecutionProfile())
      for _ in 0..<100 {
        moves += scheduler.next([.clock, TaskID(3)], 2, baseline: 1) == 0 ? 1 : 0
      }
    }
    #expect(moves == 1_589)
  }
}
