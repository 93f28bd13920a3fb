// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation

/// A C program of the folder `Programs`, compiled together with the sources of CGCDThread, and what came of
/// running it.
struct CompiledProgram {
  struct Outcome {
    var output: String
    /// The exit status; nil when a signal ended the process.
    var status: Int32?
    var signal: Int32?
  }

  struct CompilerFailed: Error, CustomStringConvertible {
    var description: String
  }

  private let executable: String
  private let folder: String

  /// Compiles; the program is deleted with `remove()`.
  init(_ name: String, compiler: String, flags: [String]) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let sources = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/CGCDThread")
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".c") || $0.hasSuffix(".S") }.sorted().map { sources.path + "/" + $0 }
    folder = NSTemporaryDirectory() + "/gcdcheck-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    executable = folder + "/" + name
    let outcome = try CompiledProgram.run(
      compiler,
      [
        "-g", "-fno-omit-frame-pointer", "-Wall", "-Werror", "-I\(sources.path)/include",
        "-I\(tests.path)/Programs", "\(tests.path)/Programs/\(name).c",
      ] + files + flags + ["-lpthread", "-lm", "-ldl", "-o", executable])
    guard outcome.status == 0 else { throw CompilerFailed(description: outcome.output) }
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Runs the program with arguments; `through` is an emulator with its own arguments.
  func run(_ arguments: [String] = [], through: [String] = [], environment: [String: String] = [:]) throws
    -> Outcome
  {
    let command = through + [executable] + arguments
    return try CompiledProgram.run(command[0], Array(command.dropFirst()), environment: environment)
  }

  private static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let exited = process.terminationReason == .exit
    // What an emulator adds is not the program's.
    let rows = String(decoding: output, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let own = rows.filter { !$0.hasPrefix("qemu: uncaught target signal") }
    return Outcome(
      output: own.joined(separator: "\n"), status: exited ? process.terminationStatus : nil,
      signal: exited ? nil : process.terminationStatus)
  }
}

/// Programs of this machine that the tests need.
enum MachineTool {
  /// The clang of the running toolchain, which links the sanitizers that match.
  static let clang: String? = {
    guard let runtime = runtimeFolder else { return path("clang") }
    let beside = runtime + "/../../../bin/clang"
    return FileManager.default.isExecutableFile(atPath: beside) ? beside : path("clang")
  }()

  /// The folder of libswiftCore.so.
  static let runtimeFolder: String? = {
    guard let file = FileHandle(forReadingAtPath: "/proc/self/maps") else { return nil }
    let maps = String(decoding: file.readDataToEndOfFile(), as: UTF8.self)
    let row = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
    guard let row, let start = row.firstIndex(of: "/") else { return nil }
    return String(row[start...].dropLast("/libswiftCore.so".count))
  }()

  /// A program by its place on PATH; nil when it is not installed.
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
#endif
