// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDReportFormats
import Testing

/// 10,000 findings in one run: every file stays within its limits, the worst are kept, and what was left out
/// is counted.
@Suite struct LimitTests {
  static let many = Sample.many(10_000)

  @Test func sarifKeepsTheWorstWithinTenMegabytes() throws {
    let text = Renderer.render(LimitTests.many, as: .sarif)
    #expect(text.utf8.count <= 10_000_000)
    let log = try SarifLog(text)
    #expect(log.results.count == 5_000)
    #expect(log.results.allSatisfy { $0["level"] as? String == "error" })
    #expect(log.notifications.contains("5,000 findings left out: only the worst 5,000 fit"))
    let full = log.results.prefix { $0["codeFlows"] != nil }.count
    #expect(full > 100)
    #expect(log.notifications.contains { $0.hasSuffix("without stacks and steps, for lack of room") })
    #expect(log.results.dropFirst(full).allSatisfy { $0["stacks"] == nil })
  }

  @Test func theSummaryKeepsTheWorstWithinOneMebibyte() {
    let text = Renderer.render(LimitTests.many, as: .summary)
    #expect(text.utf8.count <= 1 << 20)
    let shown = text.split(separator: "\n").count { $0.hasPrefix("<details>") }
    #expect(shown > 100)
    #expect(text.contains("\nand 9,800 further findings\n"))
    let left = 10_000 - shown
    #expect(text.contains("\(left / 1_000),\(String(1_000 + left % 1_000).dropFirst()) reports left out"))
  }

  @Test func thePageShowsAHundredAndListsTheNext() {
    let text = Renderer.render(LimitTests.many, as: .html)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("<section class=\"card finding") } == 100)
    #expect(text.contains("7,900 further findings left out"))
    #expect(text.utf8.count < 5_000_000)
  }

  /// Long schedules of many findings: the worst are shown step by step, and the page stays small enough.
  @Test func schedulesAreLeftOutWhereThePageWouldGrowTooLarge() {
    let findings = (0..<60).map { number -> ReportEvent in
      var finding = Sample.mainAndQueueStepByStep
      finding.participants[0].stack.insert(Sample.frame("Generated.function\(number)()", nil), at: 0)
      let steps = (0..<200).map { index in
        RecordedTrace.Step(StepLine(index, "worker \(index * 7 % 11)", .yield, at: finding.location))
      }
      finding.recordedTrace = RecordedTrace(steps, of: steps.count)
      return .finding(FindingFound(test: "t", finding))
    }
    let lines = Renderer.render(findings, as: .html).split(separator: "\n")
    let shown = lines.count { $0.hasPrefix("<div class=\"schedule\"") }
    #expect(shown > 10 && shown < 60)
    #expect(lines.count { $0.contains("The schedule is left out") } == 60 - shown)
    #expect(lines.reduce(0) { $0 + $1.utf8.count + 1 } < 8_000_000)
  }

  @Test func annotationsAreTenOfEachSort() {
    let lines = Renderer.render(LimitTests.many, as: .github).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.count { $0.hasPrefix("::warning ") } == 10)
    #expect(lines.contains("::notice title=gcdcheck::+9,980 more findings, see the log"))
  }

  @Test func fortyGraphsAreDrawn() {
    let text = Renderer.render(LimitTests.many, as: .dot)
    #expect(text.utf8.count < 100_000)
    #expect(text.contains("8,960 further graphs left out"))
  }

  /// Each finding adds as much as the one before it, where nothing is left out.
  @Test(arguments: [ReportFormat.text, .jsonl, .junit]) func longFormsGrowByTheirFindings(
    format: ReportFormat
  ) {
    let sizes = [200, 400, 600].map { Renderer.render(Sample.many($0), as: format).utf8.count }
    let (first, second) = (sizes[1] - sizes[0], sizes[2] - sizes[1])
    #expect(first > 200 * 100)
    #expect(abs(second - first) < first / 50)
  }
}
