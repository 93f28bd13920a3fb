// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// As `TailCallTests`, for what the Swift compiler makes of a release that a closure ends with.
@Suite struct SwiftTailCallTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let isSlow = ProcessInfo.processInfo.environment["GCDCHECK_SLOW_TESTS"] != nil

  private static let deadlocks: [(name: String, slug: String)] =
    [
      "lock", "recursive-lock", "condition", "semaphore", "posix-mutex", "read-write-lock", "posix-semaphore",
      "mutex",
    ].map { ($0, "wait-cycle") } + [("group", "group-never-empty")]

  @Test(.enabled(if: isSlow), arguments: ["-Onone", "-O", "-Osize"])
  func noReleaseIsMissed(_ level: String) throws {
    let program = try SampleProgram.named("real/tail-calls.swift")
      .build([level, "-swift-version", "5", "-suppress-warnings"], in: scratch)
    let run = try ToolRun(["--schedules", "10", "--", program, "clean"], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(" no findings"), "\(run.output)")
    for (name, slug) in SwiftTailCallTests.deadlocks {
      let found = try ToolRun(["--schedules", "50", "--", program, "dead", name], in: scratch)
      #expect(found.status == 1, "\(name): \(found.output)\(found.errors)")
      #expect(found.output.contains(" \(slug): "), "\(name): \(found.output)")
      let token = try #require(found.token, "\(name): \(found.output)")
      let replayed = try ToolRun(["--replay", token, "--", program, "dead", name], in: scratch)
      #expect(replayed.report.withoutNotes == found.report.withoutNotes, "\(name)")
    }
  }
}
