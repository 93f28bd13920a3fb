// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct PartialScheduleTests {
  private let toy = TaskToy(
    tasks: (0..<5).map { _ in TaskToy.Task(steps: (0..<4).map { _ in TaskToy.Step() }) })
  private let scheduler = Scheduler(strategy: .random, seed: 5)

  /// A schedule in which tasks overtake each other, by its number.
  private func recorded(_ number: Int) -> (token: ScheduleToken, trace: [Int], order: PartialSchedule) {
    let trace = toy.run(scheduler, number: number)
    let token = scheduler.token(poolWidth: 0)
    scheduler.begin(replaying: token, recordingDeviations: true)
    #expect(toy.proceed(scheduler) == trace)
    scheduler.endReplay()
    return (token, trace, scheduler.wholeOrder)
  }

  private func follow(_ order: PartialSchedule, _ token: ScheduleToken) -> [Int] {
    scheduler.begin(following: order, of: token)
    return toy.proceed(scheduler)
  }

  /// As stable ids.
  private func ids(_ tasks: Int...) -> [UInt64] { tasks.map { UInt64(100 + $0) } }

  private func rows(_ trace: [Int]) -> Int {
    trace.indices.count { $0 == 0 || trace[$0] != trace[$0 - 1] }
  }

  @Test func theOrderOfAllTasksIsTheScheduleItself() {
    for number in 1..<20 {
      let (token, trace, order) = recorded(number)
      #expect(order.tasks.sorted() == ids(0, 1, 2, 3, 4))
      #expect(follow(order, token) == trace)
    }
  }

  @Test func someTasksKeepTheirOrderAndTheOthersGoOneAfterTheOther() {
    for number in 1..<20 {
      let (token, trace, order) = recorded(number)
      let followed = follow(order.of(ids(1, 3), comesLast: false), token)
      #expect(followed.filter { $0 == 1 || $0 == 3 } == trace.filter { $0 == 1 || $0 == 3 })
      #expect(followed.filter { $0 != 1 && $0 != 3 } == [0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4])
      // Where one of the two was the only one left, it did not choose to be last.
      if trace.last! % 2 == 0 { #expect(followed.prefix(8).allSatisfy { $0 == 1 || $0 == 3 }) }
    }
  }

  @Test func tasksThatComeLastWaitForAllOthers() {
    for number in 1..<20 {
      let (token, trace, order) = recorded(number)
      let followed = follow(order.of(ids(0, 2), comesLast: true), token)
      #expect(followed.prefix(12) == [1, 1, 1, 1, 3, 3, 3, 3, 4, 4, 4, 4])
      #expect(followed.suffix(8) == trace.filter { $0 == 0 || $0 == 2 }[...])
    }
  }

  @Test func itsDetoursAreTheSameRun() {
    for number in 1..<20 {
      let (token, _, order) = recorded(number)
      let followed = follow(order.of(ids(1, 2, 4), comesLast: number % 2 == 0), token)
      let deviations = scheduler.deviations
      scheduler.begin(taking: deviations, of: token)
      #expect(toy.proceed(scheduler) == followed)
      #expect(scheduler.deviations == deviations)
    }
  }

  @Test func mergedOrdersChangeBetweenTasksLessOften() {
    for number in 1..<20 {
      let (token, trace, order) = recorded(number)
      let merged = order.merged
      #expect(merged.isEmpty == (rows(trace) == toy.tasks.count))
      for candidate in merged {
        let followed = follow(candidate, token)
        #expect(followed.sorted() == trace.sorted())
        #expect(rows(followed) < rows(trace))
      }
    }
  }

  @Test func whoIsHeldBackWaitsAlthoughTheOtherOneIsNotThere() {
    let token = ScheduleToken(entropySeed: 1, poolWidth: 0, allowsSkew: false, deviations: [])
    let deviation = StableDeviation(task: 100, operation: 3, visit: 0, instead: 999, isEffect: false)
    scheduler.begin(taking: [deviation], of: token)
    #expect(toy.proceed(scheduler).prefix(4) == [0, 0, 0, 0])
    #expect(scheduler.deviations.isEmpty)
    scheduler.begin(holdingBack: [deviation], of: token)
    #expect(toy.proceed(scheduler).prefix(4) == [0, 0, 1, 1])
    #expect(scheduler.deviations.map(\.instead) == [101])
  }
}
