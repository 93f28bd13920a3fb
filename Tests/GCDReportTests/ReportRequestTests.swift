// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDReportFormats
import Testing

@Suite struct ReportRequestTests {
  @Test func formatsWithAndWithoutPath() throws {
    #expect(try ReportRequest(parsing: "text") == ReportRequest(.text))
    #expect(try ReportRequest(parsing: "junit=out/a=b.xml") == ReportRequest(.junit, path: "out/a=b.xml"))
  }

  @Test(arguments: [
    ("out/a.sarif", ReportFormat.sarif), ("b.dot", .dot), ("x.gv", .dot), ("c.XML", .junit),
    ("d.jsonl", .jsonl), ("s.md", .summary), ("p.html", .html),
    ("e=f.txt", .text),
  ]) func theEndingOfAFileSaysItsFormat(path: String, format: ReportFormat) throws {
    #expect(try ReportRequest(parsing: path) == ReportRequest(format, path: path))
    #expect(try ReportRequest(parsing: "junit=" + path) == ReportRequest(.junit, path: path))
  }

  // Not among the arguments of the macro: the compiler of Swift 6.0 ends at interpolations there.
  private static let mistakes = [
    (
      "jnit",
      "there is no report format \"jnit\"; did you mean \"junit\"? (formats: \(ReportFormat.names))"
    ),
    (
      "json=x",
      "there is no report format \"json\"; did you mean \"jsonl\"? (formats: \(ReportFormat.names))"
    ),
    ("pdf", "there is no report format \"pdf\" (formats: \(ReportFormat.names))"),
    ("text=", "\"text=\" needs a path after the equals sign"),
  ]

  @Test(arguments: mistakes) func mistakesAreExplained(argument: String, message: String) {
    let failure = thrown(ReportRequest.Failure.self) { _ = try ReportRequest(parsing: argument) }
    #expect(failure?.description == message)
  }

  @Test func nearestWord() {
    #expect(closest(to: "wait-cylce", among: FindingCode.allCases.map(\.slug)) == "wait-cycle")
    #expect(closest(to: "entre", among: ["enter", "leave"]) == "enter")
    #expect(closest(to: "x", among: ["enter", "leave"]) == nil)
    #expect(closest(to: "barrier", among: FindingCode.allCases.map(\.slug)) == "barrier-on-global-queue")
    #expect(closest(to: "", among: ["enter"]) == nil)
    #expect(closest(to: "enter", among: []) == nil)
  }

  @Test func codesAndSlugsAreBothRead() {
    for code in FindingCode.allCases {
      #expect(FindingCode(codeOrSlug: code.rawValue) == code)
      #expect(FindingCode(codeOrSlug: code.rawValue.lowercased()) == code)
      #expect(FindingCode(codeOrSlug: String(code.rawValue.dropFirst(3))) == code)
      #expect(FindingCode(codeOrSlug: code.slug) == code)
    }
    #expect(FindingCode(codeOrSlug: "GCD999") == nil)
    #expect(Set(FindingCode.allCases.map(\.slug)).count == FindingCode.allCases.count)
  }
}
