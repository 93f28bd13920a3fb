// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

@testable import GCDScenario

/// The scenarios that come with gcdcheck: they can be read, and they lie where their verdict says.
@Suite struct ShippedScenarioTests {
  @Test func thereAreAtLeastSixtyAndAllCanBeRead() throws {
    #expect(ScenarioFiles.shipped.count >= 60)
    for path in ScenarioFiles.shipped {
      do { _ = try Scenario.load(path: path) } catch { Issue.record("\(error)") }
    }
  }

  @Test func eachLiesInTheFolderOfItsVerdict() throws {
    for path in ScenarioFiles.shipped {
      let scenario = try Scenario.load(path: path)
      let folder = path.split(separator: "/").dropLast().suffix(2).joined(separator: "/")
      switch scenario.expectation {
      case .clean, .outcomes: #expect(folder == "Scenarios/clean", "\(path)")
      case .finding(let code, _): #expect(folder == "finds/\(code.slug)", "\(path)")
      }
    }
  }

  @Test func eachBeginsWithACommentAndHasANameOfItsOwn() throws {
    var names: Set<String> = []
    for path in ScenarioFiles.shipped {
      let scenario = try Scenario.load(path: path)
      #expect(scenario.summary.count > 20, "\(path)")
      #expect(names.insert(scenario.name).inserted, "\(path)")
    }
  }

  /// A near twin that is clean stands beside every mistake: its comment names the file whose twin it is.
  @Test func twinsNameFilesThatExist() throws {
    let names = Set(ScenarioFiles.shipped.map { ScenarioFiles.name(ofFile: $0) })
    var twins = 0
    for path in ScenarioFiles.shipped {
      let summary = try Scenario.load(path: path).summary
      guard let range = summary.firstRange(of: "twin of ") else { continue }
      let name = summary[range.upperBound...].prefix { $0 != ")" }
      #expect(names.contains(String(name)), "\(path): there is no scenario \(name)")
      twins += 1
    }
    #expect(twins >= 25)
  }

  @Test func theyAreFoundFromEveryDirectory() throws {
    let folder = try #require(ScenarioFiles.shippedFolder)
    #expect(folder.hasPrefix("/"))
    #expect(try ScenarioFiles.discover(paths: [folder]) == ScenarioFiles.shipped)
  }
}
