// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import Testing

/// The C programs on this machine's own processor.
@Suite struct NativeProgramTests {
  private let clang: String

  init() throws {
    clang = try #require(MachineTool.clang, "no clang beside the Swift runtime nor on PATH")
  }

  @Test(arguments: ["-O0", "-O2"]) func switching(optimisation: String) throws {
    let program = try CompiledProgram("switching", compiler: clang, flags: [optimisation])
    defer { program.remove() }
    let outcome = try program.run()
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try nanosecondsPerSwitch(outcome.output) < 1_000)
  }

  @Test func switchingBySystemCall() throws {
    let program = try CompiledProgram("switching", compiler: clang, flags: ["-O2"])
    defer { program.remove() }
    let outcome = try program.run(["system-call"])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func switchingUnderAddressSanitizer() throws {
    let program = try CompiledProgram(
      "switching", compiler: clang, flags: ["-O1", "-fsanitize=address", "-fuse-ld=lld"])
    defer { program.remove() }
    let outcome = try program.run()
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  /// The state checks with reports off, then a report: unordered virtual threads race, and are shown as
  /// threads.
  @Test func switchingUnderThreadSanitizer() throws {
    let libraries = try #require(MachineTool.runtimeFolder)
    let program = try CompiledProgram(
      "switching", compiler: clang,
      flags: [
        "-O1", "-fsanitize=thread", "-L\(libraries)", "-Wl,-rpath,\(libraries)", "-Wl,--no-as-needed",
        "-ldispatch",
        "-lBlocksRuntime",
      ])
    defer { program.remove() }
    let quiet = try program.run(environment: ["TSAN_OPTIONS": "report_bugs=0:atexit_sleep_ms=0"])
    #expect(quiet.status == 0, "\(quiet.output)")
    let loud = try program.run(environment: ["TSAN_OPTIONS": "halt_on_error=1:atexit_sleep_ms=0"])
    #expect(loud.output.contains("WARNING: ThreadSanitizer: data race"), "\(loud.output)")
    #expect(loud.output.contains("by thread T1"), "\(loud.output)")
    #expect(loud.output.contains("by main thread"), "\(loud.output)")
  }

  @Test func faults() throws {
    let program = try CompiledProgram("faults", compiler: clang, flags: ["-O1"])
    defer { program.remove() }
    let restoring = try program.run(["restoring"])
    #expect(restoring.status == 0, "\(restoring.output)")
    let cases: [(kind: String, line: String, signal: Int32)] = [
      ("overflow", "signal 11 overflow 1 carrier 1 thread 1 address 1 pc 1 stack 1\n", SIGSEGV),
      ("read", "signal 11 overflow 0 carrier 1 thread 1 address 0 pc 1 stack 1\n", SIGSEGV),
      ("nested", "signal 11 overflow 0 carrier 1 thread 1 address 0 pc 1 stack 1\n", SIGSEGV),
      ("abort", "signal 6 overflow 0 carrier 1 thread 1 address 0 pc 0 stack 1\n", SIGABRT),
      ("raise", "signal 8 overflow 0 carrier 1 thread 1 address 0 pc 0 stack 1\n", SIGFPE),
    ]
    for (kind, line, signal) in cases {
      let outcome = try program.run([kind])
      #expect(outcome.output == line, "\(kind)")
      #expect(outcome.signal == signal, "\(kind): \(outcome)")
    }
    let trap = try program.run(["trap"])
    #expect(trap.output.hasSuffix(" overflow 0 carrier 1 thread 1 address 0 pc 1 stack 1\n"), "\(trap)")
    #expect(trap.signal == SIGILL || trap.signal == SIGTRAP)
  }

  /// A handler that was there before still runs, after ours.
  @Test(arguments: [("previous", 40 + SIGSEGV), ("previous-abort", 40 + SIGABRT)])
  func faultsWithAnEarlierHandler(kind: String, status: Int32) throws {
    let program = try CompiledProgram("faults", compiler: clang, flags: ["-O1"])
    defer { program.remove() }
    let outcome = try program.run([kind])
    #expect(outcome.output.hasPrefix("signal ") && outcome.output.hasSuffix("\nprevious\n"), "\(outcome)")
    #expect(outcome.status == status, "\(outcome)")
  }

  @Test func watchdog() throws {
    let program = try CompiledProgram("watchdog", compiler: clang, flags: ["-O1"])
    defer { program.remove() }
    let spin = try program.run(["spin"])
    #expect(
      spin.output == "blocked 0 registers 1 spinning 1 time 1 step 1\n" && spin.status == 7, "\(spin)")
    let block = try program.run(["block"])
    #expect(
      block.output == "blocked 1 registers 1 spinning 0 time 1 step 1\n" && block.status == 7, "\(block)")
    // A process that is dying is not one that stands still, however long its backtrace takes.
    let crash = try program.run(["crash"])
    #expect(crash.output == "signal 4\n" && crash.status == 8, "\(crash)")
    // Runs that go on, that are short, that somebody stopped; and one that goes on after two reports.
    for kind in ["steps", "disarmed", "stopped", "spin-on"] {
      let outcome = try program.run([kind])
      #expect(outcome.status == 0, "\(kind): \(outcome)")
    }
  }

  private func nanosecondsPerSwitch(_ output: String) throws -> Double {
    let marker = "ns per switch: "
    let row = try #require(output.split(separator: "\n").first { $0.hasPrefix(marker) })
    return try #require(Double(row.dropFirst(marker.count)))
  }
}
#endif
