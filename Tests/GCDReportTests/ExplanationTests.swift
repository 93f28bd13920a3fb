// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDReportFormats
import Testing

@Suite struct ExplanationTests {
  @Test(arguments: FindingCode.allCases) func everyCodeHasAPage(code: FindingCode) throws {
    let page = try #require(Explanations.page(code.rawValue))
    #expect(page.hasPrefix("\(code.rawValue) \(code.slug)"))
    #expect(page.contains("The smallest program that shows it:\n\n    "))
    #expect(page.contains("\nOn Linux:\n"))
    #expect(page.contains("\nWhat to do:\n"))
    #expect(page.contains("\nRelated:\n"))
    #expect(Explanations.page(code.slug) == page)
    try expectGolden(page, "explain-\(code.rawValue).txt")
  }

  @Test func scenarioPageAndOverview() throws {
    try expectGolden(#require(Explanations.page("scenario")), "explain-scenario.txt")
    try expectGolden(Explanations.overview, "explain-overview.txt")
  }

  @Test(arguments: FindingCode.allCases.map(\.rawValue) + ["scenario"]) func pagesAreNarrowAndPlain(
    topic: String
  ) throws {
    let page = try #require(Explanations.page(topic))
    #expect(page.hasSuffix("\n"))
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.count <= 100, "\(line.count) columns: \(line)")
      #expect(line.utf8.allSatisfy { (0x20..<0x7f).contains($0) }, "not ASCII: \(line)")
      #expect(line.last != " ", "a space at the end: \(line)")
    }
  }

  @Test func unknownTopicsAreGuessed() {
    #expect(Explanations.page("GCD999") == nil)
    #expect(Explanations.suggestion(for: "wait-cycel") == "wait-cycle")
    #expect(Explanations.suggestion(for: "scenarios") == "scenario")
    #expect(Explanations.suggestion(for: "GCD12") == "GCD102")
    #expect(Explanations.suggestion(for: "zzz") == nil)
  }
}
