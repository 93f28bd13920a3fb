// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation
import GCDModelPrograms

/// Runs programs on the real libdispatch in child processes, many in one process until one of them hangs
/// or crashes.
struct ChildProcess {
  /// The child program, beside the test bundle.
  static var executable: URL {
    Bundle.main.bundleURL.appendingPathComponent("gcdcheck-differential-child")
  }

  /// How many programs a process gets; their text stays below 64 KiB.
  private static let batch = 50

  /// The logs of the programs, in order; nil where the child said nothing.
  static func logs(of programs: [(seed: UInt64, program: Program)]) throws -> [RealLog?] {
    var logs: [RealLog?] = []
    while logs.count < programs.count {
      let rest = programs[logs.count...].prefix(batch)
      let lines = try output(for: rest.map { "\($0.seed % 1_000_000_007) \($0.program.text)\n" }.joined())
      logs += lines.isEmpty ? [nil] : lines.map { RealLog($0) }
    }
    return logs
  }

  private static func output(for input: String) throws -> [Substring] {
    let process = Process()
    process.executableURL = executable
    let request = Pipe()
    let answer = Pipe()
    process.standardInput = request
    process.standardOutput = answer
    process.standardError = FileHandle.nullDevice
    // A batch fits the pipe's buffer: written before anybody reads, it cannot block, and a child that
    // dies early is no broken pipe.
    try request.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try request.fileHandleForWriting.close()
    try process.run()
    let data = answer.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }
}
#endif
