// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// Regression files of whole programs: what failed once is run first, as for tests and scenarios.
@Suite struct ProgramRegressionTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let lines = ".gcdcheck/regressions/two-mutexes-in-two-orders.jsonl"

  private func explore(_ arguments: [String], _ program: String) throws -> ToolRun {
    try ToolRun(["--schedules", "200"] + arguments + ["--", program], in: scratch)
  }

  @Test func whatFailedIsRunFirst() throws {
    let program = try SampleProgram.named("finds/wait-cycle/two-mutexes-in-two-orders.c").build(in: scratch)
    let first = try explore(["--seed", "1", "--save"], program)
    #expect(first.status == 1)
    #expect(first.output.contains("saved as \(Self.lines)#1"), "\(first.output)")
    // Another seed: what it finds at once is what was kept.
    let second = try explore(["--seed", "2"], program)
    #expect(second.status == 1)
    #expect(second.output.contains("\(Self.lines)#1"), "\(second.output)")
    #expect(second.output.contains("gcdcheck: 1 test, 1 schedule"), "\(second.output)")
    // Only a process of its own can run the line; the command that is named does so.
    let replay = try ToolRun(["\(Self.lines)#1"], command: "replay", in: scratch)
    #expect(replay.status == 64)
    let token = try #require(first.token)
    #expect(replay.errors.contains("run --replay \(token) --"), "\(replay.errors)")
    let again = try ToolRun(["--replay", token, "--", program], in: scratch)
    #expect(again.status == 1)
    #expect(again.report.contains("GCD102"))
  }

  @Test func whatNoLongerFailsIsSaid() throws {
    let path = "two-mutexes-in-two-orders"
    let wrong = try SampleProgram.named("finds/wait-cycle/\(path).c").build(in: scratch)
    #expect(try explore(["--save"], wrong).status == 1)
    let twin = try SampleProgram.named("clean/two-mutexes-in-one-order.c").build(in: scratch)
    try FileManager.default.removeItem(atPath: wrong)
    try FileManager.default.moveItem(atPath: twin, toPath: wrong)
    let mended = try explore([], wrong)
    #expect(mended.status == 0, "\(mended.output)")
    #expect(mended.output.contains("no longer found"), "\(mended.output)")
    #expect(mended.output.contains("which may be removed"), "\(mended.output)")
  }

  @Test func withoutAFolderNothingIsKept() throws {
    let program = try SampleProgram.named("finds/wait-cycle/two-mutexes-in-two-orders.c").build(in: scratch)
    #expect(try explore([], program).status == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.path(".gcdcheck")))
  }
}
