// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule
import GCDVocabulary
import SharedScenarios
import Testing

@testable import GCDScenario

/// An exploration whose schedules another one has run comes to what it comes to alone.
@Suite(.serialized) struct WorkSharingTests {
  private func options(_ strategy: Strategy, keepGoing: Bool) -> ScenarioOptions {
    var options = ScenarioOptions()
    options.schedules = 700
    options.strategy = strategy
    options.keepGoing = keepGoing
    options.save = false
    return options
  }

  /// The runs of all schedules, as a helper makes and sends them.
  private func helped(_ scenario: Scenario, _ options: ScenarioOptions) throws -> [Int: RemoteExecution] {
    var numbers = [Array(1..<100), [100], [], Array(150..<700)]
    let all = numbers.flatMap { $0 }
    var executions: [RemoteExecution] = []
    try scenario.work(
      options, next: { numbers.isEmpty ? nil : numbers.removeFirst() }, send: { executions.append($0) })
    let sent = try #require(RemoteExecution.executions(RemoteExecution.text(executions)))
    #expect(sent.count == all.count)
    return Dictionary(uniqueKeysWithValues: zip(all, sent))
  }

  @Test(arguments: SharedScenario.all, [Strategy.auto, .random, .pct(depth: 3)])
  func theLeaderComesToTheSame(_ text: String, _ strategy: Strategy) throws {
    let scenario = try Scenario(text: text, path: "s.gcd.yaml")
    for keepGoing in [false, true] {
      let asked = options(strategy, keepGoing: keepGoing)
      let whole = try scenario.run(asked)
      let runs = try helped(scenario, asked)
      var wanted: [Int] = []
      let led = try scenario.run(asked, observer: nil, progress: nil) { number, _ in
        wanted.append(number)
        return runs[number]
      }
      expectSame(led, whole)
      // Each in its turn, and none but those that are looked at by the leader in any case.
      #expect(wanted == wanted.sorted())
      #expect(!wanted.contains { $0 < 2 || $0 == 10 || $0 == 100 })
      #expect(wanted.count >= led.exploration.recordedTrace.last / 2 - 10)
    }
  }

  @Test(arguments: SharedScenario.all) func shardsMayBeHelpedAsWell(_ text: String) throws {
    let scenario = try Scenario(text: text, path: "s.gcd.yaml")
    for index in 1...2 {
      var asked = options(.random, keepGoing: true)
      asked.shard = Shard(index, of: 2)
      let whole = try scenario.run(asked)
      let owned = (1..<700).filter { asked.exploration(of: scenario).owns($0) }
      var numbers = [owned]
      var executions: [RemoteExecution] = []
      try scenario.work(
        asked, next: { numbers.popLast() }, send: { executions.append($0) })
      let byNumber = Dictionary(uniqueKeysWithValues: zip(owned, executions))
      let led = try scenario.run(asked, observer: nil, progress: nil) { number, _ in byNumber[number] }
      expectSame(led, whole)
      #expect(led.exploration.recordedTrace.hashes == whole.exploration.recordedTrace.hashes)
      #expect(led.exploration.recordedTrace.looks == whole.exploration.recordedTrace.looks)
    }
  }

  @Test func whatIsNoTextOfExecutionsIsRefused() throws {
    var result = ExecutionResult(
      end: ExecutionEnd(.failed, -6), steps: 12, choicePoints: 5, traceHash: .max)
    result.fingerprint = 3
    result.signature = 4
    result.demand = PoolDemand(workers: 70, threads: 3)
    result.traits = [.isStarved, .changedExternalObjects]
    var execution = RemoteExecution(result)
    execution.isAbandoned = true
    execution.sample = CoverageSample(order: 9, isDrawn: true, conflictPairs: [1, 2])
    execution.outcome = [-1, 4]
    let text = RemoteExecution.text([execution])
    let read = try #require(RemoteExecution.executions(text))
    #expect(RemoteExecution.text(read) == text)
    #expect(RemoteExecution.executions("")?.isEmpty == true)
    let sent = try #require(read.first)
    #expect(sent.result.end == result.end && sent.result.signature == 4)
    #expect(sent.result.demand == result.demand)
    #expect(sent.result.traits == result.traits && sent.outcome == [-1, 4] && sent.isAbandoned)
    for count in stride(from: 1, to: text.count, by: 1) {
      let part = RemoteExecution.executions(String(text.prefix(count)))
      #expect(part == nil || part?.isEmpty == true, "\(count)")
    }
  }
}
