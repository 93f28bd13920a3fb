// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// `GCDCHECK_BREAK`: a run stops for a debugger, with each virtual thread on its own frames.
@Suite struct DebuggerTests {
  let scratch: ScratchFolder
  let program: String
  let token: String

  init() throws {
    scratch = try ScratchFolder()
    program = try SampleProgram.named("finds/wait-cycle/two-queues-call-into-each-other.c")
      .build(in: scratch)
    token = try #require(try ToolRun(["--schedules", "300", "--", program], in: scratch).token)
  }

  /// Nobody watches: the process waits, shows its threads, and goes on when a debugger lets it.
  @Test(arguments: ["finding", "5"]) func aRunWaitsForADebugger(_ place: String) throws {
    let tracer = try SampleProgram.named("tracer.c").build(in: scratch)
    let tool = Process()
    tool.executableURL = ToolRun.tool
    tool.arguments = ["run", "--progress", "none", "--replay", token, "--", program]
    tool.currentDirectoryURL = scratch.url
    tool.environment = ProcessInfo.processInfo.environment.merging(["GCDCHECK_BREAK": place]) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    (tool.standardOutput, tool.standardError) = (output, errors)
    try tool.run()
    let process = try waitingProcess(errors, place)
    let threads = standingThreads(of: process)
    if place == "finding" {
      #expect(threads == ["main thread", "worker 1", "worker 2"])
    } else {
      // The one whose turn it was is the real one that stops.
      #expect(threads == ["main thread", "worker 1"] || threads == ["main thread"], "\(threads)")
    }
    let debugger = Process()
    debugger.executableURL = URL(fileURLWithPath: tracer)
    debugger.arguments = ["-p", "\(process)"]
    try debugger.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    debugger.waitUntilExit()
    #expect(debugger.terminationStatus == 0)
    #expect(tool.terminationStatus == 1)
    #expect(text.contains("GCD102 wait-cycle"), "\(text)")
  }

  /// Under a debugger from the start the process traps, at each of the places once.
  @Test func aDebuggerThatIsThereIsTrapped() throws {
    let tracer = try SampleProgram.named("tracer.c").build(in: scratch)
    let scenario = """
      queues: {one: serial, two: serial}
      steps:
        - {async: one, do: [{sync: two, do: []}]}
        - {async: two, do: [{sync: one, do: []}]}
      """
    let file = try scratch.write(scenario, to: "cycle.gcd.yaml")
    let found = try ToolRun([file], command: "fuzz", in: scratch)
    let token = try #require(found.token)
    for place in ["finding", "4", "#5"] {
      let debugged = try ToolRun(
        tool: tracer, [ToolRun.tool.path, "replay", token, file], in: scratch,
        environment: ["GCDCHECK_BREAK": place])
      #expect(debugged.errors.contains("tracer: 1 traps, exit 1"), "\(place): \(debugged.errors)")
      #expect(!debugged.errors.contains("waits for a debugger"))
    }
    let beyond = try ToolRun(
      tool: tracer, [ToolRun.tool.path, "replay", token, file], in: scratch,
      environment: ["GCDCHECK_BREAK": "4000"])
    #expect(beyond.errors.contains("tracer: 0 traps, exit 1"), "\(beyond.errors)")
  }

  @Test func aPlaceThatIsNoneIsRefused() throws {
    let run = try ToolRun(["--", program], in: scratch, environment: ["GCDCHECK_BREAK": "somewhere"])
    #expect(run.status == 64)
    #expect(run.errors.contains("GCDCHECK_BREAK"), "\(run.errors)")
  }

  /// Reads until a process says that it waits; its number.
  private func waitingProcess(_ errors: Pipe, _ place: String) throws -> Int {
    var text = ""
    while !text.contains("lets it\n") {
      let data = errors.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    let reason = place == "finding" ? "GCD102 wait-cycle" : "step #5"
    #expect(text.contains("gcdcheck: at \(reason), process "), "\(text)")
    let match = try #require(text.firstMatch(of: #/gdb -p ([0-9]+) or lldb/#), "\(text)")
    return try #require(Int(match.1))
  }

  /// The names of the threads that stand: futex(word, FUTEX_WAIT_PRIVATE, 5), as Debugger.c leaves them.
  private func standingThreads(of process: Int) -> [String] {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    func text(_ thread: String, _ file: String) -> String {
      let handle = FileHandle(forReadingAtPath: "\(folder)/\(thread)/\(file)")
      return String(decoding: handle?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
    }
    let standing = threads.filter { thread in
      text(thread, "syscall").contains(#/^(202|98) 0x[0-9a-f]+ 0x80 0x5 /#)
    }
    return standing.map { text($0, "comm").trimmingCharacters(in: .newlines) }.sorted()
  }
}
