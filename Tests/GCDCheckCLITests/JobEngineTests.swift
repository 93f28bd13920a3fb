// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// `--shard auto`: the tool in a job of an engine, by the variables that the engine sets.
@Suite struct JobEngineTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleScenario.clean, to: "clean.gcd.yaml")
  }

  private static let gitLab = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"]

  @Test func itSaysWhichShardItTookAndOfWhichEngine() throws {
    let note = "gcdcheck: shard 2/3, from CI_NODE_INDEX and CI_NODE_TOTAL of GitLab"
    let option = try ToolRun("fuzz", "--shard", "auto", in: folder, environment: Self.gitLab)
    let variable = try ToolRun(
      "fuzz", in: folder, environment: Self.gitLab.merging(["GCDCHECK_SHARD": "auto"]) { $1 })
    for run in [option, variable] {
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.lines.first == note)
      #expect(run.output.contains("shard 2/3 alone"))
    }
  }

  @Test func noVariableHasAnEffectThatIsNotAskedFor() throws {
    let all = try ToolRun("fuzz", in: folder, environment: Self.gitLab)
    #expect(!all.output.contains("shard"))
    let named = try ToolRun(
      "fuzz", "--shard", "1/2", in: folder,
      environment: ["CI_NODE_TOTAL": "3", "GCDCHECK_SHARD": "auto"])
    #expect(named.status == 0, "\(named.errors)")
    #expect(named.output.contains("shard 1/2 alone"))
  }

  @Test(arguments: [
    [:], ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"], ["CI_NODE_INDEX": "1"],
    ["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "3"],
  ])
  func withoutAShardNothingRuns(_ environment: [String: String]) throws {
    for command in [["fuzz"], ["run", "--", "/bin/true"], ["test"]] {
      let run = try ToolRun(
        arguments: [command[0], "--shard", "auto"] + command.dropFirst(), in: folder, environment: environment
      )
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
  }

  @Test func aTestOfBazelKeepsItsContract() throws {
    let bazel = [
      "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "shard.status",
      "XML_OUTPUT_FILE": "test.xml", "TEST_UNDECLARED_OUTPUTS_DIR": "outputs", "TEST_TIMEOUT": "300",
    ]
    let run = try ToolRun("fuzz", "--shard", "auto", in: folder, environment: bazel)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("shard 2/2, from TEST_SHARD_INDEX and TEST_TOTAL_SHARDS of Bazel"))
    #expect(folder.files.contains("shard.status"))
    #expect(try folder.text(of: "test.xml").contains("<testsuite"))
    #expect(try folder.text(of: "outputs/gcdcheck.jsonl").contains("\"shard\":\"2/2\""))
    let cut = try ToolRun(
      "fuzz", "--shard", "auto", "--schedules", "1000000000", "--strategy", "random", in: folder,
      environment: bazel.merging(["TEST_TIMEOUT": "1"]) { $1 })
    #expect(cut.status == 75, "\(cut.output)\(cut.errors)")
    #expect(try folder.text(of: "test.xml").contains("clean.gcd.yaml"))
    let plain = try ToolRun(
      "fuzz", in: folder, environment: bazel.merging(["TEST_SHARD_STATUS_FILE": "other"]) { $1 })
    #expect(plain.status == 0 && !folder.files.contains("other"))
    let refused = try ToolRun(
      "fuzz", "--shard", "auto", in: folder,
      environment: bazel.merging(["TEST_SHARD_STATUS_FILE": "/proc/none/status"]) { $1 })
    #expect(refused.status == 2)
    #expect(refused.errors.contains("TEST_SHARD_STATUS_FILE"))
  }

  /// Its shards would differ in what they run, and a program that is built for Bazel would do but a part.
  @Test func aProgramUnderControlFindsNoShard() throws {
    let names = "TEST_TOTAL_SHARDS|XML_OUTPUT_FILE|GTEST_TOTAL_SHARDS|JOB_COMPLETION|GCDCHECK_SHARD"
    let bazel = [
      "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "1", "GTEST_TOTAL_SHARDS": "1",
      "XML_OUTPUT_FILE": "x.xml",
    ]
    let run = try ToolRun(
      arguments: [
        "run", "--shard", "auto", "--schedules", "1", "--", "/bin/sh", "-c", "env | grep -E '\(names)'; true",
      ], in: folder, environment: bazel)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(!run.output.contains("XML_OUTPUT_FILE="), "\(run.output)")
    #expect(!run.output.contains("TOTAL_SHARDS="), "\(run.output)")
  }
}
