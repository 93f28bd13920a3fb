// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import Testing

/// 10,000 findings in one run: every file stays within its limits, and says what was left out. Slow without
/// optimisation; asked for by `GCDCHECK_SLOW_TESTS=1`, as CI does.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["GCDCHECK_SLOW_TESTS"] == "1"))
struct LimitTests {
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

  @Test func thePageShowsAHundredAndListsTheNext() throws {
    let text = Renderer.render(LimitTests.many, as: .html)
    let page = try HtmlPage(text)
    #expect(page.all("section", "finding").count == 100)
    #expect(text.contains("7,900 further findings left out"))
    #expect(text.utf8.count < 5_000_000)
  }

  @Test(arguments: [ReportFormat.github, .dot]) func shortFormsStayShort(format: ReportFormat) {
    let text = Renderer.render(LimitTests.many, as: format)
    #expect(text.utf8.count < 100_000)
    #expect(text.contains("further graphs left out") || text.contains("more findings, see the log"))
  }

  /// Twice the findings, twice the bytes, where nothing is left out.
  @Test(arguments: [ReportFormat.text, .jsonl, .junit]) func longFormsGrowByTheirFindings(
    format: ReportFormat
  ) {
    let small = Renderer.render(Sample.many(500), as: format).utf8.count
    let large = Renderer.render(Sample.many(1_000), as: format).utf8.count
    #expect(large > small * 18 / 10 && large < small * 22 / 10)
  }
}
