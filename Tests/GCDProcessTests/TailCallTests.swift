// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Who seems to call decides nothing: an optimised callback ends in a jump to `pthread_mutex_unlock`, which
/// then returns into the library that called back.
@Suite struct TailCallTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  struct Build: Sendable, CustomStringConvertible {
    var isGNU: Bool
    var level: String
    var description: String { "\(isGNU ? "gcc" : "clang") \(level)" }
  }

  private static let builds = ["-O0", "-O1", "-O2", "-O3", "-Os"].flatMap { level in
    [true, false].map { Build(isGNU: $0, level: level) }
  }

  private func program(_ name: String, _ build: Build) throws -> String {
    let standard = name.hasSuffix("cpp") ? "-std=c++17" : "-std=gnu11"
    let flags = ["-w", "-D_GNU_SOURCE", standard, build.level]
    return try SampleProgram.named("real/\(name)").build(flags, gnu: build.isGNU, in: scratch)
  }

  @Test(arguments: builds, ["tail-calls.c", "tail-events.c", "tail-calls.cpp"])
  func correctProgramsAreClean(_ build: Build, _ name: String) throws {
    let program = try program(name, build)
    let run = try ToolRun(["--schedules", "10", "--", program, "clean"], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(" no findings"), "\(run.output)")
  }

  private static let deadlocks: [(program: String, names: [String], slug: String)] = [
    (
      "tail-calls.c",
      [
        "mutex", "heap_mutex", "recursive_mutex", "checking_mutex", "robust_mutex", "spin_lock", "write_lock",
        "posix_semaphore", "standard_mutex", "dispatch_semaphore",
      ], "wait-cycle"
    ),
    ("tail-calls.cpp", ["mutex", "recursive_mutex", "timed_mutex", "shared_mutex"], "wait-cycle"),
    ("tail-calls.cpp", ["condition"], "wait-never-satisfied"),
    ("tail-events.c", ["own-mutex", "join"], "wait-cycle"),
    ("tail-events.c", ["own-queue"], "sync-on-own-queue"),
    ("tail-events.c", ["condition", "barrier", "left-locked"], "wait-never-satisfied"),
    ("tail-events.c", ["posix-semaphore", "semaphore"], "semaphore-never-signaled"),
    ("tail-events.c", ["group"], "group-never-empty"),
  ]

  private static let optimised = builds.filter { $0.level == "-O2" }

  @Test(arguments: optimised, deadlocks.indices)
  func deadlocksAreFound(_ build: Build, _ row: Int) throws {
    let (file, names, slug) = TailCallTests.deadlocks[row]
    let program = try program(file, build)
    for name in names {
      let run = try ToolRun(["--schedules", "50", "--", program, "dead", name], in: scratch)
      #expect(run.status == 1, "\(name): \(run.output)\(run.errors)")
      #expect(run.output.contains(" \(slug): "), "\(name): \(run.output)")
      let token = try #require(run.token)
      let replayed = try ToolRun(["--replay", token, "--", program, "dead", name], in: scratch)
      #expect(replayed.report.withoutNotes == run.report.withoutNotes)
    }
  }
}
