// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A folder that lives as long as its test.
final class ScratchFolder: Sendable {
  let url: URL

  /// - Parameter parent: nil = where temporary files lie.
  init(in parent: ScratchFolder? = nil) throws {
    url = (parent?.url ?? FileManager.default.temporaryDirectory)
      .appendingPathComponent("gcdcheck-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }
}

/// One run of `gcdcheck run`, to its end.
struct ToolRun {
  var status: Int32
  var output: String
  var errors: String

  /// The tool lies beside the test bundle that is running.
  static let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("gcdcheck")

  init(
    _ arguments: [String], command: String = "run", in folder: ScratchFolder,
    environment: [String: String] = [:]
  ) throws {
    let options = command == "run" ? ["--progress", "none"] : []
    try self.init(
      tool: ToolRun.tool.path, [command] + options + arguments, in: folder, environment: environment)
  }

  /// As above, with another program.
  ///
  /// - Parameter captures: where what it prints is written; nil = in `folder`.
  init(
    tool: String, _ arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:],
    captures: ScratchFolder? = nil
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    var variables = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("GCDCHECK_") && !name.contains("COLOR") && name != "GITHUB_ACTIONS"
    }
    variables["TERM"] = "dumb"
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files are never full, as pipes are.
    let (stdout, stderr) = ((captures ?? folder).path("stdout"), (captures ?? folder).path("stderr"))
    for file in [stdout, stderr] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: stdout)
    process.standardError = FileHandle(forWritingAtPath: stderr)
    try process.run()
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    output = try String(contentsOfFile: stdout, encoding: .utf8)
    errors = try String(contentsOfFile: stderr, encoding: .utf8)
  }

  /// Everything from the first line of the first report on.
  var report: String {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.contains(": error: GCD") } ?? lines.endIndex
    let end = lines[start...].firstIndex { $0.hasPrefix("replay: ") } ?? start
    return lines[start..<end].joined(separator: "\n")
  }

  /// What follows `gcdcheck run` in the replay command of each report.
  var replayArguments: [[String]] {
    output.split(separator: "\n").filter { $0.hasPrefix("replay: ") }.map { line in
      // The tool, then its command, then the rest, in which only the pattern is quoted.
      line.split(separator: " ").dropFirst(3).map { $0.trimmingCharacters(in: ["'"]) }
    }
  }

  /// The token of the first report.
  var token: String? {
    let line = output.split(separator: "\n").first { $0.hasPrefix("replay: ") }
    return line?.split(separator: " ").first { $0.hasPrefix("gcd1-") }.map(String.init)
  }
}
