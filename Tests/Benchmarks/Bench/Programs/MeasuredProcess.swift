// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A process that is run to its end.
struct MeasuredProcess {
  /// The file, by its path, and the arguments.
  let words: [String]
  var folder: String
  var environment: [String: String] = [:]

  /// Why there is no figure.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs it once.
  ///
  /// - Returns: Milliseconds of processor time, its own and that of all processes that it has waited for.
  /// - Throws: `Failure` where it cannot be started or fails, with what it has written to its errors.
  func milliseconds() throws -> Double {
    let before = ProcessUsage.childrenSeconds
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = MeasuredProcess.surroundings.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = folder + "/errors.log"
    try Data().write(to: URL(fileURLWithPath: errors))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    do {
      try process.run()
    } catch {
      throw Failure(description: "\(words[0]) cannot be started: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").last { $0.contains("error") } ?? text.split(separator: "\n").last
      throw Failure(
        description: "\(words.joined(separator: " ")) ended with \(process.terminationStatus): \(line ?? "")")
    }
    return (ProcessUsage.childrenSeconds - before) * 1_000
  }

  /// What the user has set for gcdcheck would change what is measured.
  private static let surroundings = ProcessInfo.processInfo.environment.filter {
    !$0.key.hasPrefix("GCDCHECK_") && $0.key != "LD_PRELOAD"
  }
}
