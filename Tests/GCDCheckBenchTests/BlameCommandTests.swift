// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

@testable import gcdcheck_bench

/// Whether reports name the planted defect.
@Suite struct BlameCommandTests {
  @Test func aMutantIsFoundAndItsSoundProgramIsNot() throws {
    let scratch = NSTemporaryDirectory() + "gcdcheck-blame-\(UUID())"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let json = scratch + "/figures.jsonl"
    let article = scratch + "/Figures.md"
    let result = try BenchRun([
      "blame", "--only", "^ChunkedSum(/forgets-the-unlock|/locks-twice|)$", "--schedules", "100",
      "--clean-schedules", "20", "--scratch", scratch, "--json", json, "--article", article,
    ])
    #expect(result.status == 0, "\(result.lines)")
    #expect(result.lines.contains("found: 2 of 2, 2 in the first schedule"))
    #expect(result.lines.last == "sound programs: 1, alarms: 0")
    let figures = try String(contentsOfFile: json, encoding: .utf8).split(separator: "\n")
    #expect(figures.count == 3)
    #expect(
      figures[0].hasPrefix(
        #"{"measure":"blame","program":"ChunkedSum","mutant":"forgets-the-unlock","found":true,"code":"GCD1"#)
    )
    #expect(figures[2].contains(#""found":false"#))
    #expect(figures[0].contains(#""broken_claims":0"#) && !figures[0].contains(#""checked_claims":0"#))
    let text = try String(contentsOfFile: article, encoding: .utf8)
    #expect(text.contains("Found were 2 of 2 mutants") && text.contains("| all | 2 |"))
  }

  @Test func aRunThatIsCutIsNoFind() {
    let subject = BlameCase(program: "A", mutant: "b", text: "", guilty: [3])
    func outcome(_ status: Int) -> BlameOutcome {
      BlameOutcome(subject, status: status, events: [], report: "A.swift:3:7: error")
    }
    #expect(outcome(0).code == nil)
    #expect(outcome(124).code == nil)
    #expect(outcome(2).code == "exit 2")
    #expect(!outcome(2).isNamed)
    let table = BlameTable(mutants: [outcome(0), outcome(2)], clean: [])
    #expect(table.missed == ["A/b"])
    #expect(table.rows == [BlameTable.Row(code: "exit 2", mutants: 1)])
  }

  @Test func linesOfAFileAreReadFromItsReport() {
    let report = ["x/Cache.swift:31:7: error", "  (Cache.swift:310)  Cache.swift:4", "MyCache.swift"]
    #expect(BlameOutcome.lines(of: "Cache.swift", in: report.map { $0[...] }) == [31, 310, 4])
  }

  @Test func aWrongExpressionIsAnError() throws {
    #expect(try BenchRun(["blame", "--only", "("]).status != 0)
    #expect(try BenchRun(["blame", "--only", "^nothing$"]).status != 0)
  }
}
