// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import SharedScenarios
import Testing

/// `--shard` and `gcdcheck merge`: together they say what one process says.
@Suite struct MergeTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleScenario.clean, to: "clean.gcd.yaml")
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
    try folder.write(SharedScenario.late, to: "late.gcd.yaml")
    try folder.write(SharedScenario.counts, to: "counts.gcd.yaml")
  }

  /// Writes the streams of all shards and returns their names.
  private func shards(_ count: Int, _ arguments: [String] = []) throws -> [String] {
    try (1...count).map { index in
      let file = "shard-\(index)-of-\(count).jsonl"
      _ = try ToolRun(
        arguments: ["fuzz", "--shard", "\(index)/\(count)", "--report", "jsonl=\(file)"] + arguments,
        in: folder)
      return file
    }
  }

  @Test(arguments: [1, 2, 3, 5], [[], ["--keep-going", "--schedules", "150"], ["--seed", "9"]])
  func theStreamsOfShardsMakeThatOfOneProcess(_ count: Int, _ arguments: [String]) throws {
    let whole = try ToolRun(arguments: ["fuzz", "--report", "jsonl=whole.jsonl"] + arguments, in: folder)
    let files = try shards(count, arguments)
    let merged = try ToolRun(
      arguments: ["merge", "--report", "jsonl=merged.jsonl"] + files.reversed(), in: folder)
    #expect(merged.status == whole.status)
    #expect(merged.status == 1)
    #expect(merged.output == whole.output)
    #expect(try folder.text(of: "merged.jsonl") == folder.text(of: "whole.jsonl"))
  }

  @Test func theSamePartTwiceCountsOnce() throws {
    let whole = try ToolRun("fuzz", in: folder)
    let files = try shards(2)
    let merged = try ToolRun(arguments: ["merge"] + files + files.reversed() + files, in: folder)
    #expect(merged.status == whole.status)
    #expect(merged.output == whole.output)
  }

  @Test func whatAPartLostIsTakenFromAnotherOne() throws {
    let whole = try ToolRun("fuzz", in: folder)
    let files = try shards(2)
    let lines = try folder.text(of: files[0]).split(separator: "\n")
    let end = try #require(
      lines.firstIndex { $0.contains("\"testEnded\"") && $0.contains("\"test\":\"counts.gcd.yaml\"") })
    var lost = lines
    lost[end] = #"""
      {"version":1,"kind":"testEnded","payload":{"test":"counts.gcd.yaml","outcome":{"skipped":{"reason":\#
      "its process was ended by SIGKILL"}},"schedules":0,"requested":0,"distinct":0,\#
      "stopped":{"completed":{}}}}
      """#
    try folder.write(lost.joined(separator: "\n") + "\n", to: "lost.jsonl")
    let alone = try ToolRun("merge", "lost.jsonl", files[1], in: folder)
    #expect(alone.status == 64)
    #expect(alone.errors.contains("not every shard came to the end of counts.gcd.yaml"), "\(alone.errors)")
    let merged = try ToolRun("merge", "lost.jsonl", files[1], files[0], in: folder)
    #expect(merged.status == whole.status, "\(merged.errors)")
    #expect(merged.output == whole.output)
  }

  /// Enough for one of two machines is not enough for both, and too little on each may be enough together.
  @Test func whatShardsHardlyTriedIsJudgedTogether() throws {
    func merged(asked: Int, isStrict: Bool) throws -> ToolRun {
      let files = try shards(
        2, ["clean.gcd.yaml", "--strategy", "random", "--schedules", "30"] + (isStrict ? ["--strict"] : []))
      for file in files {
        let cut = try folder.text(of: file).replacing("\"schedules\":30,", with: "\"schedules\":\(asked),")
          .replacing("\"requested\":30", with: "\"requested\":\(asked)")
          .replacing("\"stopped\":{\"completed\":{}}", with: "\"stopped\":{\"time\":{}}")
        try folder.write(cut, to: file)
      }
      return try ToolRun(arguments: ["merge"] + files, in: folder)
    }
    let tried = try merged(asked: 300, isStrict: true)
    #expect(tried.status == 0)
    #expect(
      tried.output.contains("  ok    clean.gcd.yaml  clean, as expected (stopped by time after 30 of 300"))
    #expect(!tried.output.contains("hardly"))
    for isStrict in [false, true] {
      let hardly = try merged(asked: 400, isStrict: isStrict)
      #expect(hardly.status == (isStrict ? 75 : 0))
      #expect(
        hardly.output.contains("  cut   clean.gcd.yaml  hardly tried (stopped by time"))
      #expect(hardly.output.contains("no findings; the scenario was hardly tried; stopped by time"))
    }
  }

  @Test func aShardSaysThatItIsOne() throws {
    let run = try ToolRun("fuzz", "--shard", "2/3", "clean.gcd.yaml", in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("shard 2/3 alone"))
    let same = try ToolRun(
      "fuzz", "clean.gcd.yaml", in: folder, environment: ["GCDCHECK_SHARD": "2/3"])
    #expect(same.output == run.output)
  }

  @Test func whatDoesNotBelongTogetherIsRefusedInOneSentence() throws {
    let two = try shards(2, ["--schedules", "20"])
    let three = try shards(3, ["--schedules", "20"])
    _ = try ToolRun(
      "fuzz", "--schedules", "20", "--seed", "4", "--shard", "2/2", "--report", "jsonl=seed.jsonl",
      in: folder)
    _ = try ToolRun("fuzz", "--schedules", "20", "--report", "jsonl=all.jsonl", in: folder)
    try folder.write("nonsense\n", to: "nonsense.jsonl")
    try folder.write("", to: "empty.jsonl")
    func refused(_ files: [String], _ words: String) throws {
      let run = try ToolRun(arguments: ["merge"] + files, in: folder)
      #expect(run.status == 64 || run.status == 2)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    try refused([two[0]], "shard 2/2 is missing")
    try refused([three[2]], "the shards 1/3, 2/3 are missing")
    try refused([two[0], three[1]], "merge the shards of one run")
    try refused([two[0], "seed.jsonl"], "the seeds")
    try refused([two[0], "all.jsonl"], "\"all.jsonl\" is not the report of a shard")
    try refused([two[0], "nonsense.jsonl"], "nonsense.jsonl: line 1")
    try refused([two[0], "empty.jsonl"], "\"empty.jsonl\" is no whole report")
    try refused([two[0], "nowhere.jsonl"], "\"nowhere.jsonl\" cannot be read")
  }

  @Test(arguments: ["0/3", "4/3", "3", "a/b", ""]) func abadShardIsRefused(_ text: String) throws {
    let run = try ToolRun("fuzz", "--shard", text, "clean.gcd.yaml", in: folder)
    #expect(run.status == 64)
    #expect(run.errors.contains("a part and the number of parts, such as 2/5"))
    if text.isEmpty { return }
    let variable = try ToolRun("fuzz", "clean.gcd.yaml", in: folder, environment: ["GCDCHECK_SHARD": text])
    #expect(variable.status == 64)
    #expect(variable.errors.contains("a part and the number of parts, such as 2/5"))
  }

  @Test func aDrawnSeedWouldDifferFromShardToShard() throws {
    let run = try ToolRun("fuzz", "--shard", "1/2", "--seed", "random", "clean.gcd.yaml", in: folder)
    #expect(run.status == 64)
    #expect(run.errors.contains("all shards need the same seed"))
  }
}
