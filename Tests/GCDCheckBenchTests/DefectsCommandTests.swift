// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// The command as it is run.
@Suite struct DefectsCommandTests {
  /// Output and status of `gcdcheck-bench defects`, which lies beside the test bundle that is running.
  private func run(_ arguments: String...) throws -> (lines: [String], status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("gcdcheck-bench")
    process.arguments = ["defects"] + arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GCDCHECK_") }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text.split(separator: "\n").map(String.init), process.terminationStatus)
  }

  @Test func eachCellIsALineOfJSON() throws {
    let result = try run(
      "--program", "account", "--strategy", "random", "--strategy", "pct:3", "--trials", "2", "--schedules",
      "200", "--jobs", "2", "--format", "json")
    #expect(result.status == 0)
    #expect(result.lines.count == 2)
    #expect(result.lines.allSatisfy { $0.contains("\"program\":\"account\"") && $0.contains("\"found\":2") })
    #expect(result.lines.last?.contains("\"strategy\":\"pct:3\"") == true)
  }

  @Test func aWholeNameIsOneProgramAndABeginningIsSeveral() throws {
    #expect(try run("--list", "--program", "twostage").lines.count == 1)
    #expect(try run("--list", "--program", "reorder").lines.count == 4)
    #expect(try run("--program", "nothing").status != 0)
  }
}
