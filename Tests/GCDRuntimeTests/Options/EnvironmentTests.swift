// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import Testing

@testable import GCDRuntime

@Suite struct EnvironmentTests {
  @Test func everyVariableReachesItsOption() throws {
    let environment = try Environment([
      "GCDCHECK_SCHEDULES": "12", "GCDCHECK_SEED": "18446744073709551615", "GCDCHECK_STRATEGY": "pct:4",
      "GCDCHECK_MAX_STEPS": "77", "GCDCHECK_POOL_WIDTH": "linux:2", "GCDCHECK_SKEW": "0",
      "GCDCHECK_SETTLE": "1.5s", "GCDCHECK_TIME_LIMIT": "2m", "GCDCHECK_KEEP_GOING": "1",
      "GCDCHECK_STOP_WHEN_SATURATED": "1",
      "GCDCHECK_STRICT": "yes", "GCDCHECK_SHOW_OUTPUT": "all",
      "GCDCHECK_ALLOW": "GCD205:com.acme.log,barrier-on-global-queue", "GCDCHECK_REPLAY": "tok@M.S/t()",
      "GCDCHECK_BODY_HOST": "main-queue", "GCDCHECK_SHARD": "2/5", "PATH": "/bin",
    ])
    let options = environment.applied(to: ExplorationOptions(testID: "M.S/t()")) { 0 }
    #expect(
      options
        == ExplorationOptions(
          schedules: 12, seed: .max, strategy: .pct(depth: 4), maxSteps: 77, poolWidth: .linux(cpus: 2),
          skew: .zero, settle: .milliseconds(1_500), timeLimit: .seconds(120), stopWhenSaturated: true,
          keepGoing: true, strict: true,
          showOutput: .all, allowing: [.leftSuspended("com.acme.log"), .any(.barrierOnGlobalQueue)],
          replay: "tok", bodyHost: .mainQueue, shard: Shard(2, of: 5), testID: "M.S/t()"))
    #expect(environment.unknown.isEmpty)
  }

  @Test func theSourceStandsWhereTheEnvironmentIsSilent() throws {
    let source = ExplorationOptions(
      schedules: 3, seed: 9, keepGoing: true, allowing: [.any(.leftSuspended)], replay: "t", testID: "a")
    let silent = try Environment(["HOME": "/", "GCDCHECK_SEED": ""])
    #expect(silent == Environment())
    #expect(silent.applied(to: source) { 0 } == source)
    let off = try Environment(["GCDCHECK_KEEP_GOING": "0", "GCDCHECK_ALLOW": "GCD303"])
    let result = off.applied(to: source) { 0 }
    #expect(!result.keepGoing)
    #expect(result.allowing == [.any(.leftSuspended), .any(.barrierOnGlobalQueue)])
  }

  @Test(arguments: [
    ("GCDCHECK_SCHEDULES", "0"), ("GCDCHECK_SCHEDULES", "many"), ("GCDCHECK_SEED", "-1"),
    ("GCDCHECK_SEED", "0x7"), ("GCDCHECK_STRATEGY", "pct:0"), ("GCDCHECK_MAX_STEPS", "1e3"),
    ("GCDCHECK_POOL_WIDTH", "linux4"), ("GCDCHECK_POOL_WIDTH", "linux:0"), ("GCDCHECK_SKEW", "1"),
    ("GCDCHECK_SETTLE", "-1s"), ("GCDCHECK_TIME_LIMIT", "0"), ("GCDCHECK_KEEP_GOING", "maybe"),
    ("GCDCHECK_STRICT", "2"), ("GCDCHECK_STOP_WHEN_SATURATED", "200"), ("GCDCHECK_SHOW_OUTPUT", "some"),
    ("GCDCHECK_ALLOW", "GCD205,"),
    ("GCDCHECK_ALLOW", "GCD205:"), ("GCDCHECK_ALLOW", "GCD999"), ("GCDCHECK_REPLAY", "@test"),
    ("GCDCHECK_REPLAY", "token@"), ("GCDCHECK_BODY_HOST", "main"),
    ("GCDCHECK_SHARD", "6/5"), ("GCDCHECK_SHARD", "2"),
  ])
  func aMalformedValueIsNamed(name: String, value: String) throws {
    let problem = try #require(thrown(EnvironmentProblem.self) { _ = try Environment([name: value]) })
    #expect(problem.variable.rawValue == name)
    #expect(problem.text == "gcdcheck: \(name) holds '\(value)', but takes \(problem.variable.form)")
  }

  @Test func aMistypedVariableIsNoticed() throws {
    let environment = try Environment(["GCDCHECK_SEEED": "7", "GCDCHECK_ABC": "", "GCDCHECK_WATCHDOG": "5"])
    #expect(environment.unknown == ["GCDCHECK_ABC", "GCDCHECK_SEEED"])
  }

  @Test func theShardOfAJobEngineIsTakenWhereItIsAskedFor() throws {
    let gitLab = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"]
    var unasked = try Environment(gitLab)
    #expect(try unasked.findShard(gitLab) == nil && unasked.asked.shard == nil)
    var auto = try Environment(["GCDCHECK_SHARD": "auto"])
    #expect(try auto.findShard(gitLab)?.engine == .gitLab)
    #expect(auto.asked.shard == Shard(2, of: 5))
    #expect(try Environment(["GCDCHECK_SHARD_TOTAL": "5", "GCDCHECK_SHARD_INDEX": "0"]).unknown.isEmpty)
  }

  /// A test program that is built for Bazel runs a part of its tests in each shard.
  @Test func noTestProcessTakesAShardOfBazel() throws {
    var auto = try Environment(["GCDCHECK_SHARD": "auto"])
    let problem = thrown(EngineShardProblem.self) {
      _ = try auto.findShard(["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2"])
    }
    #expect(problem == .sharesTests(.bazel))
    #expect(auto.asked.shard == nil)
  }

  @Test func aReplayAppliesToItsTestOnly() throws {
    let environment = try Environment(["GCDCHECK_REPLAY": "abc@M.S/t()#2"])
    #expect(environment.applied(to: ExplorationOptions(testID: "M.S/t()")) { 0 }.replay == nil)
    #expect(environment.applied(to: ExplorationOptions(testID: "M.S/t()#2")) { 0 }.replay == "abc")
    let bare = try Environment(["GCDCHECK_REPLAY": "abc"])
    #expect(bare.applied(to: ExplorationOptions(testID: "whatever")) { 0 }.replay == "abc")
    #expect(ReplayRequest("abc@M.S/t()#2")?.description == "abc@M.S/t()#2")
  }

  @Test func aRandomSeedIsAskedForOnlyWhenWanted() throws {
    let environment = try Environment(["GCDCHECK_SEED": "random"])
    #expect(environment.applied(to: ExplorationOptions(seed: 1)) { 42 }.seed == 42)
    #expect(Environment().applied(to: ExplorationOptions(seed: 1)) { 42 }.seed == 1)
  }
}
