// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// `gcdcheck run` that was cut and `--resume` together come to what one run comes to.
@Suite struct ResumeTests {
  let scratch: ScratchFolder
  init() throws {
    scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: scratch.path(".gcdcheck"), withIntermediateDirectories: true)
  }

  private var isUnfinished: Bool {
    FileManager.default.fileExists(atPath: scratch.path(".gcdcheck/unfinished-run"))
  }

  private func events(_ name: String) throws -> [ReportEvent] {
    try EventStream.decode(String(contentsOfFile: scratch.path(name), encoding: .utf8))
  }

  @Test(
    arguments: [
      "clean/two-queues-in-one-direction.c", "finds/test-failed/freed-before-it-is-used.c",
      "finds/wait-cycle/two-queues-call-into-each-other.c",
    ], [1, 3])
  func theTotalIsThatOfOneRun(_ path: String, _ jobs: Int) throws {
    let program = try SampleProgram.named(path).build(in: scratch)
    let asked = ["--schedules", "60", "--keep-going"]
    let whole = try ToolRun(
      asked + ["--no-save", "--report", "jsonl=\(scratch.path("whole"))", "--", program], in: scratch)
    #expect(!isUnfinished)
    let cut = try ToolRun(asked + ["--time", "1ms", "--jobs", "\(jobs)", "--", program], in: scratch)
    #expect(cut.output.contains("stopped by time"))
    #expect(cut.output.contains("run --resume"))
    #expect(isUnfinished)
    // Cut once more, at another place.
    _ = try ToolRun(["--resume", "--time", "1ms", "--jobs", "\(jobs)"], in: scratch)
    #expect(isUnfinished)
    let rest = try ToolRun(
      ["--resume", "--jobs", "\(jobs)", "--report", "jsonl=\(scratch.path("rest"))"], in: scratch)
    #expect(rest.status == whole.status)
    #expect(!isUnfinished)
    #expect(rest.report == whole.report)
    func withoutSaved(_ name: String) throws -> [ReportEvent] {
      try events(name).map { event in
        guard case .runEnded(var end) = event else { return event }
        end.notes.removeAll { if case .saved = $0 { true } else { false } }
        return .runEnded(end)
      }
    }
    #expect(try withoutSaved("rest") == withoutSaved("whole"))
  }

  @Test(arguments: [SIGINT, SIGTERM]) func anInterruptedRunGoesOn(_ signal: Int32) throws {
    let program = try SampleProgram.named("finds/test-failed/freed-before-it-is-used.c").build(in: scratch)
    let tool = Process()
    let output = Pipe()
    tool.executableURL = ToolRun.tool
    tool.arguments = [
      "run", "--progress", "none", "--schedules", "1000000", "--keep-going", "--seed", "3", "--", program,
    ]
    tool.currentDirectoryURL = scratch.url
    tool.standardOutput = output
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    _ = output.fileHandleForReading.availableData  // it explores
    kill(tool.processIdentifier, signal)
    _ = output.fileHandleForReading.readDataToEndOfFile()
    tool.waitUntilExit()
    #expect(tool.terminationStatus == 130)
    #expect(isUnfinished)

    func end(_ run: ToolRun) throws -> TestEnded {
      let ends = try EventStream.decode(run.output).compactMap { event in
        if case .testEnded(let end) = event { end } else { nil }
      }
      return try #require(ends.first)
    }
    let first = try end(ToolRun(["--resume", "--time", "1ms", "--report", "jsonl"], in: scratch))
    let second = try end(ToolRun(["--resume", "--time", "200ms", "--report", "jsonl"], in: scratch))
    #expect(first.stopped == .time)
    #expect(second.schedules > first.schedules)
    // The very same schedules as at one go.
    let whole = try end(
      ToolRun(
        [
          "--schedules", "\(second.schedules)", "--keep-going", "--seed", "3", "--no-save", "--report",
          "jsonl", "--", program,
        ], in: scratch))
    #expect(whole.schedules == second.schedules)
    #expect(whole.traceHash == second.traceHash)
    #expect(whole.distinct == second.distinct)
  }

  @Test func whatHasChangedIsRefusedInOneSentence() throws {
    let program = try SampleProgram.named("clean/two-queues-in-one-direction.c").build(in: scratch)
    let input = try scratch.write("one", to: "input")
    func refused(_ arguments: [String], _ words: String, _ environment: [String: String] = [:]) throws {
      let run = try ToolRun(["--resume"] + arguments, in: scratch, environment: environment)
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    try refused([], "no run is unfinished here")
    _ = try ToolRun(
      ["--schedules", "100000", "--time", "1ms", "--input", input, "--", program], in: scratch)
    #expect(isUnfinished)
    try refused(["--seed", "3"], "--resume takes program and options from the run")
    try refused(["--", program], "--resume takes program and options from the run")
    try refused([], "or the options for it have changed", ["GCDCHECK_MAX_STEPS": "7"])
    _ = try scratch.write("two", to: "input")
    try refused([], "or the options for it have changed")
    _ = try scratch.write("{}", to: ".gcdcheck/unfinished-run")
    try refused([], "is damaged")
  }

  @Test func nothingIsLeftWhereNobodyAsksForIt() throws {
    let program = try SampleProgram.named("clean/two-queues-in-one-direction.c").build(in: scratch)
    let run = try ToolRun(
      ["--schedules", "100000", "--time", "1ms", "--no-save", "--", program], in: scratch)
    #expect(run.output.contains("stopped by time"))
    #expect(!run.output.contains("--resume"))
    #expect(!isUnfinished)
  }
}
