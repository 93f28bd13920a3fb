// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime

/// One run of the built tool, to its end.
struct ToolRun {
  var status: Int32
  var output: String
  var errors: String

  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  /// The tool lies beside the test bundle that is running.
  static let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("gcdcheck")

  /// Runs `gcdcheck` with `arguments` in `folder`; the environment has nothing in it that changes the
  /// outcome.
  init(_ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]) throws {
    try self.init(arguments: arguments, in: folder, environment: environment)
  }

  /// As above, for arguments in a list.
  ///
  /// - Parameter program: what is run; nil = the tool.
  init(
    arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    program: String? = nil
  ) throws {
    let process = ToolRun.process(arguments, in: folder, environment: environment)
    if let program { process.executableURL = URL(fileURLWithPath: program) }
    let output = folder.capture("stdout")
    let errors = folder.capture("stderr")
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    self.output = output.text
    self.errors = errors.text
  }

  static func process(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String]
  ) -> Process {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    var variables = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("GCDCHECK_") && !name.contains("COLOR") && name != "GITHUB_ACTIONS"
        && !JobEngine.allVariables.contains(name)
    }
    variables["TERM"] = "xterm"
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }
}

/// A folder that lives as long as its test.
final class TemporaryFolder {
  let url: URL
  private let captures: URL

  init() throws {
    let parent = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gcdcheck-\(UUID().uuidString)")
    url = parent.appendingPathComponent("work")
    captures = parent.appendingPathComponent("captured")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: captures, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Writes a file and the folders that it needs.
  @discardableResult
  func write(_ text: String, to path: String) throws -> String {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return path
  }

  func text(of path: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }

  var files: [String] {
    let all = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return all.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: url.path + "/" + $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// Where a process that is not waited for writes its errors, which `errorText` reads.
  var errors: FileHandle {
    _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
    return FileHandle(forWritingAtPath: errorFile.path)!
  }

  var errorText: String {
    get throws { try String(contentsOf: errorFile, encoding: .utf8) }
  }

  private var errorFile: URL { captures.appendingPathComponent("errors") }

  /// A file for a process to write to: unlike a pipe it is never full.
  fileprivate func capture(_ name: String) -> Capture {
    let file = captures.appendingPathComponent("\(name)-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    return Capture(file: file, handle: FileHandle(forWritingAtPath: file.path)!)
  }

  fileprivate struct Capture {
    let file: URL
    let handle: FileHandle
    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
  }
}

/// Scenarios that several tests need.
enum SampleScenario {
  /// No finding in any schedule.
  static let clean = """
    # Two blocks on one serial queue.
    queues:
      work: serial
    steps:
      - async: work
        do:
          - print: first
      - async: work
        do:
          - print: second

    """

  /// Deadlocks in each schedule.
  static let ownQueue = """
    # A block waits for another block of its own queue.
    expect: sync-on-own-queue
    queues:
      cache: serial
    steps:
      - async: cache
        do:
          - sync: cache
            do:
              - print: never

    """

  /// As `ownQueue`, but not documented as such: the verdict is not the expected one.
  static let surprise = ownQueue.replacing("expect: sync-on-own-queue\n", with: "")

  /// A mistake at 3:12.
  static let broken = """
    queues: {work: serial}
    steps:
      - async: wrok
        do: []

    """
}
