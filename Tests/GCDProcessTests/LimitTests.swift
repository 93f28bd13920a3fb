// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// A limit, and a signal, end the schedule that is running.
@Suite struct LimitTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Two threads that would go on for days.
  private static let endless = """
    #include <pthread.h>
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static long total;
    static void *work(void *unused) {
      for (long i = 0; i < 1000000000000; i++) {
        pthread_mutex_lock(&m);
        total++;
        pthread_mutex_unlock(&m);
      }
      return unused;
    }
    int main(void) {
      pthread_t thread;
      pthread_create(&thread, 0, work, 0);
      work(0);
      return 0;
    }
    """
  /// Makes no call at all.
  private static let silent = "int main(void) { for (volatile long i = 0;; i++) {} }"

  @Test(arguments: [endless, silent], ["1", "2"]) func theTimeEndsARunningSchedule(
    _ source: String, _ jobs: String
  ) throws {
    let program = try compiled(source)
    let run = try ToolRun(
      [
        "--time", "1s", "--max-steps", "1000000000000", "--jobs", jobs, "--report", "jsonl=events.jsonl",
        "--",
      ]
        + [program], in: scratch)
    #expect(run.output.contains("0 schedules"), "\(run.output)")
    #expect(run.output.contains("stopped by time, schedule 1 was cut"), "\(run.output)")
    #expect(!run.output.contains("GCD"), "\(run.output)")
    if source == LimitTests.endless { #expect(run.output.contains("was cut after "), "\(run.output)") }
    let events = try String(contentsOfFile: scratch.path("events.jsonl"), encoding: .utf8)
    #expect(events.contains("\"cut\":{"), "\(events)")
    #expect(processes(of: program).isEmpty)
  }

  @Test(arguments: [SIGTERM, SIGINT], ["1", "2"]) func aSignalEndsARunningSchedule(
    _ signal: Int32, _ jobs: String
  ) throws {
    let program = try compiled(LimitTests.endless)
    let process = Process()
    process.executableURL = ToolRun.tool
    process.arguments = [
      "run", "--progress", "none", "--max-steps", "1000000000000", "--jobs", jobs, "--", program,
    ]
    process.currentDirectoryURL = scratch.url
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    while processes(of: program).count < 2 { usleep(10_000) }
    kill(process.processIdentifier, signal)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    #expect(text.contains("interrupted, schedule 1 was cut"), "\(text)")
    #expect(processes(of: program).isEmpty)
  }

  @Test func whatWasCutGoesOnAsIfItHadNotBeen() throws {
    let program = try compiled(
      """
      #include <pthread.h>
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static void *work(void *unused) {
        for (int i = 0; i < 3000; i++) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
        return unused;
      }
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
        work(0);
        return pthread_join(thread, 0);
      }
      """)
    let whole = try ToolRun(
      ["--schedules", "40", "--no-save", "--report", "jsonl=whole.jsonl", "--", program], in: scratch)
    #expect(whole.status == 0, "\(whole.output)\(whole.errors)")
    _ = try ToolRun(
      ["--schedules", "40", "--save", "--time", "300ms", "--", program], in: scratch)
    var rounds = 0
    while FileManager.default.fileExists(atPath: scratch.path(".gcdcheck/unfinished-run")), rounds < 100 {
      _ = try ToolRun(
        ["--resume", "--time", "\(300 + 100 * rounds)ms", "--report", "jsonl=parts.jsonl"], in: scratch)
      rounds += 1
    }
    if rounds > 0 {
      let parts = try String(contentsOfFile: scratch.path("parts.jsonl"), encoding: .utf8)
      #expect(try parts == String(contentsOfFile: scratch.path("whole.jsonl"), encoding: .utf8))
    }
  }

  private func compiled(_ source: String) throws -> String {
    try Compiler.compile(try scratch.write(source, to: "program.c"), in: scratch)
  }

  /// The processes that run a program, by their ids.
  private func processes(of program: String) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(Int32.init).filter {
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")
      return file == program
    }
  }
}
