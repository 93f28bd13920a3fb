// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// `gcdcheck report`: a saved run in every form, after the fact.
@Suite struct SavedReportTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
    try folder.write(SampleScenario.clean, to: "clean.gcd.yaml")
  }

  /// Each with the ending by which it is known.
  static let formats = [
    ("text", "txt"), ("jsonl", "jsonl"), ("junit", "xml"), ("sarif", "sarif"), ("dot", "dot"),
    ("html", "html"), ("summary", "md"),
  ]

  @Test func aSavedRunReadsAsTheRunItselfInEveryForm() throws {
    let reports = SavedReportTests.formats.flatMap { ["--report", "run.\($0.1)"] }
    let run = try ToolRun(arguments: ["fuzz"] + reports, in: folder)
    #expect(run.status == 1)
    for (format, ending) in SavedReportTests.formats {
      let expected = try folder.text(of: "run.\(ending)")
      let shown = try ToolRun("report", "run.jsonl", "--as", format, in: folder)
      #expect(shown.status == 0)
      #expect(shown.errors == "")
      #expect(shown.output == expected)
      let written = try ToolRun("report", "run.jsonl", "--output", "again.\(ending)", in: folder)
      #expect(written.status == 0)
      #expect(written.output == "")
      #expect(try folder.text(of: "again.\(ending)") == expected)
    }
    let plain = try ToolRun("report", "run.jsonl", in: folder)
    #expect(try plain.output == folder.text(of: "run.txt"))
  }

  @Test func theStepsOfARealScheduleAreThere() throws {
    _ = try ToolRun("fuzz", "surprise.gcd.yaml", "--report", "run.html", in: folder)
    let page = try folder.text(of: "run.html")
    // The block waits for its own queue: all steps from the first on, with the states that they lead to.
    #expect(
      page.contains("<h3>The schedule: 3 steps</h3>") || page.contains("<h3>The schedule: 4 steps</h3>"))
    #expect(page.contains("1 block to run"))
    #expect(page.contains("runs on worker 1; worker 1 waits"))
  }

  @Test func aFileThatHoldsNoRunIsRefusedInOneSentence() throws {
    try folder.write("nonsense\n", to: "nonsense.jsonl")
    try folder.write("\n", to: "empty.jsonl")
    try folder.write("{\"version\":2,\"kind\":\"step\",\"payload\":{}}\n", to: "newer.jsonl")
    try Data([0xff, 0xfe, 0x00]).write(to: folder.url.appendingPathComponent("bytes.jsonl"))
    func refused(_ arguments: [String], _ words: String, status: Int32) throws {
      let run = try ToolRun(arguments: ["report"] + arguments, in: folder)
      #expect(run.status == status)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    try refused(["nowhere.jsonl"], "there is no file \"nowhere.jsonl\"; name a file that", status: 64)
    try refused(["."], "\".\" is a folder; name a file that --report jsonl=FILE wrote", status: 64)
    try refused(["nonsense.jsonl"], "\"nonsense.jsonl\": line 1: not an event", status: 2)
    try refused(["empty.jsonl"], "\"empty.jsonl\" holds no event", status: 2)
    try refused(["bytes.jsonl"], "\"bytes.jsonl\" is no text", status: 2)
    try refused(["newer.jsonl"], "use the gcdcheck that wrote it", status: 2)
    try refused(["clean.gcd.yaml"], "\"clean.gcd.yaml\": line 1: not an event", status: 2)
    try refused(["empty.jsonl", "--output", "empty.jsonl"], "names the file that is read", status: 64)
    let format = try ToolRun("report", "empty.jsonl", "--as", "jnit", in: folder)
    #expect(format.status == 64)
    #expect(format.errors.contains("there is no report format \"jnit\"; did you mean \"junit\"?"))
  }
}
