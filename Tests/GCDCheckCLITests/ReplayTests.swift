// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

/// Found, printed, parsed, replayed: the same report.
@Suite struct ReplayTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The token of the first replay line.
  private func token(in output: String) throws -> String {
    let match = try #require(output.firstMatch(of: #/gcdcheck replay '?(gcd1-[A-Za-z0-9_-]+)/#))
    return String(match.1)
  }

  @Test func aReplayShowsTheFindingAgain() throws {
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
    let found = try ToolRun("fuzz", in: folder)
    let token = try token(in: found.output)
    let again = try ToolRun("replay", token, "surprise.gcd.yaml", in: folder)
    #expect(again.status == 1, "\(again.output)\(again.errors)")
    let headline = try #require(found.lines.first { $0.contains("error: GCD101") })
    #expect(again.lines.contains(headline))
    // The only scenario need not be named.
    #expect(try ToolRun("replay", token, in: folder).status == 1)
  }

  @Test func aTraceShowsTheSteps() throws {
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
    let token = try token(in: ToolRun("fuzz", in: folder).output)
    let plain = try ToolRun("replay", token, "surprise.gcd.yaml", in: folder)
    let traced = try ToolRun("replay", token, "surprise.gcd.yaml", "--trace", in: folder)
    let mirrored = try ToolRun(
      "replay", token, "surprise.gcd.yaml", in: folder, environment: ["GCDCHECK_TRACE": "1"])
    #expect(traced.lines.count > plain.lines.count)
    #expect(traced.output.contains("schedule 1 of surprise.gcd.yaml"))
    #expect(mirrored.output == traced.output)
  }

  @Test func aCleanProgramExitsWithZero() throws {
    try folder.write(SampleScenario.surprise, to: "program.gcd.yaml")
    let token = try token(in: ToolRun("fuzz", in: folder).output)
    try folder.write(
      SampleScenario.surprise.replacing("- sync: cache", with: "- async: cache"), to: "program.gcd.yaml")
    let run = try ToolRun("replay", token, "program.gcd.yaml", in: folder)
    // Mended: either the schedule still fits and is clean, or the program no longer follows it.
    #expect(run.status == 0 || run.status == 3)
    #expect(!run.output.contains("GCD101"))
  }

  @Test func aDamagedTokenIsRefused() throws {
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
    let token = try token(in: ToolRun("fuzz", in: folder).output)
    let cut = try ToolRun("replay", String(token.dropLast(2)), "surprise.gcd.yaml", in: folder)
    #expect(cut.status == 64)
    #expect(cut.errors.contains("cut off or changed"))
    let other = try ToolRun("replay", "gcd9" + token.dropFirst(4), in: folder)
    #expect(other.errors.contains("another version of gcdcheck (gcd9-)"))
  }

  @Test func severalScenariosNeedAName() throws {
    try folder.write(SampleScenario.surprise, to: "one.gcd.yaml")
    let token = try token(in: ToolRun("fuzz", in: folder).output)
    try folder.write(SampleScenario.surprise, to: "two.gcd.yaml")
    let run = try ToolRun("replay", token, in: folder)
    #expect(run.status == 64)
    #expect(run.errors.contains("which of 2 scenarios"))
  }
}
