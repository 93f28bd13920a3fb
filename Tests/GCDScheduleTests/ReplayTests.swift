// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct ReplayTests {
  let toy = ToyProgram(steps: [4, 3, 5], offersClock: true)

  /// Run, print, parse, replay: the same order, the same random numbers, the same token again.
  @Test(arguments: [Strategy.auto, .random, .pct(depth: 3), .baseline])
  func everyScheduleRoundTrips(_ strategy: Strategy) throws {
    let explorer = Scheduler(strategy: strategy, seed: 21)
    let replayer = Scheduler(strategy: .random, seed: 99)
    for number in 0..<200 {
      let trace = toy.run(explorer, number: number)
      let choice = explorer.choose(3)
      let text = explorer.token(poolWidth: 64).description
      let token = try ScheduleToken(parsing: text)

      let plan = replayer.begin(replaying: token)
      #expect(plan.poolWidth == 64)
      #expect(plan.allowsSkew == explorer.plan.allowsSkew)
      #expect(replayer.random() == explorer.random())

      // The toy ends its run before the operation's own choice is asked for.
      #expect(toy.replayKeepingOpen(replayer, token) == trace)
      #expect(replayer.choose(3) == choice)
      replayer.endReplay()
      #expect(replayer.divergence == nil)
      #expect(replayer.token(poolWidth: 64).description == text)
    }
  }

  @Test func aChoiceThatIsNotPossibleAnyMoreIsNamed() throws {
    let token = ScheduleToken(
      entropySeed: 1, poolWidth: 0, allowsSkew: false,
      deviations: [Deviation(point: 2, choice: 1), Deviation(point: 4, choice: 2)])
    let scheduler = Scheduler(strategy: .random, seed: 1)
    let trace = ToyProgram(steps: [3, 3]).replay(scheduler, token)
    #expect(trace == [1, 2, 1, 1, 2, 2])
    #expect(
      scheduler.divergence
        == .choiceNotPossible(
          point: 4, choice: 2, candidates: 2, at: DivergencePlace(able: [TaskID(1), TaskID(2)])))
  }

  @Test func aRunThatEndsBeforeItsTokenIsNamed() {
    let token = ScheduleToken(
      entropySeed: 1, poolWidth: 0, allowsSkew: false, deviations: [Deviation(point: 9, choice: 1)])
    let scheduler = Scheduler(strategy: .random, seed: 1)
    _ = ToyProgram(steps: [2, 1]).replay(scheduler, token)
    #expect(scheduler.divergence == .endedEarly(expected: 9, made: 2))
    _ = scheduler.beginRun(1, profile: ExecutionProfile())
    #expect(scheduler.divergence == nil, "a new run starts without the divergence of the last one")
  }

  @Test func onlyTheFirstDivergenceIsKept() {
    let token = ScheduleToken(
      entropySeed: 1, poolWidth: 0, allowsSkew: false,
      deviations: [
        Deviation(point: 1, choice: 5), Deviation(point: 2, choice: 6), Deviation(point: 40, choice: 1),
      ])
    let scheduler = Scheduler(strategy: .random, seed: 1)
    _ = ToyProgram(steps: [2, 2]).replay(scheduler, token)
    #expect(
      scheduler.divergence
        == .choiceNotPossible(
          point: 1, choice: 5, candidates: 2, at: DivergencePlace(able: [TaskID(1), TaskID(2)])))
  }

  @Test func aLongRunKeepsAllOfItsDeviations() {
    let long = ToyProgram(steps: [2_000, 2_000])
    let scheduler = Scheduler(strategy: .random, seed: 1)
    let trace = long.run(scheduler, number: 1)
    let token = scheduler.token(poolWidth: 0)
    #expect(token.deviations.count > 1_500)
    #expect(long.replay(Scheduler(strategy: .random, seed: 2), token) == trace)
  }
}
