// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// The tool while it runs, with everything that it has started: also what has left its group and session.
final class ToolFamily {
  /// In the environment of all of them; nothing takes that away from a process.
  private let mark = "TOOL_FAMILY=\(UUID().uuidString)"
  private let process = Process()
  private let folder: ScratchFolder

  var tool: Int32 { process.processIdentifier }
  private(set) var status: Int32 = 0
  private(set) var isEndedBySignal = false

  /// - Parameter temporary: a folder for temporary files, in which nothing may be left.
  init(_ arguments: [String], in folder: ScratchFolder, temporary: ScratchFolder) throws {
    self.folder = folder
    process.executableURL = ToolRun.tool
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    var variables = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("GCDCHECK_") && name != "GITHUB_ACTIONS"
    }
    variables["TERM"] = "dumb"
    variables["TMPDIR"] = temporary.url.path
    let parts = mark.split(separator: "=")
    variables[String(parts[0])] = String(parts[1])
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    for name in ["stdout", "stderr"] {
      _ = FileManager.default.createFile(atPath: temporary.path("../\(name)-\(parts[1])"), contents: nil)
    }
    outputs = ["stdout", "stderr"].map { temporary.path("../\($0)-\(parts[1])") }
    process.standardOutput = FileHandle(forWritingAtPath: outputs[0])
    process.standardError = FileHandle(forWritingAtPath: outputs[1])
    try process.run()
  }

  private let outputs: [String]
  var output: String { (try? String(contentsOfFile: outputs[0], encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOfFile: outputs[1], encoding: .utf8)) ?? "" }

  deinit { for file in outputs { unlink(file) } }

  /// Waits for the tool; ends it the hard way after so long a time, in which any machine is done.
  func wait(seconds: Double = 120) -> Bool {
    let deadline = Date() + seconds
    while process.isRunning, Date() < deadline { usleep(2_000) }
    let isInTime = !process.isRunning
    if !isInTime { kill(tool, SIGKILL) }
    process.waitUntilExit()
    status = process.terminationStatus
    isEndedBySignal = process.terminationReason == .uncaughtSignal
    return isInTime
  }

  /// Waits until all have ended; what has not, by command line.
  func survivors(seconds: Double = 20) -> [String] {
    let deadline = Date() + seconds
    var left = members
    while !left.isEmpty, Date() < deadline {
      usleep(20_000)
      left = members
    }
    return left.map { member in
      let words = FileManager.default.contents(atPath: "/proc/\(member)/cmdline") ?? Data()
      kill(member, SIGKILL)
      return "\(member) " + String(decoding: words.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
    }
  }

  /// All that live, but the tool.
  private var members: [Int32] {
    let wanted = Data(mark.utf8)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(Int32.init).filter { number in
      number != tool
        && FileManager.default.contents(atPath: "/proc/\(number)/environ")?.range(of: wanted) != nil
    }.sorted()
  }

  /// The processes that stand so many generations below the tool; 0 = the tool itself.
  func generation(_ depth: Int) -> [Int32] {
    (0..<depth).reduce([tool]) { parents, _ in parents.flatMap(children) }
  }

  private func children(of process: Int32) -> [Int32] {
    let text = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return (text ?? "").split(separator: " ").compactMap { Int32($0) }
  }
}
