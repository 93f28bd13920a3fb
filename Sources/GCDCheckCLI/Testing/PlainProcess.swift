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
  /// - Throws: `CommandError` when it cannot be started, or the user wants to stop: it is ended then, with
  ///   what it has started in its process group.
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
      throw CommandError.toolFailed("\"\(words[0])\" cannot be started: \(error.localizedDescription)")
    }
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    let data = try follow(process, takesOutput ? pipe.fileHandleForReading.fileDescriptor : nil, deadline)
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Result(
      status: process.terminationStatus + (isSignal ? 128 : 0), output: String(decoding: data, as: UTF8.self))
  }

  /// Takes in what a process writes until it is over; ends it when its time is over or the user stops it.
  private static func follow(_ process: Process, _ output: Int32?, _ deadline: ContinuousClock.Instant?)
    throws
    -> Data
  {
    var data = Data()
    var isOpen = output != nil
    var askedAt: ContinuousClock.Instant?
    var overAt: ContinuousClock.Instant?
    while true {
      if let output, isOpen {
        isOpen = read(output, into: &data)
      } else {
        usleep(20_000)
      }
      if !process.isRunning {
        // A process that it has left behind may keep the pipe open.
        if !isOpen { break }
        if let overAt, .now - overAt > externalTimeout { break }
        overAt = overAt ?? .now
      } else if let deadline, .now >= deadline {
        end(process, by: SIGKILL)
      } else if Interruption.isRequested {
        end(process, by: askedAt.map { .now - $0 > externalTimeout } == true ? SIGKILL : SIGTERM)
        askedAt = askedAt ?? .now
      }
    }
    if Interruption.isRequested { throw CommandError(status: .interrupted, message: "gcdcheck: interrupted") }
    return data
  }

  /// For what ends, or lets go of a pipe, in an instant.
  private static let externalTimeout: Duration = .seconds(1)

  private static func end(_ process: Process, by signal: Int32) {
    kill(-process.processIdentifier, signal)
    kill(process.processIdentifier, signal)
  }

  /// Reads what comes within a moment; false at the end.
  private static func read(_ descriptor: Int32, into data: inout Data) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 20) > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    if count > 0 { data.append(contentsOf: bytes[..<count]) }
    return count > 0 || (count < 0 && errno == EINTR)
  }
}
#endif
