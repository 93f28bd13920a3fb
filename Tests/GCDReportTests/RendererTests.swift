// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import GCDReportFormats
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct RendererTests {
  @Test(arguments: Sample.runs.map(\.name), ReportFormat.allCases) func everyRunReadsAsAgreed(
    name: String, format: ReportFormat
  ) throws {
    let events = try #require(Sample.runs.first { $0.name == name }?.events)
    try expectGolden(Renderer.render(events, as: format), "\(name).\(format.rawValue).txt")
  }

  @Test func traceReadsAsAgreed() throws {
    try expectGolden(Renderer.render(Sample.trace, as: .text), "trace.text.txt")
  }

  @Test(arguments: ReportFormat.allCases) func renderingIsAFunctionOfTheStream(format: ReportFormat) throws {
    let events = Sample.testRun + Sample.scenarioRun
    let replayed = try EventStream.decode(Renderer.render(events, as: .jsonl))
    #expect(Renderer.render(replayed, as: format) == Renderer.render(events, as: format))
  }

  @Test func passingTestsAreSilentButForTheSummary() {
    let events: [ReportEvent] = [
      .runStarted(RunStarted(tool: "0.1.0")),
      .testStarted(TestStarted(test: "t", schedules: 1_000, seed: 1, strategy: "random")),
      .testEnded(
        TestEnded(test: "t", .passed, schedules: 1_000, of: 1_000, distinct: 700, stopped: .completed)),
      .runEnded(RunEnded(tests: 12, schedules: 12_000, distinct: 8_412, notes: [.racesNotChecked])),
    ]
    #expect(
      Renderer.render(events, as: .text)
        == "gcdcheck: 12 tests, 12,000 schedules (8,412 distinct), no findings; data races were not looked "
        + "for (run with --sanitize=thread)\n")
  }

  @Test func junitIsWellFormed() throws {
    var finding = Sample.thrown
    finding.kind = .testFailed(
      TestFailure(.thrown(error: "<a href=\"x\">&'\u{1}\u{1b}[1m ]]> 😀"), by: "worker 1"))
    let test = "AppTests.Odd<&\">'/test\n\tname"
    let events = Sample.testRun + Sample.scenarioRun + [.finding(FindingFound(test: test, finding))]
    let document = Renderer.render(events, as: .junit)
    let reader = XMLParser(data: Data(document.utf8))
    let recorder = ElementRecorder()
    reader.delegate = recorder
    #expect(reader.parse(), "\(String(describing: reader.parserError))")
    let cases = recorder.elements.filter { $0.name == "testcase" }
    #expect(cases.count == 8)
    #expect(cases.last?.attributes["name"] == "test\n\tname")
    #expect(cases.last?.attributes["classname"] == "AppTests.Odd<&\">'")
    let failures = recorder.elements.filter { $0.name == "failure" }.map { $0.attributes["type"] }
    #expect(failures == ["GCD102", "unexpected-verdict", "GCD501"])
    let suite = try #require(recorder.elements.first { $0.name == "testsuite" })
    #expect(suite.attributes["tests"] == "8")
    #expect(suite.attributes["failures"] == "3")
    #expect(suite.attributes["skipped"] == "1")
  }

  @Test func githubEscapesWhatSeparates() {
    var finding = Sample.ownQueue
    finding.location = CodeLocation(file: "Sources/a,b:c%d.swift", line: 3, column: 4)
    finding.kind = .testFailed(TestFailure(.thrown(error: "100% sure: a, b\r\nc"), by: "worker 1"))
    let text = Renderer.render([.finding(FindingFound(test: "t", finding))], as: .github)
    #expect(
      text.hasPrefix(
        "::error file=Sources/a%2Cb%3Ac%25d.swift,line=3,col=4,title=gcdcheck GCD501 test-failed::"
          + "the body throws under this schedule: 100%25 sure: a, b"))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test func githubShowsEachDistinctFindingOnceWorstFirst() {
    var events = [Sample.leftEntered, Sample.ownQueue, Sample.ownQueue].map { finding in
      ReportEvent.finding(FindingFound(test: "t", finding))
    }
    var lines = Renderer.render(events, as: .github).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("::error ") == true)
    #expect(lines.last?.hasPrefix("::warning ") == true)
    for number in 0..<15 {
      var finding = Sample.thrown
      finding.location = CodeLocation(file: "F.swift", line: number + 1)
      events.append(.finding(FindingFound(test: "t", finding)))
    }
    lines = Renderer.render(events, as: .github).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.last == "::notice title=gcdcheck::+6 more findings, see the log")
  }
}

/// Keeps the start tags of a document.
private final class ElementRecorder: NSObject, XMLParserDelegate {
  var elements: [(name: String, attributes: [String: String])] = []

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    elements.append((elementName, attributeDict))
  }
}
