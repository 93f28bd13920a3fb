// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import SharedScenarios
import Testing

/// A shard that is cut and started again by the same command, as job engines do it.
@Suite struct CutShardTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SharedScenario.counts, to: "a.gcd.yaml")
    try folder.write(SharedScenario.counts, to: "b.gcd.yaml")
  }

  private func shard(_ index: Int, _ report: String, _ more: [String] = []) throws -> ToolRun {
    try ToolRun(
      arguments: [
        "fuzz", "--schedules", "6000", "--strategy", "random", "--shard", "\(index)/2", "--resume",
        "--report", "jsonl=\(report)",
      ] + more, in: folder)
  }

  @Test(arguments: [1, 2]) func oneCommandBeginsAndContinues(_ index: Int) throws {
    let cut = try shard(index, "cut.jsonl", ["--time", "1ms"])
    #expect(cut.status == 75, "\(cut.output)\(cut.errors)")
    #expect(folder.files.contains(".gcdcheck/unfinished-\(index)-of-2"))
    let rest = try shard(index, "rest.jsonl")
    #expect(rest.status == 0, "\(rest.output)\(rest.errors)")
    #expect(!folder.files.contains { $0.hasPrefix(".gcdcheck/unfinished") })
    #expect(try shard(index, "whole.jsonl", ["--no-save"]).status == 0)
    #expect(try folder.text(of: "rest.jsonl") == folder.text(of: "whole.jsonl"))
  }

  @Test func allPartsTogetherAreThatOfOneRun() throws {
    let whole = try ToolRun(
      "fuzz", "--schedules", "6000", "--strategy", "random", "--report", "jsonl=whole.jsonl", in: folder)
    #expect(try shard(1, "one-cut.jsonl", ["--time", "1ms"]).status == 75)
    #expect(try shard(2, "two.jsonl").status == 0)
    let early = try ToolRun("merge", "one-cut.jsonl", "two.jsonl", in: folder)
    #expect(early.output.contains("stopped by time"))
    #expect(early.output != whole.output)
    #expect(try shard(1, "one-rest.jsonl").status == 0)
    let merged = try ToolRun(
      "merge", "two.jsonl", "one-rest.jsonl", "one-cut.jsonl", "two.jsonl", "--report", "jsonl=all.jsonl",
      in: folder)
    #expect(merged.status == 0)
    #expect(merged.output == whole.output)
    #expect(try folder.text(of: "all.jsonl") == folder.text(of: "whole.jsonl"))
  }

  @Test func theUnfinishedShardIsFoundOrAskedFor() throws {
    func cut(_ index: Int) throws { _ = try shard(index, "cut.jsonl", ["--time", "1ms"]) }
    try cut(1)
    #expect(try ToolRun("fuzz", "--resume", "--time", "1ns", in: folder).output.contains("shard 1/2 alone"))
    try cut(2)
    let either = try ToolRun("fuzz", "--resume", in: folder)
    #expect(either.status == 64)
    #expect(either.errors.contains("the shards 1/2, 2/2 are unfinished here"), "\(either.errors)")
    let second = try ToolRun("fuzz", "--resume", "--shard", "2/2", "--time", "1ns", in: folder)
    #expect(second.output.contains("shard 2/2 alone"), "\(second.output)\(second.errors)")
    let other = try ToolRun("fuzz", "--resume", "--shard", "2/2", "--seed", "8", in: folder)
    #expect(other.status == 64)
    #expect(other.errors.contains("the options for it have changed"), "\(other.errors)")
  }

  /// The tool ends the hard way, by 130, what takes half a minute.
  @Test func byTheSignalOfAnEngineItEndsWithWhatThereIs() throws {
    let process = ToolRun.process(
      [
        "fuzz", "a.gcd.yaml", "--schedules", "1000000000", "--strategy", "random", "--shard", "2/2",
        "--resume",
        "--progress", "lines", "--report", "jsonl=cut.jsonl", "--report", "junit=junit.xml",
      ], in: folder, environment: [:])
    let progress = Pipe()
    process.standardError = progress
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    _ = progress.fileHandleForReading.availableData  // it explores
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 75)
    let events = try folder.text(of: "cut.jsonl")
    #expect(events.contains("\"interrupted\"") && events.contains("\"runEnded\""))
    #expect(try folder.text(of: "junit.xml").contains("a.gcd.yaml"))
    #expect(folder.files.contains(".gcdcheck/unfinished-2-of-2"))
    let other = try ToolRun(
      "fuzz", "a.gcd.yaml", "--schedules", "1000000000", "--strategy", "random", "--shard", "1/2", "--time",
      "1ms", "--report", "jsonl=one.jsonl", in: folder)
    #expect(other.status == 75)
    #expect(try ToolRun("merge", "one.jsonl", "cut.jsonl", in: folder).status == 75)
    let again = try ToolRun(
      "fuzz", "--resume", "--shard", "2/2", "--time", "1s", "--report", "jsonl=again.jsonl", in: folder)
    #expect(again.status == 75)
    func schedules(_ file: String) throws -> Int {
      let line = try folder.text(of: file).split(separator: "\n").last { $0.contains("\"runEnded\"") }
      return try #require(line?.firstMatch(of: #/"schedules":(\d+)/#).flatMap { Int($0.1) })
    }
    #expect(try schedules("again.jsonl") >= schedules("cut.jsonl"))
  }

  @Test func aFindingCountsForMore() throws {
    try folder.write(SampleScenario.surprise, to: "0.gcd.yaml")
    let cut = try shard(1, "cut.jsonl", ["--time", "1s", "--schedules", "100000000", "--jobs", "1"])
    #expect(cut.output.contains("stopped by time") && cut.output.contains("GCD101"), "\(cut.output)")
    #expect(cut.status == 1)
  }
}
