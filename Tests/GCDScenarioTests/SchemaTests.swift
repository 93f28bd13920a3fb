// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime
import GCDSchedule
import Testing
import Yams

@testable import GCDScenario

/// The schema for editors accepts what the reader accepts, and says no to what the reader says no to.
@Suite struct SchemaTests {
  private let check: SchemaCheck
  private let schema: [String: Any]

  init() throws {
    let path = try #require(ScenarioFiles.schema)
    let data = try #require(FileManager.default.contents(atPath: path))
    // YAML includes JSON, and Yams tells whole numbers from truth values on every platform.
    schema = try #require(try Yams.load(yaml: String(decoding: data, as: UTF8.self)) as? [String: Any])
    check = SchemaCheck(schema)
  }

  @Test func everyShippedScenarioFits() throws {
    for path in ScenarioFiles.shipped {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let value = try #require(try Yams.load(yaml: text))
      #expect(check.problems(in: value) == [], "\(path)")
    }
  }

  @Test func everyVerbHasABranchWithItsOptions() throws {
    let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
    let branches = try #require(definitions["step"]?["oneOf"] as? [[String: Any]])
    #expect(branches.count == Verb.allCases.count)
    for verb in Verb.allCases {
      let branch = branches.first { ($0["required"] as? [String])?.first == verb.rawValue }
      let properties = try #require(branch?["properties"] as? [String: Any], "\(verb.rawValue)")
      #expect(Set(properties.keys) == Set([verb.rawValue] + verb.options.map(\.rawValue)), "\(verb.rawValue)")
      #expect(branch?["required"] as? [String] == [verb.rawValue] + verb.required.map(\.rawValue))
    }
  }

  @Test func theKeysOfExploreAreThoseOfTheTable() throws {
    let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
    let properties = try #require(definitions["explore"]?["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(ExplorationOption.allCases.compactMap(\.row.key)))
    let path = try #require(ScenarioFiles.schema)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for row in ExplorationOption.allCases.map(\.row) {
      guard let key = row.key else { continue }
      let line = "        \"\(key)\": \(try #require(row.schema))"
      #expect(text.contains(line + ",\n") || text.contains(line + "\n"), "\(line)")
    }
  }

  @Test(arguments: StrategyName.allCases)
  func aStrategyFitsWhereTheReaderTakesIt(_ name: StrategyName) {
    let texts = [name.rawValue, "\(name.rawValue):", "\(name.rawValue):03"]
    for text in texts + (0...40).map({ "\(name.rawValue):\($0)" }) {
      let value: [String: Any] = ["steps": [Any](), "explore": ["strategy": text]]
      #expect(check.problems(in: value).isEmpty == (Strategy(text) != nil), "\(text)")
    }
  }

  @Test func aTimeFitsWhereTheReaderTakesIt() throws {
    let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
    #expect(definitions["duration"]?["pattern"] as? String == DurationText.pattern)
    for text in ["3s", "1.5ms", "1_000 us", "2m", "2min", "1h", "0", "3", "s", "-1s", "3d", "1.s", "1.2.3s"] {
      let value: [String: Any] = ["steps": [["sleep": text]]]
      let isTime = if case .nanoseconds = DurationText.parse(text) { true } else { false }
      #expect(check.problems(in: value).isEmpty == isTime, "\(text)")
    }
  }

  @Test func everySectionIsAProperty() throws {
    let properties = try #require(schema["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(ScenarioReader.Section.allCases.map(\.rawValue)))
  }

  @Test(arguments: [
    "steps: [{entre: loading}]",
    "steps: [{enter: loading, leave: loading}]",
    "steps: [{async: cache}]",
    "steps: [{sleep: 3}]",
    "steps: [{wait: loading, timeout: 3}]",
    "stepps: []",
    "queues: {cache: seriall}",
    "semaphores: {replied: many}",
    "steps: [{apply: -1, do: []}]",
    "timers: {tick: {every: 1s}}",
    "explore: {pool: windows}",
  ])
  func mistakesDoNotFit(_ text: String) throws {
    let value = try #require(try Yams.load(yaml: text))
    #expect(check.problems(in: value) != [])
  }
}
