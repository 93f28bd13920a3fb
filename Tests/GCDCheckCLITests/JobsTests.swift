// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import SharedScenarios
import Testing

/// `--jobs`: several processes say what one says, and none of them is forgotten.
@Suite struct JobsTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func texts(jobs: Int, _ arguments: [String]) throws -> [String] {
    let reports = ["jsonl", "junit", "github"].flatMap { ["--report", "\($0)=\($0)"] }
    let run = try ToolRun(arguments: ["fuzz", "--jobs", "\(jobs)"] + reports + arguments, in: folder)
    return try ["\(run.status)", run.output] + ["jsonl", "junit", "github"].map(folder.text)
  }

  @Test(arguments: [["--schedules", "60"], ["--schedules", "10", "--seed", "3"]])
  func shippedScenariosGiveTheSameBytes(_ arguments: [String]) throws {
    let alone = try texts(jobs: 1, arguments)
    #expect(alone[1].contains("gcdcheck: 116 scenarios, "))
    #expect(try texts(jobs: 2, arguments) == alone)
    #expect(try texts(jobs: 4, arguments) == alone)
  }

  @Test func failuresGiveTheSameBytes() throws {
    try folder.write(SharedScenario.late, to: "a.gcd.yaml")
    try folder.write(SampleScenario.surprise, to: "b.gcd.yaml")
    try folder.write(SharedScenario.counts, to: "c.gcd.yaml")
    let alone = try texts(jobs: 1, [])
    #expect(alone[0] == "1")
    #expect(try texts(jobs: 3, []) == alone)
    #expect(try texts(jobs: 64, ["--shard", "1/1"])[1] != alone[1])
  }

  /// One scenario whose schedules several processes run: early and late findings, several, outcomes, none.
  @Test(
    arguments: SharedScenario.all,
    [
      ["--schedules", "6000"], ["--schedules", "6000", "--keep-going"],
      ["--schedules", "5500", "--strategy", "random", "--keep-going"],
      ["--schedules", "5500", "--strategy", "pct", "--seed", "5"],
      ["--schedules", "5500", "--strategy", "random", "--stop-when-saturated"],
      ["--schedules", "1200", "--strategy", "exhaustive", "--keep-going"],
    ])
  func oneScenarioGivesTheSameBytes(_ scenario: String, _ arguments: [String]) throws {
    try folder.write(scenario, to: "a.gcd.yaml")
    #expect(try texts(jobs: 3, arguments) == texts(jobs: 1, arguments))
  }

  /// A search through all orders that several processes share, and one that ends at a defect.
  @Test(arguments: [nil, "x < 684", "x < 600"])
  func aSearchGivesTheSameBytes(_ check: String?) throws {
    try folder.write(SharedScenario.sections(4, 2, check: check), to: "a.gcd.yaml")
    let arguments = ["--schedules", "100000", "--strategy", "exhaustive"]
    let alone = try texts(jobs: 1, arguments)
    #expect(alone[1].contains(check == nil ? "all 2,520 interleavings" : "GCD501"))
    #expect(try texts(jobs: 2, arguments) == alone)
    #expect(try texts(jobs: 3, arguments) == alone)
    let more = arguments + ["--keep-going"]
    #expect(try texts(jobs: 3, more) == texts(jobs: 1, more))
  }

  /// Time cuts a search that several processes share; what is left is done by one, and the other way round.
  @Test(arguments: [(3, 1), (1, 3)]) func aSearchThatWasCutIsResumed(_ first: Int, _ second: Int) throws {
    try folder.write(SharedScenario.manyOrders, to: "a.gcd.yaml")
    try folder.write("", to: ".gcdcheck/keep")
    let arguments = ["--schedules", "100000", "--strategy", "exhaustive", "--time", "300ms"]
    var run = try ToolRun(arguments: ["fuzz", "--jobs", "\(first)"] + arguments, in: folder)
    func isCut() -> Bool { folder.files.contains { $0.contains("unfinished") } }
    for jobs in [second, first, second] where isCut() {
      run = try ToolRun("fuzz", "--resume", "--time", "300ms", "--jobs", "\(jobs)", in: folder)
    }
    if isCut() { run = try ToolRun("fuzz", "--resume", "--jobs", "\(first)", in: folder) }
    #expect(!isCut())
    #expect(run.status == 0)
    #expect(run.output.contains("2,521 schedules; all 2,520 interleavings"), "\(run.output)")
  }

  @Test func aSharedScenarioSavesWhatOneProcessSaves() throws {
    func saved(jobs: Int) throws -> [String] {
      let folder = try TemporaryFolder()
      try folder.write(SharedScenario.several, to: "a.gcd.yaml")
      try folder.write("", to: ".gcdcheck/keep")
      let arguments = ["fuzz", "--keep-going", "--schedules", "6000", "--jobs", "\(jobs)"]
      let first = try ToolRun(arguments: arguments, in: folder)
      let files = folder.files.filter { $0.contains("regressions") }
      #expect(files.count == 1)
      let again = try ToolRun(arguments: arguments, in: folder)
      return try [first.output, again.output] + files.map(folder.text)
    }
    #expect(try saved(jobs: 3) == saved(jobs: 1))
  }

  /// The processes that a tool has started whose first scenario is endless, and the others, too, if asked.
  private func start(_ arguments: [String]) throws -> (tool: Process, workers: [pid_t]) {
    // Of a file, so that the flags need not make all of them endless.
    let endless = "explore: {schedules: 1000000000}\n" + SharedScenario.counts
    try folder.write(endless, to: "a.gcd.yaml")
    try folder.write(SharedScenario.counts, to: "b.gcd.yaml")
    try folder.write(SampleScenario.surprise, to: "c.gcd.yaml")
    let tool = ToolRun.process(
      ["fuzz", "--jobs", "2", "--strategy", "random", "--progress", "none", "--report", "jsonl=events"]
        + arguments, in: folder,
      environment: [:])
    tool.standardOutput = FileHandle.nullDevice
    tool.standardError = folder.errors
    try tool.run()
    let list = "/proc/\(tool.processIdentifier)/task/\(tool.processIdentifier)/children"
    var workers: [pid_t] = []
    while workers.count < 2, tool.isRunning {
      workers = try String(contentsOfFile: list, encoding: .utf8).split(separator: " ").compactMap {
        pid_t($0)
      }
      sched_yield()
    }
    return (tool, workers)
  }

  /// Processor time that a process has had, in hundredths of a second.
  private func ticks(of process: pid_t) throws -> Int {
    let fields = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      .split(separator: ")").last?.split(separator: " ")
    return fields.map { (Int($0[11]) ?? 0) + (Int($0[12]) ?? 0) } ?? 0
  }

  private func isThere(_ process: pid_t) -> Bool {
    // One that is over and not waited for has no memory any more.
    let memory = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    return memory.map { !$0.hasPrefix("0 ") } ?? false
  }

  @Test func aKilledWorkerIsNamedAndTheOthersGoOn() throws {
    let (tool, workers) = try start([])
    #expect(workers.count == 2)
    while try ticks(of: workers[0]) < 5 { sched_yield() }  // it has the endless scenario in hand
    kill(workers[0], SIGKILL)
    tool.waitUntilExit()
    #expect(tool.terminationStatus == 2)
    let sentence =
      "gcdcheck: error: the process that explored a.gcd.yaml was ended by SIGKILL; all others continued\n"
    #expect(try folder.errorText == sentence)
    let events = try folder.text(of: "events")
    #expect(events.contains("its process was ended by SIGKILL"))
    #expect(events.contains("\"test\":\"b.gcd.yaml\",\"outcome\":{\"asExpected\""))
    #expect(events.contains("\"test\":\"c.gcd.yaml\",\"outcome\":{\"unexpected\""))
    #expect(!workers.contains(where: isThere))
  }

  /// The first worker explores, the others help.
  @Test(arguments: ["random", "exhaustive"]) func aKilledHelperLosesNothing(_ strategy: String) throws {
    try folder.write(
      strategy == "random" ? SharedScenario.counts : SharedScenario.manyOrders,
      to: "a.gcd.yaml")
    let tool = ToolRun.process(
      [
        "fuzz", "--jobs", "2", "--strategy", strategy, "--schedules", "20000", "--progress", "none",
        "--report", "jsonl=events",
      ], in: folder, environment: [:])
    tool.standardOutput = FileHandle.nullDevice
    tool.standardError = folder.errors
    try tool.run()
    let list = "/proc/\(tool.processIdentifier)/task/\(tool.processIdentifier)/children"
    var helper: pid_t?
    // One that computes: it has been told to run schedules.
    while helper == nil, tool.isRunning {
      let children = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
      let workers = children.split(separator: " ").compactMap { pid_t($0) }
      helper = workers.dropFirst().first { ((try? ticks(of: $0)) ?? 0) >= 5 }
      sched_yield()
    }
    kill(try #require(helper), SIGKILL)
    tool.waitUntilExit()
    #expect(tool.terminationStatus == 0)
    #expect(try folder.errorText.isEmpty)
    let whole = try ToolRun(
      "fuzz", "--jobs", "1", "--strategy", strategy, "--schedules", "20000", "--report", "jsonl=whole",
      in: folder)
    #expect(whole.status == 0)
    #expect(try folder.text(of: "events") == folder.text(of: "whole"))
  }

  @Test func anInterruptedToolTakesItsWorkersWithIt() throws {
    let (tool, workers) = try start(["--schedules", "1000000000", "--time", "60s"])
    kill(tool.processIdentifier, SIGTERM)
    tool.waitUntilExit()
    #expect(tool.terminationStatus == 130)
    let events = try folder.text(of: "events")
    #expect(events.contains("interrupted"))
    #expect(events.contains("\"runEnded\""))
    #expect(!workers.contains(where: isThere))
  }

  @Test(arguments: ["0", "-1", "many"]) func aBadNumberIsRefused(_ text: String) throws {
    try folder.write(SampleScenario.clean, to: "a.gcd.yaml")
    let run = try ToolRun("fuzz", "--jobs=\(text)", in: folder)
    #expect(run.status == 64)
    #expect(run.errors.contains("a whole number from 1"))
    let variable = try ToolRun("fuzz", in: folder, environment: ["GCDCHECK_JOBS": text])
    #expect(variable.status == 64)
  }
}
