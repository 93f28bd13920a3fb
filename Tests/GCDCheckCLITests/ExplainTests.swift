// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct ExplainTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    "GCD101", "GCD102", "GCD103", "GCD104", "GCD106", "GCD201", "GCD202", "GCD203", "GCD204", "GCD205",
    "GCD206",
    "GCD207", "GCD208", "GCD303", "GCD402", "GCD501", "GCD901", "GCD902",
  ])
  func everyCodeHasAPage(_ code: String) throws {
    let run = try ToolRun("explain", code, in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains(code))
    #expect(run.lines.count > 5)
    #expect(run.output.hasSuffix("\n"))
  }

  @Test func aSlugIsAsGoodAsACode() throws {
    #expect(
      try ToolRun("explain", "wait-cycle", in: folder).output
        == ToolRun("explain", "GCD102", in: folder).output)
    #expect(try ToolRun("explain", "gcd102", in: folder).output.contains("GCD102"))
  }

  @Test func theScenarioFormatIsATopic() throws {
    let run = try ToolRun("explain", "scenario", in: folder)
    #expect(run.status == 0)
    for verb in ["async", "sync", "enter", "leave", "signal", "wait"] { #expect(run.output.contains(verb)) }
  }

  @Test func withoutATopicAllAreListed() throws {
    let run = try ToolRun("explain", in: folder)
    #expect(run.status == 0)
    for word in ["GCD101", "GCD902", "scenario"] { #expect(run.output.contains(word)) }
  }
}
