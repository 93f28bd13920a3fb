// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

/// Verdicts, exit codes and lines of `gcdcheck fuzz`.
@Suite struct FuzzTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func expectedVerdictsExitWithZeroAndOneLineEach() throws {
    try folder.write(SampleScenario.clean, to: "scenarios/clean.gcd.yaml")
    try folder.write(SampleScenario.ownQueue, to: "scenarios/deep/own.gcd.yaml")
    let run = try ToolRun("fuzz", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.count { $0.contains("scenarios/clean.gcd.yaml") } == 1)
    #expect(run.lines.count { $0.contains("scenarios/deep/own.gcd.yaml") } == 1)
    #expect(run.output.contains("as expected"))
    #expect(run.lines.last { !$0.isEmpty }?.hasPrefix("gcdcheck: 2 ") == true, "\(run.output)")
  }

  @Test func anUnexpectedVerdictExitsWithOneAndIsShownInFull() throws {
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
    try folder.write(SampleScenario.clean, to: "other.gcd.yaml")
    let run = try ToolRun("fuzz", in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("error: GCD101 sync-on-own-queue"))
    #expect(run.output.contains("surprise.gcd.yaml:"))
    #expect(run.output.contains("gcdcheck replay gcd1-"))
    #expect(run.output.contains("expected clean"))
  }

  @Test func oneNamedFileShowsItsExpectedFinding() throws {
    try folder.write(SampleScenario.ownQueue, to: "own.gcd.yaml")
    let run = try ToolRun("fuzz", "own.gcd.yaml", in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("error: GCD101 sync-on-own-queue"))
  }

  @Test func quietLeavesOnlyTheSummaryAndWhatIsWrong() throws {
    try folder.write(SampleScenario.clean, to: "clean.gcd.yaml")
    let fine = try ToolRun("fuzz", "-q", in: folder)
    #expect(fine.lines.count { !$0.isEmpty } == 1)
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
    let wrong = try ToolRun("fuzz", "-q", in: folder)
    #expect(!wrong.output.contains("clean.gcd.yaml  "))
    #expect(wrong.output.contains("surprise.gcd.yaml"))
  }

  @Test func aFolderOfBuildProductsIsNotSearched() throws {
    try folder.write(SampleScenario.clean, to: "mine.gcd.yaml")
    try folder.write(SampleScenario.broken, to: ".build/checkouts/x/broken.gcd.yaml")
    let run = try ToolRun("list", in: folder)
    #expect(run.status == 0)
    #expect(run.output == "mine.gcd.yaml  clean\n")
  }

  @Test func withoutScenariosTheShippedOnesAreJudged() throws {
    let run = try ToolRun("fuzz", "--schedules", "200", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let listed = try ToolRun("list", in: folder).lines.count { !$0.isEmpty }
    #expect(listed >= 60)
    #expect(run.lines.count { $0.hasPrefix("  ok ") } == listed)
    // README promises one deadlock report to look at.
    #expect(run.output.contains("error: GCD102 wait-cycle"))
    #expect(run.output.contains("cycle"))
  }

  @Test func aShippedScenarioCanBeNamed() throws {
    let first = try #require(try ToolRun("list", in: folder).lines.first).split(separator: " ")[0]
    let run = try ToolRun("fuzz", String(first), in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(first))
  }

  @Test func theSameSeedGivesTheSameOutput() throws {
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
    let first = try ToolRun("fuzz", "--seed", "7", in: folder)
    let second = try ToolRun("fuzz", "--seed", "7", in: folder)
    #expect(first.output == second.output)
    #expect(first.status == 1)
  }

  private static let walk = """
    semaphores: {lock: 1}
    steps:
      - async: global
        do: [{wait: lock}, {signal: lock}]
      - async: global
        do: [{wait: lock}, {signal: lock}]
    """

  @Test func oneScenarioIsToldWithWhatItsSchedulesCameBy() throws {
    try folder.write(FuzzTests.walk, to: "walk.gcd.yaml")
    let run = try ToolRun("fuzz", "--schedules", "300", "--strategy", "random", "walk.gcd.yaml", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("distinct, 2 partial orders), no findings"), "\(run.output)")
    let last = try #require(run.output.split(separator: "\n").last)
    #expect(last.hasPrefix("coverage: 2 partial orders (the last new one in schedule "), "\(last)")
    #expect(last.hasSuffix("; probably fewer than 1 in 100 further schedules would show a new partial order"))
    #expect(!run.output.contains("%"))
    let exhaustive = try ToolRun("fuzz", "--strategy", "exhaustive", "walk.gcd.yaml", in: folder)
    #expect(!exhaustive.output.contains("coverage:"), "\(exhaustive.output)")
    try folder.write(FuzzTests.walk, to: "second.gcd.yaml")
    #expect(try !ToolRun("fuzz", in: folder).output.contains("coverage:"))
  }

  @Test func itStopsWhereNothingNewComesIfThatIsAskedFor() throws {
    try folder.write(FuzzTests.walk, to: "walk.gcd.yaml")
    let run = try ToolRun("fuzz", "--strategy", "random", "--stop-when-saturated", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let words = "of 1,000 schedules: the last 200 showed no new conflict pair"
    #expect(run.output.contains("stopped early after 2") && run.output.contains(words), "\(run.output)")
    let events = try ToolRun(
      "fuzz", "--strategy", "random", "--report", "jsonl", in: folder,
      environment: ["GCDCHECK_STOP_WHEN_SATURATED": "1"])
    #expect(events.output.contains("\"stopped\":{\"saturated\":{\"schedules\":200}}"), "\(events.output)")
    #expect(events.output.contains("\"discoveryClass\":\"partialOrder\""))
  }

  @Test func aTimeLimitThatIsOverIsSaid() throws {
    for name in ["a", "b", "c"] { try folder.write(SampleScenario.clean, to: "\(name).gcd.yaml") }
    let run = try ToolRun("fuzz", "--time", "1ms", "--schedules", "100000000", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("stopped by time"))
  }

  @Test func whatWasNotBegunIsCounted() throws {
    for name in ["a", "b", "c"] { try folder.write(SampleScenario.clean, to: "\(name).gcd.yaml") }
    let run = try ToolRun("fuzz", "--time", "1ns", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("no findings; 3 scenarios were not begun; stopped by time"), "\(run.output)")
    let strict = try ToolRun("fuzz", "--time", "1ns", "--strict", in: folder)
    #expect(strict.status == 75, "\(strict.output)")
    #expect(try ToolRun("fuzz", "--strict", in: folder).status == 0)
  }
}
