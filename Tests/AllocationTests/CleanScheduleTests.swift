// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation
import Testing

/// A schedule in which nothing is wrong allocates nothing but what its body itself does.
@Suite struct CleanScheduleTests {
  /// Schedules and findings, then the allocations of 100 and of 200 schedules.
  @Test(arguments: [("locks", "1600 0 0 0\n"), ("blocks", "1600 0 0 0\n"), ("asking", "1600 0 100 200\n")])
  func cleanSchedulesAllocateNothing(_ body: String, _ expected: String) throws {
    let output = try output(of: body)
    // Under a sanitizer the heap is its own.
    if output != "not counted\n" { #expect(output == expected) }
  }

  private func output(of body: String) throws -> String {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("gcdcheck-allocation-child")
    process.arguments = [body]
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GCDCHECK_") }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
#endif
