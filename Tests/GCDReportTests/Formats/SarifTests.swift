// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// SARIF, read back by Foundation's reader of JSON; what must be there is what SARIF 2.1.0 and GitHub demand.
@Suite struct SarifTests {
  @Test(arguments: Sample.runs.map(\.name)) func whatReadersDemandIsThere(name: String) throws {
    let events = try #require(Sample.runs.first { $0.name == name }?.events)
    let log = try SarifLog(Renderer.render(events, as: .sarif))
    let expected = Set(
      events.compactMap { event -> String? in
        guard case .finding(let found) = event, !found.isExpected else { return nil }
        return found.finding.signature
      })
    #expect(log.results.count == expected.count)
    try log.check()
  }

  @Test func everyKindOfFindingHoldsToTheFormat() throws {
    let events = Sample.all.map { ReportEvent.finding(FindingFound(test: "t", $0.finding)) }
    let log = try SarifLog(Renderer.render(events, as: .sarif))
    try log.check()
    #expect(
      Set(log.results.compactMap { $0["ruleId"] as? String }) == Set(FindingCode.allCases.map(\.rawValue)))
    #expect(log.rules.count == FindingCode.allCases.count)
  }

  @Test func theWorstComeFirstAndEqualOnesOnce() throws {
    let log = try SarifLog(Renderer.render(Sample.mixedRun, as: .sarif))
    let levels = log.results.compactMap { $0["level"] as? String }
    #expect(levels == Array(repeating: "error", count: 8) + ["warning"])
    let own = try #require(log.results.first { $0["ruleId"] as? String == "GCD101" })
    let tests = (own["properties"] as? [String: Any])?["tests"] as? [String]
    #expect(tests == ["AppTests.EverythingTests/testAll", "AppTests.CacheTests/testReload"])
  }

  @Test func stepsBecomeOneFlowPerThreadInTheOrderOfTheSchedule() throws {
    let log = try SarifLog(Renderer.render(Sample.testRun, as: .sarif))
    let result = try #require(log.results.first)
    let flow = try #require((result["codeFlows"] as? [[String: Any]])?.first)
    let threads = try #require(flow["threadFlows"] as? [[String: Any]])
    #expect(threads.compactMap { $0["id"] as? String } == ["main thread", "worker 1"])
    let order = threads.map { thread in
      (thread["locations"] as? [[String: Any]] ?? []).compactMap { $0["executionOrder"] as? Int }
    }
    #expect(order == [[4, 12], [11]])
    let related = try #require(result["relatedLocations"] as? [[String: Any]])
    #expect(related.compactMap { $0["id"] as? Int } == Array(1...related.count))
    let message = try #require((result["message"] as? [String: Any])?["text"] as? String)
    #expect(message.contains("Replay: GCDCHECK_REPLAY=g1.4tZ.b9@AppTests.CacheTests/testReload swift test"))
  }

  @Test func anAlertSurvivesEditsAboveIt() throws {
    func fingerprints(_ finding: Finding) throws -> [String: String] {
      let log = try SarifLog(Renderer.render([.finding(FindingFound(test: "t", finding))], as: .sarif))
      return try #require(log.results.first?["partialFingerprints"] as? [String: String])
    }
    var moved = Sample.mainAndQueue
    moved.location?.line += 7
    for index in moved.participants.indices {
      for frame in moved.participants[index].stack.indices {
        moved.participants[index].stack[frame].location?.line += 7
      }
    }
    #expect(try fingerprints(moved) == fingerprints(Sample.mainAndQueue))
    #expect(try fingerprints(Sample.ownQueue) != fingerprints(Sample.mainAndQueue))
  }

  @Test func pathsBecomeAddresses() throws {
    var finding = Sample.ownQueue
    finding.location = CodeLocation(file: "\(Sample.directory)/Sources/a b/ü%.swift", line: 3)
    let inside = try SarifLog(Renderer.render([.finding(FindingFound(test: "t", finding))], as: .sarif))
    #expect(inside.uris.first == "Sources/a%20b/%C3%BC%25.swift")
    finding.location = CodeLocation(file: "/elsewhere/x.swift", line: 3)
    let outside = try SarifLog(Renderer.render([.finding(FindingFound(test: "t", finding))], as: .sarif))
    #expect(outside.uris.first == "file:///elsewhere/x.swift")
  }

  @Test func aRunThatWasCutSaysSo() throws {
    let log = try SarifLog(Renderer.render(Sample.testRun.dropLast(), as: .sarif))
    #expect(log.notifications == ["the run was cut off before its end"])
    #expect(log.isSuccessful == false)
  }
}
