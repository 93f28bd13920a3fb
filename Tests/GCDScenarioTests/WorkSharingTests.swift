// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
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
      options, next: { numbers.isEmpty ? nil : .schedules(numbers.removeFirst()) },
      send: { if case .schedule(let execution) = $0 { executions.append(execution) } })
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
      let lead = Lead(ask: { number, _ in
        wanted.append(number)
        return runs[number]
      })
      let led = try scenario.run(asked, observer: nil, progress: nil, lead: lead)
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
        asked, next: { numbers.popLast().map { .schedules($0) } },
        send: { if case .schedule(let execution) = $0 { executions.append(execution) } })
      let byNumber = Dictionary(uniqueKeysWithValues: zip(owned, executions))
      let lead = Lead(ask: { number, _ in byNumber[number] })
      let led = try scenario.run(asked, observer: nil, progress: nil, lead: lead)
      expectSame(led, whole)
      #expect(led.exploration.recordedTrace.hashes == whole.exploration.recordedTrace.hashes)
      #expect(led.exploration.recordedTrace.looks == whole.exploration.recordedTrace.looks)
    }
  }

  /// A search whose jobs a helper works off, some of them out of turn, and all others here.
  @Test(
    arguments: SharedScenario.all + [SharedScenario.manyOrders],
    [Strategy.exhaustive, .exhaustive(bound: 2)])
  func aSearchComesToTheSame(_ text: String, _ strategy: Strategy) throws {
    let scenario = try Scenario(text: text, path: "s.gcd.yaml")
    for keepGoing in [false, true] {
      var asked = options(strategy, keepGoing: keepGoing)
      asked.schedules = 1_500
      let whole = try scenario.run(asked)
      var issued: [(number: Int, text: String)] = []
      let watching = Lead(
        ask: { _, _ in nil },
        part: { split in
          for place in 0..<split.issuedCount where split.number(at: place) == issued.count {
            let job = split.job(at: place)
            issued.append((job.number, job.text))
          }
          return nil
        })
      expectSame(try scenario.run(asked, observer: nil, progress: nil, lead: watching), whole)
      let parts = try workedOff(issued.filter { $0.number % 3 != 2 }.reversed().map(\.text), scenario, asked)
      var taken = 0
      let lead = Lead(
        ask: { _, _ in nil },
        part: { split in
          guard let text = parts[split.number(at: 0)] else { return nil }
          taken += 1
          return SearchedPart(text: text)
        })
      expectSame(try scenario.run(asked, observer: nil, progress: nil, lead: lead), whole)
      #expect(taken > 0 || issued.isEmpty)
    }
  }

  /// What a helper makes of jobs, by their numbers.
  private func workedOff(
    _ jobs: [String], _ scenario: Scenario, _ options: ScenarioOptions
  ) throws -> [Int: String] {
    var waiting = jobs[...]
    var parts: [Int: String] = [:]
    var builder: SearchedPart.Builder?
    try scenario.work(
      options,
      next: {
        guard let text = waiting.popFirst(), let job = SearchJob(text: text) else { return nil }
        expectDamageIsSeen(text) { SearchJob(text: $0)?.text }
        builder = SearchedPart.Builder(job)
        return .job(job)
      },
      send: { done in
        switch done {
        case .run(let execution, let search): builder?.add(execution, search)
        case .job(let search?):
          let text = builder!.part(search).text
          expectDamageIsSeen(text) { SearchedPart(text: $0)?.text }
          parts[builder!.job.number] = text
        case .schedule, .job(nil): break
        }
      })
    return parts
  }

  /// A text says the same once it has been read, and what is missing from it is seen.
  private func expectDamageIsSeen(_ text: String, read: (String) -> String?) {
    #expect(read(text) == text)
    for count in [0, 1, text.count / 3, text.count / 2, text.count - 8] {
      #expect(read(String(text.prefix(count))) == nil, "\(count) of \(text.count)")
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
