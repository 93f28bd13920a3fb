// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing
import Yams

@testable import GCDScenario

/// The schema of the event stream says what the stream is, no more and no less.
@Suite struct EventSchemaTests {
  private let schema: [String: Any]
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    let path = try #require(ScenarioFiles.eventSchema)
    let data = try #require(FileManager.default.contents(atPath: path))
    schema = try #require(try Yams.load(yaml: String(decoding: data, as: UTF8.self)) as? [String: Any])
  }

  @Test func everySavedEventFitsAndHasNoMemberBeyondTheSchema() throws {
    let check = SchemaCheck(try #require(EventSchemaTests.closed(schema) as? [String: Any]))
    let golden = EventSchemaTests.tests.appendingPathComponent("GCDReportTests/Golden")
    let files = try #require(FileManager.default.enumerator(at: golden, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.path.hasSuffix("jsonl.txt") }
    #expect(files.count > FindingCode.allCases.count)
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let event = try #require(try Yams.load(yaml: String(line)))
        #expect(check.problems(in: event) == [], "\(file.lastPathComponent)")
      }
    }
  }

  @Test func theSchemaSaysNo() {
    let check = SchemaCheck(schema)
    let event: [String: Any] = ["version": 1, "kind": "testStarted", "payload": ["test": "t"]]
    #expect(!check.problems(in: event).isEmpty)
    #expect(!check.problems(in: ["version": 1, "kind": "coffee", "payload": [:]] as [String: Any]).isEmpty)
  }

  /// Of each type that is encoded, as its encoder has them.
  @Test func theSchemaHasTheNamesThatTheEncoderWrites() throws {
    let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
    let folder = EventSchemaTests.tests.deletingLastPathComponent()
      .appendingPathComponent("Sources/GCDReport/Stream/Encoded")
    var types = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix("Encoded") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for part in text.components(separatedBy: "\nextension ").dropFirst() {
        let name = String(part.prefix { $0 != ":" })
        let definition = try #require(definitions[name], "\(name)")
        let written = part.matches(of: #/(?:forKey: |choices\.add\()"(\w+)"/#).map { String($0.output.1) }
        #expect(Set(written) == Set(EventSchemaTests.names(in: definition)), "\(name)")
        types += 1
      }
    }
    #expect(types > 50)
  }

  /// Where members are named, others are an error.
  private static func closed(_ schema: Any) -> Any {
    if let list = schema as? [Any] { return list.map(closed) }
    guard var object = schema as? [String: Any] else { return schema }
    object = object.mapValues(closed)
    if object["properties"] is [String: Any], object["type"] as? String == "object" {
      object["additionalProperties"] = false
    }
    return object
  }

  /// The members of a type, or the cases and what they hold.
  private static func names(in definition: [String: Any]) -> [String] {
    guard let branches = definition["oneOf"] as? [[String: Any]] else {
      return (definition["properties"] as? [String: Any]).map { Array($0.keys) } ?? []
    }
    var names: [String] = []
    for branch in branches {
      for (name, value) in branch["properties"] as? [String: [String: Any]] ?? [:] {
        names.append(name)
        names += (value["properties"] as? [String: Any] ?? [:]).keys
      }
    }
    return names
  }
}
