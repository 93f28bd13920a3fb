// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport

/// Runs of the tool of which a process is killed, and what must hold afterwards.
final class KillRound {
  enum Victim {
    case tool
    /// A worker of `fuzz`.
    case worker
    /// What stands above the server, which makes the schedules.
    case guardian, server
    case schedule
  }

  /// One kill.
  struct Kill: CustomStringConvertible {
    var victim: Victim
    var signal: Int32
    /// Seconds from the start of the tool on.
    var time: Double
    var description: String { "signal \(signal) to \(victim) after \(Int(time * 1000)) ms" }
  }

  let subject: KillSubject
  private let folder: ScratchFolder
  /// A folder in a folder: beside it lies what the tool prints.
  private let temporary: ScratchFolder
  /// The reports of a run that nobody disturbs, how it ends, and how long it takes.
  private let reference: [String: String]
  private let status: Int32
  let duration: Double
  /// How often a kill met a process, a run was resumed, and the like, by name.
  private(set) var figures: [String: Int] = [:]

  struct Failed: Error, CustomStringConvertible { var description: String }

  init(_ subject: KillSubject, in folder: ScratchFolder, temporary: ScratchFolder) throws {
    (self.subject, self.folder, self.temporary) = (subject, folder, temporary)
    let start = Date()
    let family = try ToolFamily(subject.whole, in: folder, temporary: temporary)
    guard family.wait() else { throw Failed(description: "\(subject.name) does not end") }
    duration = Date().timeIntervalSince(start)
    status = family.status
    reference = KillRound.read(folder)
    guard reference.count == KillSubject.reports.count, status < 2 else {
      throw Failed(description: "\(subject.name): status \(status) \(family.output)\(family.errors)")
    }
  }

  private static func read(_ folder: ScratchFolder) -> [String: String] {
    var texts: [String: String] = [:]
    for name in KillSubject.reports {
      texts[name] = try? String(contentsOfFile: folder.path("report.\(name)"), encoding: .utf8)
    }
    return texts
  }

  /// - Returns: Whether the kill met a process.
  /// - Throws: `Failed` where something does not hold.
  func survives(_ kill: Kill) throws -> Bool {
    do {
      return try survived(kill)
    } catch {
      throw Failed(description: "\(subject.name), \(kill): \(error)")
    }
  }

  private func survived(_ kill: Kill) throws -> Bool {
    try prepare()
    let family = try ToolFamily(subject.whole, in: folder, temporary: temporary)
    usleep(UInt32(kill.time * 1e6))
    let victims = family.generation(kill.victim.depth)
    // Not always the same worker.
    let victim = victims.isEmpty ? nil : victims[Int(kill.time * 1e6) % victims.count]
    if let victim { Foundation.kill(victim, kill.signal) }
    try require(family.wait(), "the tool does not end")
    let left = family.survivors()
    try require(left.isEmpty, "left: \(left)")
    try requireNoFiles()
    count(victim == nil ? "nobody was there" : "\(kill.victim)")
    if kill.victim == .tool {
      try judgeTool(family, kill)
    } else {
      try judgeOthers(family, kill)
    }
    return victim != nil
  }

  /// Every report is the old one at first.
  private func prepare() throws {
    try? FileManager.default.removeItem(atPath: folder.path(".gcdcheck"))
    try FileManager.default.createDirectory(
      atPath: folder.path(".gcdcheck"), withIntermediateDirectories: false)
    for name in KillSubject.reports { _ = try folder.write("old\n", to: "report.\(name)") }
  }

  // MARK: After the end of the tool

  private func judgeTool(_ family: ToolFamily, _ kill: Kill) throws {
    let reports = KillRound.read(folder)
    if family.isEndedBySignal {
      for (name, text) in reports {
        try require(text == "old\n" || text == reference[name], "half a report: \(name)")
      }
    } else if family.status != status || reports != reference {
      try require(kill.signal != SIGKILL && family.status == 130, "status \(family.status): \(family.errors)")
      if family.errors.contains("gcdcheck: interrupted") {
        // While `test` asks the bundle for its tests: there is nothing to report yet.
        try require(reports.values.allSatisfy { $0 == "old\n" }, "reports of nothing")
        return count("interrupted before the first test")
      }
      try require(isComplete(reports), "the reports of the interrupted run are no reports")
      // The signal may have come when all was done.
      try require(
        family.output.contains("interrupted") || reports == reference,
        "no summary: \(family.output)\(family.errors)")
      count("interrupted")
    }
    if subject.isResumable { try resume(isCut: !family.isEndedBySignal && family.status == 130) }
  }

  /// What was cut goes on, as often as it takes; without anything to go on with, the tool says so.
  private func resume(isCut: Bool) throws {
    let file = folder.path(".gcdcheck/unfinished" + (subject.words[0] == "run" ? "-run" : ""))
    let isUnfinished = FileManager.default.fileExists(atPath: file)
    let saved = FileManager.default.contents(atPath: file)
    if isUnfinished, let saved {
      // The process that goes on is killed in its turn: what it goes on from must still be there.
      let second = try ToolFamily(subject.rest, in: folder, temporary: temporary)
      usleep(UInt32(duration * 3e5))
      Foundation.kill(second.tool, SIGKILL)
      try require(second.wait(), "the second tool does not end")
      try require(second.survivors().isEmpty, "left by the second tool")
      if second.isEndedBySignal, FileManager.default.fileExists(atPath: file) {
        try require(
          FileManager.default.contents(atPath: file) == saved, "the file of the cut run has changed")
      } else {
        try saved.write(to: URL(fileURLWithPath: file))
      }
      count("resumed")
    }
    let rest = try ToolFamily(subject.rest, in: folder, temporary: temporary)
    try require(rest.wait(), "--resume does not end")
    if isUnfinished {
      try require(rest.status == status, "--resume ends with \(rest.status): \(rest.errors)")
      let reports = KillRound.read(folder)
      for (name, text) in reference {
        try require(reports[name] == text, "--resume: another \(name): \(difference(text, reports[name]))")
      }
    } else {
      try require(rest.status == 64, "--resume of nothing ends with \(rest.status): \(rest.errors)")
      try require(rest.errors.contains("no run is unfinished here"), rest.errors)
    }
  }

  // MARK: After the end of another process

  private func judgeOthers(_ family: ToolFamily, _ kill: Kill) throws {
    try require(!family.isEndedBySignal, "the tool is ended by \(family.status)")
    let reports = KillRound.read(folder)
    if family.status == status, reports == reference { return }
    try require(isComplete(reports) || family.status == 2, "half a report, status \(family.status)")
    let sentences = family.errors.split(separator: "\n").filter { $0.contains("gcdcheck: error:") }
    try require(
      family.status == 2 && sentences.count == 1,
      "status \(family.status) instead of \(status): \(family.errors)"
        + difference(reference["jsonl"] ?? "", reports["jsonl"]))
    count("refused: " + (sentences[0].contains("process that explored") ? "worker" : sentences[0]))
  }

  // MARK: What must always hold

  private func isComplete(_ reports: [String: String]) -> Bool {
    let last = try? EventStream.decode(reports["jsonl"] ?? "").last
    guard case .runEnded? = last else { return false }
    return reports["junit"]?.hasSuffix("</testsuites>\n") == true
      && reports["html"]?.hasSuffix("</html>\n") == true
  }

  private func requireNoFiles() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
    try require(files.isEmpty, "in the temporary folder: \(files)")
    let shared = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    try require(!shared.contains { $0.contains("gcdcheck") }, "in shared memory: \(shared)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    try require(!names.contains { $0.contains("partial") }, "half a file: \(names)")
  }

  private func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw Failed(description: what()) }
  }

  private func count(_ name: String) { figures[name, default: 0] += 1 }

  private func difference(_ expected: String, _ actual: String?) -> String {
    guard let actual else { return "there is none" }
    let pairs = zip(expected.split(separator: "\n"), actual.split(separator: "\n"))
    guard let (old, new) = pairs.first(where: { $0 != $1 }) else { return "another number of lines" }
    return "\n\(old.prefix(400))\nagainst\n\(new.prefix(400))"
  }
}

extension KillRound.Victim {
  /// Generations below the tool.
  var depth: Int {
    switch self {
    case .tool: 0
    case .worker, .guardian: 1
    case .server: 2
    case .schedule: 3
    }
  }
}
