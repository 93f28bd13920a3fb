// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// A report of each code in each format: a code without one, or a format, fails here.
@Suite struct CodeGoldenTests {
  static let pairs = FindingCode.allCases.flatMap { code in ReportFormat.allCases.map { (code, $0) } }

  @Test(arguments: pairs) func everyCodeHasAReportInEveryFormat(
    code: FindingCode, format: ReportFormat
  ) throws {
    let report = Renderer.render(try Sample.run(of: code), as: format)
    #expect(report.contains(format == .dot ? "digraph" : code.rawValue))
    let kept = format == .html ? withoutStyleAndScript(report) : report
    try expectGolden(kept, "codes/\(code.rawValue).\(format.rawValue).txt")
  }

  /// Nothing lies there that no code has.
  @Test func noReportIsLeftOver() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/codes")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let wanted = Set(CodeGoldenTests.pairs.map { "\($0.0.rawValue).\($0.1.rawValue).txt" })
    #expect(Set(files).symmetricDifference(wanted).isEmpty)
  }

  /// They are the same on every page, and in the goldens of whole runs.
  private func withoutStyleAndScript(_ page: String) -> String {
    page.replacing(#/<style>[^<]*<\/style>/#, with: "<style></style>").replacing(
      #/<script>(?s:.*?)<\/script>/#, with: "<script></script>")
  }
}

extension Sample {
  /// A run of one test that shows the first sample of a code.
  static func run(of code: FindingCode) throws -> [ReportEvent] {
    let finding = try #require(all.first { $0.finding.kind.code == code }?.finding)
    let test = finding.context.test
    let isError = finding.severity == .error
    return [
      .runStarted(RunStarted(tool: "0.1.0", directory: directory)),
      .testStarted(
        TestStarted(
          test: test, schedules: 1_000, seed: finding.seed, strategy: finding.context.strategy)),
      .finding(FindingFound(test: test, finding)),
      .testEnded(
        TestEnded(
          test: test, isError ? .failed : .passed, schedules: 97, of: 1_000, distinct: 80,
          stopped: isError ? .finding : .completed)),
      .runEnded(
        RunEnded(
          tests: 1, schedules: 97, distinct: 80, errors: isError ? 1 : 0, warnings: isError ? 0 : 1,
          failedTests: isError ? 1 : 0)),
    ]
  }
}
