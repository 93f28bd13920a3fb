// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import ReportClaims
import Testing

/// Whole programs in C, C++ and Swift, judged as their folders say.
@Suite struct VerdictTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Of a program that has none: as many as there are for those that have one, where trials are asked for.
  private static let schedulesOfTwins =
    ProcessInfo.processInfo.environment["GCDCHECK_TEST_TRIALS"] == "1" ? "300" : "100"

  @Test(arguments: SampleProgram.finds) func isFound(_ sample: SampleProgram) throws {
    let program = try sample.build(in: scratch)
    let reports = ["--report", "text", "--report", "jsonl=events.jsonl"]
    let run = try ToolRun(["--schedules", "300"] + reports + ["--", program], in: scratch)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let events = try EventStream.decode(
      String(contentsOfFile: scratch.path("events.jsonl"), encoding: .utf8))
    for case .finding(let found) in events {
      #expect(found.finding.brokenClaims == [], "\(run.output)")
    }
    #expect(run.output.contains(" \(sample.verdict!): "), "\(run.output)")
    let lines = try sample.source().split(separator: "\n", omittingEmptySubsequences: false)
    if sample.verdict != "test-failed", let mark = lines.firstIndex(where: { $0.hasSuffix("// cause") }) {
      let name = URL(fileURLWithPath: sample.path).lastPathComponent
      #expect(run.report.contains("\(name):\(mark + 1):"), "\(run.output)")
      #expect(run.report.contains("\n  \(mark + 1) | "), "\(run.output)")
    }
    // Sentences may be broken anywhere.
    let words = run.report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for said in lines where said.hasPrefix("// says: ") {
      #expect(words.contains(said.dropFirst("// says: ".count)), "\(run.output)")
    }
    let token = try #require(run.token)
    #expect(run.output.contains("run --replay \(token) -- \(program)\n"))
    // The same finding again, word for word but for the line that says in which schedule it was found.
    let replayed = try ToolRun(["--replay", token, "--", program], in: scratch)
    #expect(replayed.status == 1, "\(replayed.output)\(replayed.errors)")
    #expect(replayed.report.withoutNotes == run.report.withoutNotes)
  }

  @Test(arguments: SampleProgram.clean) func nothingIsFound(_ sample: SampleProgram) throws {
    let program = try sample.build(in: scratch)
    let run = try ToolRun(["--schedules", Self.schedulesOfTwins, "--", program], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("no findings"))
  }

  /// Also before its first suspension, when nothing but its thread shows which task it is.
  @Test func theMainTaskIsCalledSo() throws {
    let name = "finds/wait-cycle/main-waits-for-a-task-that-needs-it.swift"
    let program = try SampleProgram.named(name).build(in: scratch)
    let run = try ToolRun(["--schedules", "5", "--", program], in: scratch)
    #expect(run.output.contains("deadlock: the main task waits for"), "\(run.output)")
    #expect(!run.output.contains("async function"), "\(run.output)")
  }

  @Test func everyFindingHasATwin() {
    #expect(SampleProgram.clean.count >= 9)
    #expect(SampleProgram.finds.count >= 10)
  }
}
