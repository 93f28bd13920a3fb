// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

@testable import GCDScenario

/// Every seed program has a place where it is judged, and that place exists.
@Suite struct SeedProgramTableTests {
  @Test func noRowIsMissing() {
    let ids = (1...88).map { $0 < 10 ? "P0\($0)" : "P\($0)" }
    #expect(SeedProgram.table.map(\.id) == ids)
  }

  @Test func everyRowLeadsSomewhere() {
    let nowhere = SeedProgram.table.filter {
      $0.scenarios.isEmpty && $0.swiftTests.isEmpty && $0.waitsFor == nil
    }
    #expect(Set(nowhere.map(\.id)) == SeedProgram.open)
  }

  @Test func everyScenarioExistsAndNamesItsRow() throws {
    let files = Dictionary(
      uniqueKeysWithValues: ScenarioFiles.shipped.map { (ScenarioFiles.name(ofFile: $0), $0) })
    for row in SeedProgram.table {
      for name in row.scenarios {
        let path = try #require(files[name], "\(row.id): there is no scenario \(name)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(row.id), "\(path) does not name \(row.id)")
      }
    }
  }

  @Test func everySwiftTestExists() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let enumerator = try #require(FileManager.default.enumerator(atPath: tests.path))
    var sources = ""
    for case let name as String in enumerator where name.hasSuffix(".swift") {
      sources += try String(contentsOfFile: tests.path + "/" + name, encoding: .utf8)
    }
    for row in SeedProgram.table {
      for test in row.swiftTests {
        #expect(sources.contains("func \(test)("), "\(row.id): there is no test \(test)")
      }
    }
  }

  /// The ten rows of the page on bugs from public repositories, each with its mechanism and a twin.
  @Test func everyRealBugHasAScenarioAndATwin() throws {
    let summaries = try ScenarioFiles.shipped.map { try Scenario.load(path: $0).summary + $0 }
    let classes = [
      "sync on own queue": 2, "cross-queue cycle": 1, "lock and queue": 1, "semaphore deadlock": 1,
      "extra leave": 1, "leave after timeout": 1, "over-resume": 1, "inactive release": 1,
      "pool exhaustion": 1,
    ]
    for (name, count) in classes {
      #expect(summaries.filter { $0.contains("real bug: \(name)") }.count == count, "\(name)")
    }
  }
}
