// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import Testing

@testable import GCDScenario

/// What a file means, where it is not wrong.
@Suite struct ReadingTests {
  private func read(_ text: String) throws -> Scenario { try Scenario(text: text, path: "folder/s.gcd.yaml") }

  @Test func nameSummaryAndDefaults() throws {
    let scenario = try read("# Two lines\n# of comment.\nsteps:\n  - print: hello\n")
    #expect(scenario.name == "s")
    #expect(scenario.summary == "Two lines of comment.")
    #expect(scenario.expectation == .clean)
    #expect(scenario.explore == AskedOptions())
  }

  @Test(arguments: [
    ("clean", GCDReport.Expectation.clean),
    ("GCD104", .finding(.groupNeverEmpty, names: [])),
    ("gcd104", .finding(.groupNeverEmpty, names: [])),
    ("group-never-empty", .finding(.groupNeverEmpty, names: [])),
    ("{finding: GCD104, names: [loading]}", .finding(.groupNeverEmpty, names: ["loading"])),
    (
      "{outcomes: [{x: 1, y: 0}, {y: -2, x: 3}]}",
      .outcomes(variables: ["x", "y"], values: [[1, 0], [3, -2]])
    ),
  ])
  func expectations(_ text: String, _ expected: GCDReport.Expectation) throws {
    let scenario = try read("expect: \(text)\ngroups: [loading]\nvariables: {x: 0, y: 0}\nsteps: []\n")
    #expect(scenario.expectation == expected)
  }

  @Test func exploreSettings() throws {
    let text =
      "explore: {schedules: 20, seed: 7, pool: 'linux:2', strategy: 'pct:4', max-steps: 50}\nsteps: []\n"
    let explore = try read(text).explore
    #expect(explore.schedules == 20 && explore.seed == 7 && explore.maxSteps == 50)
    #expect(explore.poolWidth == .linux(cpus: 2) && explore.strategy == .pct(depth: 4))
  }

  @Test func whatTheCallerAsksForGoesBeforeTheFile() throws {
    let scenario = try read("explore: {schedules: 20, seed: 7}\nsteps: []\n")
    var options = ScenarioOptions()
    #expect(options.exploration(of: scenario).schedules == 20)
    #expect(options.exploration(of: scenario).effectiveSeed == 7)
    options.schedules = 5
    options.seed = 1
    #expect(options.exploration(of: scenario).schedules == 5)
    #expect(options.exploration(of: scenario).effectiveSeed == 1)
  }

  @Test func theSeedDoesNotDependOnTheFolder() throws {
    let here = try Scenario(text: "steps: []", path: "a/s.gcd.yaml")
    let there = try Scenario(text: "steps: []", path: "/elsewhere/s.gcd.yaml")
    let options = ScenarioOptions()
    #expect(options.exploration(of: here).effectiveSeed == options.exploration(of: there).effectiveSeed)
  }

  @Test func targetsAreMadeBeforeTheQueuesThatTargetThem() throws {
    let text = "queues:\n  a: {target: b}\n  b: {target: c}\n  c: serial\nsteps: []\n"
    let program = try read(text).program
    let names = program.queueOrder.map { program.queues[$0].name }
    #expect(names == ["main", "global", "c", "b", "a"])
  }

  @Test func keysMayComeInAnyOrder() throws {
    let scenario = try read("steps:\n  - enter: loading\n  - leave: loading\ngroups: [loading]\n")
    #expect(scenario.program.steps.count == 2)
    #expect(scenario.program.steps[1].position == SourcePosition(line: 3, column: 5))
  }

  @Test(arguments: [
    ("3s", DurationText.nanoseconds(3_000_000_000)), ("1.5ms", .nanoseconds(1_500_000)),
    ("20ns", .nanoseconds(20)),
    ("2min", .nanoseconds(120_000_000_000)), ("7us", .nanoseconds(7_000)), ("3", .missingUnit),
    ("-3s", .negative),
    ("3h", .nanoseconds(10_800_000_000_000)), ("2m", .nanoseconds(120_000_000_000)),
    ("1_000 us", .nanoseconds(1_000_000)), ("0", .nanoseconds(0)), ("1.5ns", .tooFine),
    ("1.50us", .nanoseconds(1_500)),
    ("3d", .unknownUnit("d")), (".5s", .notATime), ("1.2.3s", .notATime), ("s", .notATime),
    ("1e3s", .unknownUnit("e3s")), ("9999999999min", .tooLong),
  ])
  func durations(_ text: String, _ expected: DurationText) {
    #expect(DurationText.parse(text) == expected)
  }

  @Test(arguments: [
    ("netwrok", "network"), ("entre", "enter"), ("lodaing", "loading"), ("timout", "timeout"),
    ("Main", "main"),
  ])
  func suggestions(_ word: String, _ meant: String) {
    let known = ["network", "enter", "leave", "loading", "timeout", "main", "global"]
    #expect(closest(to: word, among: known) == meant)
    #expect(closest(to: "frobnicate", among: known) == nil)
  }
}
