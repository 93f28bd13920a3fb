// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDVocabulary
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

  /// Of each type that is encoded, as its coding keys have them.
  @Test func theSchemaHasTheNamesThatTheEncoderWrites() throws {
    let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
    let folder = EventSchemaTests.tests.deletingLastPathComponent()
      .appendingPathComponent("Sources/GCDReport")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    var types = 0
    for file in files {
      for (name, written) in EventSchemaTests.written(in: try String(contentsOf: file, encoding: .utf8)) {
        // Its rows are part of its own definition.
        if name.hasSuffix("Row") { continue }
        let definition = try #require(definitions[name], "\(name)")
        #expect(written == Set(EventSchemaTests.names(in: definition)), "\(name)")
        types += 1
      }
    }
    #expect(types > 50)
  }

  /// Of what is written by name: nothing else compares the two lists.
  @Test func theSchemaHasEveryOperationAndEverySortOfObject() throws {
    let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
    func names(_ type: String) throws -> Set<String> {
      Set(try #require(definitions[type]?["enum"] as? [String]))
    }
    #expect(try names("OperationKind") == Set(OperationKind.allCases.map(\.streamName)))
    #expect(try names("Misuse") == Set(Misuse.allCases.map(\.streamName)))
    #expect(try names("ObjectType") == Set(ObjectType.allCases.map(\.rawValue)))
  }

  /// The strings of the coding keys of each type, by its full name.
  private static func written(in text: String) -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    var path: [(indent: Int, name: String)] = []
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      if line.contains(#/^ *(\w+ )*(struct|enum|extension) /#) { path.removeAll { $0.indent >= indent } }
      if let keys = line.firstMatch(of: #/enum (\w*CodingKeys): String, CodingKey/#) {
        path.append((indent, String(keys.output.1)))
      } else if let type = line.firstMatch(of: #/^ *(\w+ )*(?:struct|enum|extension) ([\w.]+)/#) {
        path.append((indent, String(type.output.2)))
      }
      guard path.last?.name.hasSuffix("CodingKeys") == true,
        let value = line.firstMatch(of: #/\bcase \S+ = "([a-zA-Z]\w*)"/#)
      else { continue }
      names[path.dropLast().map(\.name).joined(separator: "."), default: []].insert(String(value.output.1))
    }
    return names
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

  /// The members of a type, or the cases and what they hold, but for values without a label.
  private static func names(in definition: [String: Any]) -> [String] {
    guard let branches = definition["oneOf"] as? [[String: Any]] else {
      return (definition["properties"] as? [String: Any]).map { Array($0.keys) } ?? []
    }
    var names: [String] = []
    for branch in branches {
      for (name, value) in branch["properties"] as? [String: [String: Any]] ?? [:] {
        names.append(name)
        names += (value["properties"] as? [String: Any] ?? [:]).keys.filter { !$0.hasPrefix("_") }
      }
    }
    return names
  }
}
