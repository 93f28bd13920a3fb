// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct StrategyTests {
  @Test(arguments: [
    Strategy.auto, .random, .baseline, .pct(depth: 1), .pct(depth: 3), .pct(depth: 32), .pctcp(depth: 3),
    .pos, .urw, .surw(depth: 0), .surw(depth: 2), .sites(depth: 0), .sites(depth: 32), .delay(bound: 1),
    .exhaustive, .exhaustive(bound: 0),
  ])
  func readsItsOwnDescription(_ strategy: Strategy) {
    #expect(Strategy.parse(strategy.description) == strategy)
  }

  @Test func pctHasADefaultDepth() { #expect(Strategy.parse("pct") == .pct(depth: 3)) }

  @Test(arguments: [
    "", "Random", "pct:", "pct:0", "pct:33", "pct:-1", "pct:3 ", "pct:three", "dfs", "pos:2", "surw:0",
    "urw:",
  ])
  func refusesEverythingElse(_ text: String) { #expect(Strategy.parse(text) == nil) }

  @Test(arguments: StrategyName.allCases)
  func theRegistryAndTheStrategiesAgree(_ name: StrategyName) throws {
    let usual = try #require(Strategy(name.rawValue))
    #expect(usual == Strategy(name, number: nil))
    #expect(usual.name == name)
    #expect(usual.words.hasPrefix(name.rawValue))
    #expect(StrategyName.spellings.contains(name.rawValue))
    #expect(StrategyName.wanted.contains(name.form))
    guard let number = name.entry.number else { return }
    for value in number.range {
      let strategy = try #require(Strategy("\(name.rawValue):\(value)"))
      #expect(strategy == Strategy(name, number: value))
      #expect(strategy.number == value)
      #expect(strategy.words.contains("\(value)"))
    }
  }

  @Test func reportsNameThem() {
    let names: [Strategy] = [
      .pct(depth: 3), .surw(depth: 0), .sites(depth: 5), .delay(bound: 2), .exhaustive, .exhaustive(bound: 2),
      .baseline,
    ]
    #expect(
      names.map(\.words) == [
        "pct, depth 3", "surw", "sites over pct, depth 5", "delay, bound 2", "exhaustive",
        "exhaustive, at most 2 preemptions", "baseline order",
      ])
  }

  @Test func everySpellingIsRead() {
    for text in StrategyName.spellings { #expect(Strategy(text) != nil, "\(text)") }
  }

  @Test func autoIsDecidedByTheNumberAlone() {
    let scheduler = Scheduler(strategy: .auto, seed: 9)
    let names = (0..<12).map { scheduler.beginRun($0, profile: ExecutionProfile()).strategyName }
    #expect(
      names == [
        "baseline", "surw", "sites:5", "surw", "sites:5", "surw", "sites", "surw", "sites:5", "surw",
        "sites:5", "surw",
      ])
  }
}
