// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import SharedScenarios
import Testing

/// A run that was cut and `--resume` together come to what one run comes to.
@Suite struct ResumeTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleScenario.surprise, to: "a.gcd.yaml")
    try folder.write(SharedScenario.late, to: "b.gcd.yaml")
    try folder.write(SharedScenario.counts, to: "c.gcd.yaml")
    try folder.write("", to: ".gcdcheck/keep")
  }

  private let unfinished = ".gcdcheck/unfinished"

  /// Text and events of a run that nothing cuts.
  private func whole(_ arguments: [String]) throws -> (text: String, events: String) {
    let run = try ToolRun(
      arguments: ["fuzz", "--no-save", "--report", "jsonl=whole.jsonl"] + arguments, in: folder)
    return (run.output, try folder.text(of: "whole.jsonl"))
  }

  /// 6,000 are shared by the processes that have no scenario of their own.
  @Test(arguments: [1, 2, 5], ["400", "6000"])
  func theTotalIsThatOfOneRun(_ jobs: Int, _ schedules: String) throws {
    let (text, events) = try whole(["--schedules", schedules])
    let cut = try ToolRun(
      "fuzz", "--schedules", schedules, "--time", "1ms", "--jobs", "\(jobs)", "--save", in: folder)
    #expect(cut.output.contains("stopped by time"))
    #expect(cut.output.contains("fuzz --resume"))
    #expect(folder.files.contains(unfinished))
    try? FileManager.default.removeItem(at: folder.url.appendingPathComponent(".gcdcheck/regressions"))
    let rest = try ToolRun(
      "fuzz", "--resume", "--jobs", "\(jobs)", "--report", "jsonl=rest.jsonl", in: folder)
    #expect(rest.status == 1)
    #expect(!folder.files.contains(unfinished))
    #expect(try withoutSaving(folder.text(of: "rest.jsonl")) == withoutSaving(events))
    #expect(withoutSaving(rest.output) == withoutSaving(text))
  }

  /// Without the notes on what was written to regression files.
  private func withoutSaving(_ text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("gcdcheck: ") && !$0.contains("\"runEnded\"") }
      .map(String.init)
  }

  @Test func changedScenariosAndOptionsAreRefusedInOneSentence() throws {
    _ = try ToolRun("fuzz", "--schedules", "100000000", "--time", "1ms", in: folder)
    #expect(folder.files.contains(unfinished))
    func refused(_ arguments: [String], _ words: String, _ environment: [String: String] = [:]) throws {
      let run = try ToolRun(
        arguments: ["fuzz", "--resume"] + arguments, in: folder, environment: environment)
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    try refused(["--seed", "3"], "--resume takes scenarios and options from the run")
    try refused(["a.gcd.yaml"], "--resume takes scenarios and options from the run")
    try refused([], "a.gcd.yaml or the options for it have changed", ["GCDCHECK_MAX_STEPS": "7"])
    try folder.write(SampleScenario.clean, to: "c.gcd.yaml")
    try refused([], "c.gcd.yaml or the options for it have changed")
    try folder.write(SampleScenario.clean, to: "d.gcd.yaml")
    try refused([], "what is to be explored is not the same any more")
    try folder.write("{}", to: unfinished)
    try refused([], "is damaged")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(unfinished))
    try refused([], "no run is unfinished here")
  }

  @Test func aDrawnSeedIsKept() throws {
    let cut = try ToolRun(
      "fuzz", "--seed", "random", "--schedules", "100000", "--time", "1ms", "c.gcd.yaml", in: folder)
    let seed = try #require(cut.lines.first { $0.hasPrefix("seed ") })
    let rest = try ToolRun("fuzz", "--resume", "--time", "1ms", in: folder)
    #expect(rest.lines.first { $0.hasPrefix("seed ") } == seed)
  }
}
