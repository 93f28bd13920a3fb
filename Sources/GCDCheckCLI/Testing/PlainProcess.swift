// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation

/// A program that runs as it would without gcdcheck.
enum PlainProcess {
  /// How it ended, and what it wrote to its standard output.
  struct Result {
    /// 128 and the signal for a process that died of one.
    var status: Int32
    var output: String
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - words: the program, found as a shell finds it, and its arguments.
  ///   - takesOutput: its output is kept; else both streams go to our standard error, for people to follow.
  ///   - seconds: it is ended after this time; nil = as long as it takes.
  /// - Throws: `Refusal` when it cannot be started.
  static func run(_ words: [String], in folder: URL? = nil, takesOutput: Bool, seconds: Double? = nil) throws
    -> Result
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--"] + words
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = takesOutput ? pipe : FileHandle.standardError
    if takesOutput { process.standardError = FileHandle.nullDevice }
    do {
      try process.run()
    } catch {
      throw Refusal.toolFailed("\"\(words[0])\" cannot be started: \(error.localizedDescription)")
    }
    if let seconds {
      let number = process.processIdentifier
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
        if process.isRunning { kill(number, SIGKILL) }
      }
    }
    let data = takesOutput ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Result(
      status: process.terminationStatus + (isSignal ? 128 : 0), output: String(decoding: data, as: UTF8.self))
  }
}
#endif
