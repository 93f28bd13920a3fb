// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import Testing

@testable import GCDRuntime

/// What job engines set, each by its own count.
@Suite struct EngineShardTests {
  private static let secondOfFive: [([String: String], JobEngine, String?)] = [
    (["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "5"], JobEngine.bazel, "Bazel"),
    (["JOB_COMPLETION_INDEX": "1", "GCDCHECK_SHARD_TOTAL": "5"], .kubernetes, "Kubernetes"),
    (["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "5"], .buildkite, "Buildkite"),
    (["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "5"], .circleCI, "CircleCI"),
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"], .gitLab, "GitLab"),
    (["SEMAPHORE_JOB_INDEX": "2", "SEMAPHORE_JOB_COUNT": "5"], .semaphore, "Semaphore"),
    (["BITBUCKET_PARALLEL_STEP": "1", "BITBUCKET_PARALLEL_STEP_COUNT": "5"], .bitbucket, "Bitbucket"),
    (["PARALLEL_SEQ": "2", "GCDCHECK_SHARD_TOTAL": "5"], .gnuParallel, "GNU parallel"),
    (["GCDCHECK_SHARD_INDEX": "1", "GCDCHECK_SHARD_TOTAL": "5"], .submitted, nil),
    (
      ["GCDCHECK_SHARD_INDEX": "1", "GCDCHECK_SHARD_TOTAL": "5", "BATCH_SYSTEM": "HTCondor"], .submitted,
      "HTCondor"
    ),
  ]

  private static let mistakes: [([String: String], String)] = [
    (["TEST_SHARD_INDEX": "1"], "TEST_SHARD_INDEX is set, but TEST_TOTAL_SHARDS is not"),
    (["TEST_TOTAL_SHARDS": "2"], "TEST_TOTAL_SHARDS is set, but TEST_SHARD_INDEX is not"),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": ""], "CI_NODE_INDEX is set, but CI_NODE_TOTAL is not"),
    (["JOB_COMPLETION_INDEX": "1"], "GCDCHECK_SHARD_TOTAL is not; set it to the number of shards"),
    (["PARALLEL_SEQ": "1"], "PARALLEL_SEQ is set, but GCDCHECK_SHARD_TOTAL is not"),
    (["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "2"], "CI_NODE_INDEX holds 'one', but takes a number from 1"),
    (["CI_NODE_INDEX": "+1", "CI_NODE_TOTAL": "2"], "CI_NODE_INDEX holds '+1'"),
    (
      ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "0"], "CI_NODE_TOTAL holds '0', but takes the number of shards"
    ),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "99999"], "CI_NODE_TOTAL holds '99999'"),
    (
      ["CI_NODE_INDEX": "99999999999999999999", "CI_NODE_TOTAL": "2"],
      "CI_NODE_INDEX holds '99999999999999999999'"
    ),
    (
      ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2", "GCDCHECK_SHARD_TOTAL": "3"],
      "GCDCHECK_SHARD_TOTAL holds '3', but takes 2, as GitLab has it"
    ),
    ([:], "no job engine has set a shard: none of TEST_SHARD_INDEX, JOB_COMPLETION_INDEX"),
    (["GCDCHECK_SHARD_TOTAL": "3"], "no job engine has set a shard"),
    (["CI_NODE_INDEX": ""], "write a part and the number of parts, such as 2/5"),
  ]

  private static let slurm = [
    "SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_MAX": "18",
    "SLURM_ARRAY_TASK_STEP": "4", "SLURM_ARRAY_TASK_COUNT": "3",
  ]

  @Test(arguments: EngineShardTests.secondOfFive)
  func eachEngineHasItsCount(_ variables: [String: String], _ engine: JobEngine, _ name: String?) throws {
    let found = try EngineShard(variables)
    #expect(found.shard == Shard(2, of: 5))
    #expect(found.engine == engine && found.name == name)
    let words = found.notice.text
    #expect(words.hasPrefix("gcdcheck: shard 2/5, from \(engine.index) and \(engine.total)"))
    #expect(words.hasSuffix(name.map { " of \($0)" } ?? engine.total))
  }

  @Test(arguments: JobEngine.allCases.filter { $0 != .slurm })
  func theFirstAndTheLastJobAreInAndTheNextOnesOut(_ engine: JobEngine) throws {
    func shard(_ index: Int) throws -> Shard {
      try EngineShard([engine.index: "\(index)", engine.total: "3"]).shard
    }
    #expect(try shard(engine.first) == Shard(1, of: 3))
    #expect(try shard(engine.first + 2) == Shard(3, of: 3))
    for outside in [engine.first - 1, engine.first + 3] {
      let problem = thrown(EngineShardProblem.self) { _ = try shard(outside) }
      let words = try #require(problem?.notice.text)
      #expect(words.contains("\(engine.index) holds '\(outside)'"))
      #expect(words.contains("a number from \(engine.first) to \(engine.first + 2)"))
    }
  }

  @Test func theTasksOfAnArrayAreCountedInTheirSteps() throws {
    #expect(try EngineShard(Self.slurm).shard == Shard(2, of: 3))
    func shard(_ changed: [String: String]) throws -> Shard {
      try EngineShard(Self.slurm.merging(changed) { $1 }).shard
    }
    #expect(try shard(["SLURM_ARRAY_TASK_ID": "10"]) == Shard(1, of: 3))
    #expect(try shard(["SLURM_ARRAY_TASK_ID": "18"]) == Shard(3, of: 3))
    // 18 is no task where the last step leads beyond 20.
    #expect(try shard(["SLURM_ARRAY_TASK_MAX": "20"]) == Shard(2, of: 3))
    let mistakes = [
      ["SLURM_ARRAY_TASK_ID": "13"], ["SLURM_ARRAY_TASK_ID": "22"], ["SLURM_ARRAY_TASK_ID": "-1"],
      ["SLURM_ARRAY_TASK_COUNT": "2"], ["SLURM_ARRAY_TASK_STEP": "0"], ["SLURM_ARRAY_TASK_MIN": "19"],
      ["SLURM_ARRAY_TASK_MIN": ""], ["SLURM_ARRAY_TASK_ID": ""], ["GCDCHECK_SHARD_TOTAL": "8"],
      ["SLURM_ARRAY_TASK_MAX": "200000", "SLURM_ARRAY_TASK_COUNT": "49998"],
    ]
    for mistake in mistakes {
      #expect(throws: EngineShardProblem.self, "\(mistake)") { try shard(mistake) }
    }
  }

  @Test(arguments: EngineShardTests.mistakes)
  func aMistakeIsNamedInOneSentence(_ variables: [String: String], _ words: String) throws {
    let problem = thrown(EngineShardProblem.self) { _ = try EngineShard(variables) }
    let text = try #require(problem?.notice.text)
    #expect(text.hasPrefix("gcdcheck: ") && text.contains(words), "\(text)")
    #expect(!text.contains("\n"))
  }

  @Test func aJobThatIsAloneIsTheWholeRunUnlessAnotherEngineSharesIt() throws {
    #expect(try EngineShard(["CI_NODE_TOTAL": "1"]).shard == Shard(1, of: 1))
    let alone = ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1", "CI_NODE_TOTAL": "1"]
    #expect(try EngineShard(alone).engine == .circleCI)
    let within = try EngineShard(alone.merging(["PARALLEL_SEQ": "3", "GCDCHECK_SHARD_TOTAL": "4"]) { $1 })
    #expect(within.engine == .gnuParallel && within.shard == Shard(3, of: 4))
    #expect(throws: EngineShardProblem.self) { try EngineShard(alone.merging(["PARALLEL_SEQ": "3"]) { $1 }) }
  }

  @Test func ofTwoEnginesTheOneThatIsNamedFirstIsTaken() throws {
    let both = try EngineShard([
      "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3", "JOB_COMPLETION_INDEX": "0", "GCDCHECK_SHARD_TOTAL": "3",
    ])
    #expect(both.engine == .kubernetes && both.shard == Shard(1, of: 3))
  }
}
