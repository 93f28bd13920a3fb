// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// What a schedule has started ends with it, and with the tool, however these end.
@Suite struct FamilyTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Leaves a process behind that nobody waits for, and goes on or ends.
  private func program(_ leaving: String, then: String) throws -> String {
    try Compiler.compile(
      try scratch.write(
        """
        #include <signal.h>
        #include <unistd.h>
        int main(void) {
          signal(SIGTERM, SIG_IGN);
          signal(SIGINT, SIG_IGN);
          signal(SIGHUP, SIG_IGN);
          \(leaving)
          \(then)
        }
        """, to: "program.c"), in: scratch)
  }

  private static let stays = "for (;;) sleep(1000);"
  static let waysToLeave = [
    "if (fork() == 0) \(stays)",
    "if (fork() == 0) { if (fork() == 0) \(stays) _exit(0); }",
    "if (fork() == 0) { setsid(); if (fork() == 0) \(stays) _exit(0); }",
    """
    if (fork() == 0) {
      setsid();
      if (fork() == 0) { setsid(); if (fork() == 0) \(stays) _exit(0); }
      _exit(0);
    }
    """,
  ]

  @Test(arguments: waysToLeave) func aScheduleLeavesNobodyBehind(_ leaving: String) throws {
    let program = try program(leaving, then: "return 0;")
    let run = try ToolRun(["--schedules", "4", "--", program], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(processes(of: program).isEmpty)
  }

  @Test(arguments: waysToLeave) func aScheduleThatIsCutLeavesNobodyBehind(_ leaving: String) throws {
    let program = try program(leaving, then: "for (;;) {}")
    let run = try ToolRun(["--time", "1s", "--", program], in: scratch)
    #expect(run.output.contains("stopped by time"), "\(run.output)\(run.errors)")
    #expect(processes(of: program).isEmpty)
  }

  @Test(arguments: waysToLeave) func aToolThatIsKilledLeavesNobodyBehind(_ leaving: String) throws {
    let program = try program(leaving, then: "for (;;) {}")
    let tool = try started(["--", program])
    // The serving process, the schedule, and who stays.
    while processes(of: program).count < 3 { usleep(10_000) }
    kill(tool.processIdentifier, SIGKILL)
    tool.waitUntilExit()
    // A hang here is the failure.
    while !processes(of: program).isEmpty { usleep(10_000) }
  }

  @Test(arguments: waysToLeave) func aServerThatIsKilledLeavesNobodyBehind(_ leaving: String) throws {
    let program = try program(leaving, then: "for (;;) {}")
    let tool = try started(["--", program])
    while tool.isRunning {
      let servers = children(of: tool.processIdentifier).flatMap(children)
      // Its guardian, the server itself, the schedule, and who stays.
      if processes(of: program).count >= 4 { for server in servers { kill(server, SIGKILL) } }
      usleep(10_000)
    }
    #expect(tool.terminationStatus == 2)
    // A hang here is the failure.
    while !processes(of: program).isEmpty { usleep(10_000) }
  }

  // MARK: Killed at random moments

  private func manySchedules() throws -> String {
    try Compiler.compile(
      try scratch.write(
        """
        #include <pthread.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static void *work(void *unused) {
          for (int i = 0; i < 500; i++) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
          return unused;
        }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, 0, work, 0);
          work(0);
          return pthread_join(thread, 0);
        }
        """, to: "program.c"), in: scratch)
  }

  /// More of them by hand: `GCDCHECK_TEST_KILLS=500`.
  private static let kills =
    ProcessInfo.processInfo.environment["GCDCHECK_TEST_KILLS"].flatMap(Int.init) ?? 10

  @Test func aKilledServerChangesNothing() throws {
    let program = try manySchedules()
    let options = ["--schedules", "60", "--no-save", "--jobs", "2", "--report"]
    let whole = try ToolRun(options + ["jsonl=whole.jsonl", "--", program], in: scratch)
    #expect(whole.status == 0, "\(whole.output)\(whole.errors)")
    for _ in 0..<FamilyTests.kills {
      let tool = try started(options + ["jsonl=killed.jsonl", "--", program])
      usleep(UInt32.random(in: 0..<400_000))
      if let server = children(of: tool.processIdentifier).first { kill(server, SIGKILL) }
      tool.waitUntilExit()
      // Before it can serve, a program that dies cannot be told from one that does not let itself be
      // controlled.
      if tool.terminationStatus == 2 { continue }
      #expect(tool.terminationStatus == 0)
      let texts = try ["whole.jsonl", "killed.jsonl"].map {
        try String(contentsOfFile: scratch.path($0), encoding: .utf8)
      }
      #expect(texts[0] == texts[1])
      #expect(processes(of: program).isEmpty)
    }
  }

  @Test func aKilledToolLeavesNoHalfReport() throws {
    let program = try manySchedules()
    for _ in 0..<FamilyTests.kills {
      let tool = try started(["--schedules", "40", "--report", "jsonl=report.jsonl", "--", program])
      usleep(UInt32.random(in: 0..<500_000))
      kill(tool.processIdentifier, SIGKILL)
      tool.waitUntilExit()
      while !processes(of: program).isEmpty { usleep(10_000) }
      if let text = try? String(contentsOfFile: scratch.path("report.jsonl"), encoding: .utf8) {
        #expect(text.split(separator: "\n").last?.contains("runEnded") == true, "\(text)")
      }
      try? FileManager.default.removeItem(atPath: scratch.path("report.jsonl"))
    }
  }

  @Test func aServerThatIsKilledOverAndOverIsNoFinding() throws {
    let program = try Compiler.compile(
      try scratch.write("int main(void) { for (;;) {} }", to: "program.c"), in: scratch)
    let errors = Pipe()
    let tool = try started(["--", program], errors: errors)
    while tool.isRunning {
      // The server's guardian, the server itself, and the schedule.
      if processes(of: program).count >= 3 {
        for server in children(of: tool.processIdentifier) { kill(server, SIGKILL) }
      }
      usleep(5_000)
    }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    #expect(tool.terminationStatus == 2)
    #expect(text.contains("was killed from outside, three times (SIGKILL)"), "\(text)")
  }

  private func started(_ arguments: [String], errors: Pipe? = nil) throws -> Process {
    let process = Process()
    process.executableURL = ToolRun.tool
    process.arguments = ["run", "--progress", "none"] + arguments
    process.currentDirectoryURL = scratch.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    if let errors { process.standardError = errors }
    try process.run()
    return process
  }

  private func children(of process: Int32) -> [Int32] {
    let text = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return (text ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  /// The processes that run a program, by their ids.
  private func processes(of program: String) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(Int32.init).filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")) == program
    }
  }
}
