// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

/// A scenario loses what its finding does not need.
@Suite struct MinimizeTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A deadlock of two queues among things that have nothing to do with it.
  private static let crowded = """
    # A crowd.
    queues: {one: serial, two: serial, log: serial, spare: concurrent}
    semaphores: {unused: 1}
    variables: {count: 0}
    steps:
      - async: log
        do:
          - print: "a: text"
          - add: 1
            to: count
      - async: one
        do:
          - print: before
          - sync: two
            do:
              - print: never
      - async: spare
        do:
          - print: more
      - async: two
        do:
          - sync: one
            do: []
          - print: after

    """

  private func token() throws -> String {
    try folder.write(Self.crowded, to: "crowded.gcd.yaml")
    let run = try ToolRun("fuzz", "crowded.gcd.yaml", in: folder)
    let match = try #require(run.output.firstMatch(of: #/gcdcheck replay '?(gcd1-[A-Za-z0-9_-]+)/#), "\(run)")
    return String(match.1)
  }

  @Test func whatIsLeftIsAScenarioThatShowsTheSame() throws {
    let token = try token()
    let run = try ToolRun("minimize", token, "crowded.gcd.yaml", "-o", "small.gcd.yaml", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output == "")
    let small = try folder.text(of: "small.gcd.yaml")
    for word in ["log", "spare", "unused", "count", "print"] {
      #expect(!small.dropFirst(small.split(separator: "\n")[0].count).contains(word), "\(small)")
    }
    let again = try ToolRun("fuzz", "small.gcd.yaml", in: folder)
    #expect(again.output.contains("GCD102"), "\(small)\(again.output)")
    let command = try #require(
      run.errors.firstMatch(of: #/replay (gcd1-\S+) small.gcd.yaml/#), "\(run.errors)")
    #expect(try ToolRun("replay", String(command.1), "small.gcd.yaml", in: folder).status == 1)
    // Nothing is overwritten.
    #expect(
      try ToolRun("minimize", token, "crowded.gcd.yaml", "-o", "small.gcd.yaml", in: folder).status == 64)
  }

  @Test func theSameCommandGivesTheSameFile() throws {
    let token = try token()
    let first = try ToolRun("minimize", token, "crowded.gcd.yaml", in: folder)
    let second = try ToolRun("minimize", token, "crowded.gcd.yaml", in: folder)
    #expect(first.status == 0)
    #expect(first.output == second.output)
    #expect(
      first.output.hasPrefix("# crowded.gcd.yaml, with all left out that GCD102 wait-cycle does not need."))
  }

  @Test func aBoundIsKept() throws {
    let run = try ToolRun("minimize", try token(), "crowded.gcd.yaml", "--runs", "3", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("in 3 runs of smaller ones"))
  }

  @Test func aLineOfARegressionFileWillDo() throws {
    try folder.write(Self.crowded, to: "crowded.gcd.yaml")
    _ = try ToolRun("fuzz", "--save", in: folder)
    let run = try ToolRun("minimize", ".gcdcheck/regressions/crowded.jsonl#1", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("sync: one"))
    #expect(!run.output.contains("spare"))
  }

  /// As many processes as wanted look for the finding; they find the same one.
  @Test(arguments: ["1", "3"]) func aScenarioAloneIsExploredFirst(_ jobs: String) throws {
    try folder.write(Self.crowded, to: "crowded.gcd.yaml")
    let run = try ToolRun("minimize", "crowded.gcd.yaml", "--jobs", jobs, in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let known = try ToolRun("minimize", try token(), "crowded.gcd.yaml", in: folder)
    #expect(run.output == known.output)
    try folder.write(SampleScenario.clean, to: "clean.gcd.yaml")
    let clean = try ToolRun("minimize", "clean.gcd.yaml", "--schedules", "20", "--jobs", jobs, in: folder)
    #expect(clean.status == 2)
    #expect(clean.errors.contains("show no error in clean.gcd.yaml; nothing to minimize"), "\(clean.errors)")
  }

  @Test func theReportOfWhatIsLeftPointsIntoIt() throws {
    try folder.write(Self.crowded, to: "crowded.gcd.yaml")
    let run = try ToolRun(
      "minimize", "crowded.gcd.yaml", "-o", "small.gcd.yaml", "--report", "text=report.txt", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "")
    let report = try folder.text(of: "report.txt")
    #expect(report.hasPrefix("small.gcd.yaml:"), "\(report)")
    #expect(report.contains("- sync: one"), "\(report)")
    #expect(report.contains("gcdcheck replay gcd1-") && report.contains(" small.gcd.yaml\n"), "\(report)")
    #expect(try ToolRun("minimize", "crowded.gcd.yaml", "-v", in: folder).status == 64)
  }

  @Test func whatShowsNothingIsRefused() throws {
    let token = try token()
    try folder.write(SampleScenario.clean, to: "clean.gcd.yaml")
    let run = try ToolRun("minimize", token, "clean.gcd.yaml", in: folder)
    #expect(run.status == 2 || run.status == 3)
    #expect(run.output == "")
    #expect(try ToolRun("minimize", "gcd1-zzz", "clean.gcd.yaml", in: folder).status == 64)
    #expect(try ToolRun("minimize", token, "nothing.gcd.yaml", in: folder).status == 64)
  }
}
