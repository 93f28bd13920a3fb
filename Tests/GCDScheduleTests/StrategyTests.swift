// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct StrategyTests {
  @Test(arguments: [
    Strategy.auto, .random, .baseline, .pct(depth: 1), .pct(depth: 3), .pct(depth: 32), .exhaustive,
    .exhaustive(bound: 0),
  ])
  func readsItsOwnDescription(_ strategy: Strategy) {
    #expect(Strategy.parse(strategy.description) == strategy)
  }

  @Test func pctHasADefaultDepth() { #expect(Strategy.parse("pct") == .pct(depth: 3)) }

  @Test(arguments: ["", "Random", "pct:", "pct:0", "pct:33", "pct:-1", "pct:3 ", "pct:three", "dfs"])
  func refusesEverythingElse(_ text: String) { #expect(Strategy.parse(text) == nil) }

  @Test func autoIsDecidedByTheNumberAlone() {
    let scheduler = Scheduler(strategy: .auto, seed: 9)
    let names = (0..<9).map { scheduler.beginRun($0, profile: RunProfile()).strategyName }
    #expect(
      names == ["baseline", "random", "pct:3", "random", "pct:4", "random", "pct:5", "random", "pct:2"])
  }
}
