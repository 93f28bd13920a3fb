// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct SchedulerTests {
  let toy = ToyProgram(steps: [4, 3, 5], offersClock: true)

  @Test(arguments: [Strategy.auto, .random, .pct(depth: 3)])
  func runZeroTakesTheBaselineOrder(_ strategy: Strategy) {
    let scheduler = Scheduler(strategy: strategy, seed: 5)
    let plan = scheduler.beginRun(0, profile: ExecutionProfile())
    #expect(plan.strategy == .baseline)
    #expect(!plan.allowsSkew)
    #expect(toy.run(scheduler, number: 0) == [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3])
    #expect(scheduler.recorded.isEmpty)
    #expect(scheduler.choicePoints == 7)
    #expect(scheduler.choose(4) == 0)
  }

  @Test(arguments: [Strategy.random, .pct(depth: 3)])
  func aScheduleDoesNotDependOnThoseBeforeIt(_ strategy: Strategy) {
    let profile = ExecutionProfile(choicePoints: 7, steps: 12, tasks: 4)
    let inOrder = Scheduler(strategy: strategy, seed: 5)
    let traces = (0..<40).map { toy.run(inOrder, number: $0, profile: profile) }
    let backwards = Scheduler(strategy: strategy, seed: 5)
    for number in (0..<40).reversed() {
      // Only the first profile counts: what later runs look like must not leak into schedules.
      let shown = number == 39 ? profile : ExecutionProfile(choicePoints: 900, steps: 999, tasks: 9)
      #expect(toy.run(backwards, number: number, profile: shown) == traces[number], "schedule \(number)")
    }
    #expect(Set(traces).count > 20)
  }

  @Test func seedsGiveDifferentSchedules() {
    let traces = (0..<20).map { toy.run(Scheduler(strategy: .random, seed: $0), number: 1) }
    #expect(Set(traces).count == 20)
  }

  @Test func theProgramsRandomNumbersAreAStreamOfTheirOwn() {
    let chooser = Scheduler(strategy: .random, seed: 5)
    let plain = Scheduler(strategy: .random, seed: 5)
    _ = chooser.beginRun(3, profile: ExecutionProfile())
    _ = plain.beginRun(3, profile: ExecutionProfile())
    for _ in 0..<10 { _ = chooser.choose(3) }
    #expect(chooser.random() == plain.random())
    _ = plain.random()
    #expect((0..<10).map { _ in chooser.choose(100) } != (0..<10).map { _ in plain.choose(100) })
    _ = plain.beginRun(4, profile: ExecutionProfile())
    #expect(chooser.random() != plain.random())
  }

  @Test func halfOfTheRunsKeepExactTime() {
    let scheduler = Scheduler(strategy: .random, seed: 1)
    let skewed = (1...1_000).count { scheduler.beginRun($0, profile: ExecutionProfile()).allowsSkew }
    #expect(skewed == 488)
  }
}
