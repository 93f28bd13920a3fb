// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct DelayRankingTests {
  private func deviation(_ task: UInt64, _ operation: Int, visit: Int = 0, instead: UInt64 = 9)
    -> StableDeviation
  {
    StableDeviation(task: task, operation: operation, visit: visit, instead: instead, isEffect: false)
  }

  /// Task 1 waits for one choice, task 2 for three, task 3 is never chosen again; task 9 goes instead.
  private func waits() -> DelayRanking {
    var waits = DelayRanking()
    waits.goesOn(9, operation: 1)
    waits.passesOver(deviation(3, 1))
    waits.goesOn(9, operation: 2)
    waits.passesOver(deviation(2, 4))
    waits.goesOn(9, operation: 3)
    waits.passesOver(deviation(2, 4, visit: 1))
    waits.goesOn(9, operation: 4)
    waits.passesOver(deviation(1, 2))
    waits.goesOn(2, operation: 4)
    waits.goesOn(1, operation: 2)
    return waits
  }

  @Test func theLongestWaitComesFirstAndEachOperationOnce() {
    #expect(waits().longest.map(\.task) == [3, 1, 2])
    #expect(waits().longest.map(\.visit) == [0, 0, 0])
  }

  @Test func aTaskStandsForItsFirstOperationThatWasPassedOver() {
    var waits = waits()
    waits.goesOn(9, operation: 5)
    waits.passesOver(deviation(1, 3))
    for operation in 6..<20 { waits.goesOn(9, operation: operation) }
    waits.goesOn(1, operation: 3)
    // Operation 3 of task 1 waited longest but for that of task 3; task 1, which went on last, stands for
    // its operation 2.
    #expect(waits.longest.map(\.operation) == [1, 2, 3, 4])
  }
}
