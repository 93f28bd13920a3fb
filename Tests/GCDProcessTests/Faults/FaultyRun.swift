// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Runs of the tool in which one call that makes a file goes wrong, and what must hold afterwards.
final class FaultRound {
  enum Fault: String, CaseIterable {
    case interrupted, short, full, noSpace, badDisk, quota, killed

    /// As the library that is preloaded is told.
    var kind: String {
      switch self {
      case .interrupted: "\(EINTR)"
      case .short: "short"
      case .full: "full"
      case .noSpace: "\(ENOSPC)"
      case .badDisk: "\(EIO)"
      case .quota: "\(EDQUOT)"
      case .killed: "kill"
      }
    }

    var reason: String? {
      switch self {
      case .full, .noSpace: "No space left on device"
      case .badDisk: "Input/output error"
      case .quota: "Disk quota exceeded"
      case .interrupted, .short, .killed: nil
      }
    }
  }

  struct Failed: Error, CustomStringConvertible { var description: String }

  private let subject: FaultSubject
  private let library: String
  private let folder: ScratchFolder
  private let captures: ScratchFolder
  /// What is there before and, where nothing goes wrong, afterwards.
  private let (old, new): ([String: Data], [String: Data])
  private let reference: Outcome
  /// Calls that can go wrong.
  var calls: Int { reference.calls }

  private struct Outcome {
    var run: ToolRun
    var calls: Int
    /// The call that went wrong; empty where none did.
    var failed: String
  }

  /// - Parameters:
  ///   - library: what lets calls fail.
  ///   - inputs: files of which each run has a copy.
  init(_ subject: FaultSubject, library: String, inputs: [String]) throws {
    self.subject = subject
    self.library = library
    (folder, captures) = (try ScratchFolder(), try ScratchFolder())
    try FaultRound.prepare(folder, subject, inputs)
    let start = try FaultRound.files(folder)
    let reference = try FaultRound.run(subject, folder, captures, library, 0, .noSpace)
    (old, new) = (start, try FaultRound.files(folder))
    self.reference = reference
    guard reference.calls > 0, reference.run.status < 2 || reference.run.status == 75 else {
      throw Failed(description: "\(subject): \(reference.run.output)\(reference.run.errors)")
    }
  }

  private static func prepare(_ folder: ScratchFolder, _ subject: FaultSubject, _ inputs: [String]) throws {
    for input in inputs {
      let name = URL(fileURLWithPath: input).lastPathComponent
      try FileManager.default.copyItem(atPath: input, toPath: folder.path(name))
    }
    for words in subject.before {
      let run = try ToolRun(tool: ToolRun.tool.path, words, in: folder)
      guard run.status < 2 || run.status == 75 else { throw Failed(description: "\(words): \(run.errors)") }
    }
    for name in subject.old { _ = try folder.write("old\n", to: name) }
    for name in ["stdout", "stderr"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
  }

  private static func run(
    _ subject: FaultSubject, _ folder: ScratchFolder, _ captures: ScratchFolder, _ library: String,
    _ call: Int,
    _ fault: Fault
  ) throws -> Outcome {
    let log = captures.path("log")
    try? FileManager.default.removeItem(atPath: log)
    var environment = subject.environment
    environment["LD_PRELOAD"] = library
    environment["FAULT_AT"] = "\(call)"
    environment["FAULT_KIND"] = fault.kind
    environment["FAULT_LOG"] = log
    let run = try ToolRun(
      tool: ToolRun.tool.path, subject.words, in: folder, environment: environment, captures: captures)
    let lines = (try? String(contentsOfFile: log, encoding: .utf8))?.split(
      separator: "\n", omittingEmptySubsequences: false)
    return Outcome(
      run: run, calls: lines.flatMap { Int($0[0]) } ?? 0, failed: lines.map { String($0[1]) } ?? "")
  }

  private static func files(_ folder: ScratchFolder) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: folder.url.path)?.compactMap({ $0 as? String }) ?? [] {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder)
      if !isFolder.boolValue { found[name] = FileManager.default.contents(atPath: folder.path(name)) }
    }
    return found
  }

  /// Lets one call go wrong, from 1 on.
  ///
  /// - Throws: `Failed` where something does not hold.
  func survive(_ fault: Fault, at call: Int) throws {
    try restore()
    let outcome = try FaultRound.run(subject, folder, captures, library, call, fault)
    let now = try FaultRound.files(folder)
    let place = "\(subject), \(fault) at \(call) (\(outcome.failed))"
    func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
      if !holds { throw Failed(description: "\(place): \(what()): \(outcome.run.errors)") }
    }
    try require(!outcome.failed.isEmpty, "nothing went wrong")
    for (name, text) in now where !name.hasSuffix(".partial") {
      try require(text == old[name] || text == new[name], "\(name) is neither the old nor the new one")
    }
    for name in old.keys where new[name] != nil { try require(now[name] != nil, "\(name) is gone") }
    let left = now.keys.filter { $0.hasSuffix(".partial") }
    switch fault {
    case .killed:
      try require(outcome.run.status == 128 + SIGKILL, "status \(outcome.run.status)")
      // Nothing but a whole file between getting one name and the other.
      for name in left {
        try require(outcome.failed.hasPrefix("rename "), "left \(name)")
        try require(new.values.contains(now[name]!), "half of \(name)")
      }
      try requireAnotherRunHelps(require)
    case .interrupted, .short:
      try require(left.isEmpty, "left \(left)")
      try require(isWhole(outcome, now), "not everything was done, status \(outcome.run.status)")
    case .full, .noSpace, .badDisk, .quota:
      try require(left.isEmpty, "left \(left)")
      if isWhole(outcome, now) { return }
      try require(outcome.run.status == 2, "status \(outcome.run.status)")
      let told = outcome.run.errors.split(separator: "\n").filter { $0.contains("error:") }
      try require(told.count == 1, "\(told.count) sentences")
      try require(told[0].contains(fault.reason!), "another reason")
    }
  }

  private func isWhole(_ outcome: Outcome, _ files: [String: Data]) -> Bool {
    outcome.run.status == reference.run.status && outcome.run.output == reference.run.output && files == new
  }

  /// Where a killed run has left something, the next one comes to the same as if nothing had been.
  private func requireAnotherRunHelps(_ require: (Bool, @autoclosure () -> String) throws -> Void) throws {
    // These say what they find.
    if ["init", "minimize"].contains(subject.words[0]) || subject.words.contains("--resume") { return }
    let again = try FaultRound.run(subject, folder, captures, library, 0, .noSpace)
    try require(again.run.status == reference.run.status, "the next run: status \(again.run.status)")
    let now = try FaultRound.files(folder)
    if subject.environment.isEmpty, !subject.words.contains("--save") {
      try require(now == new, "the next run: \(now.keys.filter { now[$0] != new[$0] })")
    }
    try require(!now.keys.contains { $0.hasSuffix(".partial") }, "the next run leaves \(now.keys)")
  }

  private func restore() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      let isKept = old.keys.contains { $0 == name || $0.hasPrefix(name + "/") }
      if !isKept { try FileManager.default.removeItem(atPath: folder.path(name)) }
    }
    for name in try FaultRound.files(folder).keys where old[name] == nil {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    for (name, text) in old where FileManager.default.contents(atPath: folder.path(name)) != text {
      try text.write(to: URL(fileURLWithPath: folder.path(name)))
    }
  }
}
