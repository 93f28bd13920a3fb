// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// Schedules depend on the seed alone: not on how many processes run them, nor on the run.
@Suite struct SameSchedulesTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func events(_ program: String, jobs: Int) throws -> [ReportEvent] {
    let run = try ToolRun(
      ["--schedules", "120", "--keep-going", "--jobs", "\(jobs)", "--report", "jsonl", "--", program],
      in: scratch)
    return try EventStream.decode(run.output)
  }

  @Test(arguments: [
    "clean/two-queues-in-one-direction.c", "finds/test-failed/freed-before-it-is-used.c",
    "finds/wait-cycle/two-queues-call-into-each-other.c",
  ]) func jobsChangeNothing(_ path: String) throws {
    let program = try SampleProgram.named(path).build(in: scratch)
    let alone = try events(program, jobs: 1)
    let together = try events(program, jobs: 4)
    #expect(alone == together)
    let ended = alone.compactMap { event in
      if case .testEnded(let end) = event { end } else { nil }
    }
    // A program without a defect may be searched through before that.
    #expect(ended.first?.schedules == 120 || ended.first?.search?.isComplete == true)
    #expect(ended.first?.traceHash != nil)
  }

  @Test(arguments: [[], ["--keep-going"]])
  func shardsTogetherAreTheWhole(_ arguments: [String]) throws {
    let program = try SampleProgram.named("finds/test-failed/freed-before-it-is-used.c").build(in: scratch)
    func run(_ more: [String]) throws -> ToolRun {
      try ToolRun(["--schedules", "60"] + arguments + more + ["--", program], in: scratch)
    }
    let whole = try run(["--report", "jsonl=\(scratch.path("whole"))"])
    for index in 1...3 {
      _ = try run(["--shard", "\(index)/3", "--report", "jsonl=\(scratch.path("\(index)"))"])
    }
    let merged = try ToolRun(
      (1...3).map { scratch.path("\($0)") } + ["--report", "jsonl=\(scratch.path("merged"))"],
      command: "merge", in: scratch)
    #expect(merged.status == whole.status)
    #expect(merged.output == whole.output)
    #expect(
      try String(contentsOfFile: scratch.path("merged"), encoding: .utf8)
        == String(contentsOfFile: scratch.path("whole"), encoding: .utf8))
  }

  @Test func anotherSeedTakesOtherSchedules() throws {
    let program = try SampleProgram.named("clean/two-queues-in-one-direction.c").build(in: scratch)
    func hash(seed: Int) throws -> UInt64? {
      let run = try ToolRun(
        ["--schedules", "20", "--seed", "\(seed)", "--report", "jsonl", "--", program], in: scratch)
      for case .testEnded(let end) in try EventStream.decode(run.output) { return end.traceHash }
      return nil
    }
    let first = try hash(seed: 1)
    #expect(first != nil)
    #expect(try hash(seed: 1) == first)
    #expect(try hash(seed: 2) != first)
  }
}
