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
  private func helped(_ scenario: Scenario, _ options: ScenarioOptions) throws -> [Int: WorkerExecution] {
    var ranges = [0..<100, 100..<101, 101..<101, 150..<700]
    var runs: [WorkerExecution] = []
    try scenario.help(
      options, next: { ranges.isEmpty ? nil : ranges.removeFirst() }, tell: { runs.append($0) })
    #expect(runs.map(\.number) == Array(1..<101) + Array(150..<700))
    let sent = try #require(WorkerExecution.runs(WorkerExecution.text(runs)))
    #expect(sent == runs)
    return Dictionary(uniqueKeysWithValues: sent.map { ($0.number, $0) })
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
      let last = led.exploration.recordedTrace.last
      #expect(wanted == (0...last).filter { $0 > 1 && $0 != 10 && $0 != 100 })
    }
  }

  @Test(arguments: SharedScenario.all) func shardsMayBeHelpedAsWell(_ text: String) throws {
    let scenario = try Scenario(text: text, path: "s.gcd.yaml")
    for index in 1...2 {
      var asked = options(.random, keepGoing: true)
      asked.shard = Shard(index, of: 2)
      let whole = try scenario.run(asked)
      var ranges = [0..<700]
      var runs: [Int: WorkerExecution] = [:]
      try scenario.help(
        asked, next: { ranges.isEmpty ? nil : ranges.removeFirst() }, tell: { runs[$0.number] = $0 })
      let led = try scenario.run(asked, observer: nil, progress: nil) { number, _ in runs[number] }
      expectSame(led, whole)
      #expect(led.exploration.recordedTrace.hashes == whole.exploration.recordedTrace.hashes)
      #expect(led.exploration.recordedTrace.looks == whole.exploration.recordedTrace.looks)
    }
  }

  @Test func whatIsNoTextOfRunsIsRefused() {
    var run = WorkerExecution(number: 7, traceHash: .max, steps: 12)
    run.isDead = true
    run.fingerprint = 3
    run.workers = 70
    run.sample = CoverageSample(order: 9, isDrawn: true, conflictPairs: [1, 2])
    run.outcome = [-1, 4]
    let text = WorkerExecution.text([run])
    #expect(WorkerExecution.runs(text) == [run])
    #expect(WorkerExecution.runs("") == [])
    for count in stride(from: 1, to: text.count, by: 1) {
      let part = WorkerExecution.runs(String(text.prefix(count)))
      #expect(part == nil || part == [], "\(count)")
    }
  }
}
