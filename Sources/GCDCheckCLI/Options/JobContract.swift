// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime

/// What a job engine expects of a process that takes a shard from it.
struct JobContract {
  private let taken: EngineShard
  private let variables: [String: String]

  init(_ taken: EngineShard, _ variables: [String: String]) {
    self.taken = taken
    self.variables = variables
  }

  /// The file by which a test of Bazel says that it knows of shards: without it Bazel lets the test fail.
  var statusFile: String? { bazel("TEST_SHARD_STATUS_FILE") }

  /// Real time after which the tool ends by itself, with its reports; nil = as long as it takes.
  var timeLimit: Duration? {
    guard let text = bazel("TEST_TIMEOUT"), let seconds = Double(text), seconds > 0, seconds < 1e9 else {
      return nil
    }
    return .milliseconds(Int(1_000 * (seconds - min(10, seconds / 4))))
  }

  /// Reports that the engine expects: those of a test for its user interface, and the stream to be merged.
  ///
  /// - Parameter asked: what the user asks for.
  func reports(next asked: [ReportRequest]) -> [ReportRequest] {
    var wanted: [ReportRequest] = []
    if let file = bazel("XML_OUTPUT_FILE") { wanted.append(ReportRequest(.junit, path: file)) }
    if let folder = bazel("TEST_UNDECLARED_OUTPUTS_DIR"), !asked.contains(where: { $0.format == .jsonl }) {
      wanted.append(ReportRequest(.jsonl, path: "\(folder)/gcdcheck.jsonl"))
    }
    return wanted.filter { request in !asked.contains { $0.path == request.path } }
  }

  /// Variables that no program under control finds: they would make it do a part of its work only, or write
  /// over the reports, and they differ from shard to shard.
  var hidden: [String] {
    guard taken.engine == .bazel else { return taken.engine.variables }
    return taken.engine.variables + [
      "TEST_SHARD_STATUS_FILE", "XML_OUTPUT_FILE", "TEST_PREMATURE_EXIT_FILE",
      // Bazel sets these for programs that use GoogleTest.
      "GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", "GTEST_SHARD_STATUS_FILE",
    ]
  }

  /// Does what is expected before the work.
  ///
  /// - Throws: `CommandError` where the status file cannot be written.
  func accept() throws {
    if let statusFile {
      let file = open(statusFile, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
      guard file >= 0 else {
        throw CommandError.toolFailed(
          "TEST_SHARD_STATUS_FILE: \"\(statusFile)\" cannot be written (\(String(cString: strerror(errno))))")
      }
      futimens(file, nil)
      close(file)
    }
    for name in hidden { unsetenv(name) }
    let variable = ExplorationOption.shard.row.variable
    if getenv(variable) != nil { setenv(variable, "\(taken.shard)", 1) }
  }

  private func bazel(_ name: String) -> String? {
    guard taken.engine == .bazel, let text = variables[name], !text.isEmpty else { return nil }
    return text
  }
}
