// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDVocabulary
import SharedScenarios
import Testing

@testable import GCDScenario

/// Shards run the schedules of one exploration, and find at each number what it finds there.
@Suite(.serialized) struct ShardTests {
  @Test func aShardIsSpelledAsAPartOfAll() throws {
    #expect(Shard("2/5") == Shard(2, of: 5))
    #expect(try #require(Shard("2/5")).description == "2/5")
    for text in ["0/5", "6/5", "1", "1/", "/1", "1/2/3", "-1/2", "+1/2", " 1/2", "1/0", "1/10001", "a/b"] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [1, 2, 3, 5, 7]) func eachNumberIsInOneShard(_ count: Int) throws {
    for number in 0..<50 {
      let owners = (1...count).filter { Shard($0, of: count)!.owns(number) }
      #expect(owners == [number % count + 1])
    }
    for schedules in 1..<20 {
      let sum = (1...count).reduce(0) { sum, index in
        sum + ExplorationOptions(schedules: schedules, shard: Shard(index, of: count)).ownSchedules
      }
      #expect(sum == schedules)
    }
  }

  private func result(_ text: String, _ shard: Shard?) throws -> ScenarioResult {
    var options = ScenarioOptions()
    options.schedules = 200
    options.keepGoing = true
    options.save = false
    options.shard = shard
    return try Scenario(text: text, path: "s.gcd.yaml").run(options)
  }

  @Test(arguments: SharedScenario.all, [1, 2, 3, 5])
  func shardsTogetherFindWhatOneProcessFinds(_ text: String, _ count: Int) throws {
    let whole = try result(text, nil)
    let shards = try (1...count).map { try result(text, Shard($0, of: count)) }
    if whole.exploration.stopped == .exhausted {
      // A search came to its end beside the first schedules, which are the first shard's.
      #expect(shards[0].exploration.stopped == .exhausted)
      #expect(shards[0].exploration.schedulesRun == whole.exploration.schedulesRun)
      #expect(shards[0].exploration.traceHash == whole.exploration.traceHash)
      #expect(shards[0].outcomes == whole.outcomes)
      return
    }
    let all = shards.flatMap(\.exploration.findings).enumerated().sorted { one, other in
      (one.element.context.schedule, one.offset) < (other.element.context.schedule, other.offset)
    }
    var known: Set<String> = []
    let union = all.map(\.element).filter { known.insert($0.signature).inserted }
    #expect(union == whole.exploration.findings)
    #expect(union.map(\.report) == whole.exploration.findings.map(\.report))
    // The runs of a search beside the first schedules take the places of the last ones.
    let searched = count == 1 ? 0 : shards[0].exploration.recordedTrace.beginning.hashes - 100
    #expect(
      shards.reduce(0) { $0 + $1.exploration.schedulesRun } == whole.exploration.schedulesRun + searched)
    #expect(Set(shards.flatMap(\.outcomes)) == Set(whole.outcomes))
    #expect(
      shards.reduce(0) { $0 + $1.exploration.directedRuns } == whole.exploration.directedRuns)
  }

  @Test func onlyTheFirstShardSearchesAllOrders() throws {
    var options = ScenarioOptions()
    options.strategy = .exhaustive
    options.shard = Shard(1, of: 2)
    let scenario = try Scenario(text: SharedScenario.counts, path: "s.gcd.yaml")
    let first = try scenario.run(options).exploration
    options.shard = Shard(2, of: 2)
    let second = try scenario.run(options).exploration
    #expect(first.isExhaustive)
    #expect(second.schedulesRun == 0)
    #expect(!second.isExhaustive)
  }
}
