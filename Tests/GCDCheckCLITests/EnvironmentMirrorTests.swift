// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import Testing

/// Each option has a variable; a flag beats its variable, a variable beats the file.
@Suite struct EnvironmentMirrorTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The event `testStarted` says which schedules were asked for.
  private func started(_ arguments: [String], _ environment: [String: String]) throws -> String {
    let run = try ToolRun(
      arguments: ["fuzz", "--report", "jsonl"] + arguments, in: folder, environment: environment)
    return try #require(run.lines.first { $0.contains("\"testStarted\"") }, "\(run.errors)")
  }

  @Test func theVariableBeatsTheFileAndTheFlagBeatsTheVariable() throws {
    try folder.write(
      SampleScenario.clean + "explore: {schedules: 5, seed: 50}\n", to: "a.gcd.yaml")
    let variables = ["GCDCHECK_SCHEDULES": "7", "GCDCHECK_SEED": "70", "GCDCHECK_STRATEGY": "pct:4"]
    let file = try started([], [:])
    #expect(file.contains("\"schedules\":5") && file.contains("\"seed\":\"50\""))
    let variable = try started([], variables)
    #expect(variable.contains("\"schedules\":7") && variable.contains("\"seed\":\"70\""))
    #expect(variable.contains("pct:4"))
    let flag = try started(["--schedules", "9", "--seed", "90", "--strategy", "random"], variables)
    #expect(flag.contains("\"schedules\":9") && flag.contains("\"seed\":\"90\""))
    #expect(flag.contains("\"random\""))
  }

  @Test(
    arguments: ExplorationOption.allCases.filter { $0 != .corpus }.map(\.row.variable) + [
      "GCDCHECK_REPORT", "GCDCHECK_COLOR", "GCDCHECK_PROGRESS", "GCDCHECK_QUIET", "GCDCHECK_VERBOSE",
      "GCDCHECK_FILTER", "GCDCHECK_BREAK",
    ])
  func aVariableThatMakesNoSenseIsRefusedByName(_ name: String) throws {
    try folder.write(SampleScenario.clean, to: "a.gcd.yaml")
    // An open bracket is no number, no word of ours and no regular expression.
    let run = try ToolRun("fuzz", in: folder, environment: [name: "["])
    #expect(run.status == 64)
    #expect(run.errors.contains(name == "GCDCHECK_FILTER" ? "regular expression" : name), "\(run.errors)")
  }

  @Test func aKnownFindingIsSilentWhereTheVariableAllowsIt() throws {
    let nested = "queues: {cache: serial}\nsteps: [{sync: cache, do: [{sync: cache, do: [print: never]}]}]\n"
    try folder.write(nested, to: "a.gcd.yaml")
    let run = try ToolRun("fuzz", in: folder)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let allowed = try ToolRun("fuzz", in: folder, environment: ["GCDCHECK_ALLOW": "GCD101"])
    #expect(allowed.status == 0, "\(allowed.output)\(allowed.errors)")
    #expect(!allowed.output.contains("GCD101"))
  }

  @Test func aVariableThatNothingReadsIsNamed() throws {
    try folder.write(SampleScenario.clean, to: "a.gcd.yaml")
    let run = try ToolRun("fuzz", in: folder, environment: ["GCDCHECK_SCHEDULE": "7"])
    #expect(run.status == 0)
    #expect(run.lines.first == "gcdcheck: GCDCHECK_SCHEDULE is no variable of gcdcheck; it has no effect")
  }

  @Test func theFilterHasAVariable() throws {
    try folder.write(SampleScenario.clean, to: "one.gcd.yaml")
    try folder.write(SampleScenario.clean, to: "two.gcd.yaml")
    let run = try ToolRun("list", in: folder, environment: ["GCDCHECK_FILTER": "^two"])
    #expect(run.output.contains("two.gcd.yaml"))
    #expect(!run.output.contains("one.gcd.yaml"))
  }

  @Test func aRandomSeedIsPrintedFirstAndRepeatsTheRun() throws {
    try folder.write(SampleScenario.clean, to: "a.gcd.yaml")
    let run = try ToolRun("fuzz", "--seed", "random", in: folder)
    let words = try #require(run.lines.first).split(separator: " ")
    #expect(words.first == "seed")
    let seed = try #require(UInt64(words[1]))
    let other = try ToolRun("fuzz", in: folder, environment: ["GCDCHECK_SEED": "random"])
    #expect(other.lines.first?.hasPrefix("seed ") == true)
    #expect(try started(["--seed", "\(seed)"], [:]).contains("\"seed\":\"\(seed)\""))
  }
}
