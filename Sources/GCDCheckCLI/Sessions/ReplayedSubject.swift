// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDScenario

/// A schedule on the command line, with the scenario that it belongs to: a token, or a line of a regression
/// file.
struct ReplayedSubject {
  let scenario: SelectedScenario
  /// The token as it was typed; nil for a line of a regression file.
  private(set) var token: String?
  private(set) var entry: (file: RegressionFile, number: Int)?

  /// A schedule that is known to be one of the scenario's.
  init(_ scenario: SelectedScenario, token: String) {
    self.scenario = scenario
    self.token = token
  }

  /// - Parameter command: The command that was typed, for messages.
  /// - Throws: `CommandError` for what cannot be read, or could mean several things.
  init(_ text: String, file: String?, command: String) throws {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    if let place = RegressionPlace(text) {
      if file != nil {
        throw CommandError.usage("a regression file names its scenario; leave \"\(file ?? "")\" out")
      }
      (scenario, entry) = try place.resolve()
      return
    }
    #endif
    _ = try ReplayedToken.parse(text)
    let selection = try ScenarioSelection(paths: file.map { [$0] } ?? [], filter: nil)
    guard selection.scenarios.count == 1, let scenario = selection.scenarios.first else {
      throw CommandError.usage(
        "which of \(selection.scenarios.count) scenarios? Name the file: gcdcheck \(command) \(text) FILE")
    }
    self.scenario = scenario
    token = text
  }

  /// Asks for exactly this schedule.
  func apply(to options: inout ScenarioOptions) {
    options.replay = token
    options.savedSchedule = entry
  }
}

#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
/// `FILE.jsonl#N` or `FILE.jsonl`.
private struct RegressionPlace {
  let path: String
  let number: Int?

  /// Nil for a text that names no such file.
  init?(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].hasSuffix(".jsonl") else { return nil }
    path = String(parts[0])
    number = parts.count == 2 ? Int(parts[1]) ?? 0 : nil
  }

  func resolve() throws -> (SelectedScenario, (file: RegressionFile, number: Int)) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError.usage("there is no regression file \"\(path)\"; gcdcheck fuzz --save writes them")
    }
    let whole = URL(fileURLWithPath: path).standardizedFileURL.path
    let root = RegressionFile.root(from: (whole as NSString).deletingLastPathComponent)
    let package = whole.range(of: "/.gcdcheck/").map { String(whole[..<$0.lowerBound]) } ?? root
    let lines = RegressionFile(reading: whole, root: package, test: "").read()
    guard let number = number ?? (lines.count == 1 ? 1 : nil) else {
      throw CommandError.usage("which of the \(lines.count) lines of \"\(path)\"? Add its number: \(path)#1")
    }
    guard let line = lines.first(where: { $0.number == number })?.line else {
      throw CommandError.usage("\"\(path)\" has \(lines.count) lines; there is no line \(number)")
    }
    guard case .schedule(let saved) = line else {
      if case .unreadable(let reason) = line {
        throw CommandError.usage("line \(number) of \"\(path)\" cannot be used: \(reason)")
      }
      throw CommandError.usage("line \(number) of \"\(path)\" cannot be used")
    }
    guard saved.test.hasSuffix(ScenarioFiles.ending) else {
      let command = saved.replayCommand
      let owner = saved.process == nil ? "the process of the test \(saved.test)" : "a process of its own"
      throw CommandError.usage("only \(owner) can run it; type: \(command)")
    }
    let scenario = package + "/" + saved.test
    guard FileManager.default.fileExists(atPath: scenario) else {
      throw CommandError.usage("the scenario file \"\(saved.test)\" of that line is not there any more")
    }
    let folder = FileManager.default.currentDirectoryPath + "/"
    let name = scenario.hasPrefix(folder) ? String(scenario.dropFirst(folder.count)) : scenario
    let selection = try ScenarioSelection(paths: [name], filter: nil)
    return (selection.scenarios[0], (RegressionFile(reading: whole, root: package, test: saved.test), number))
  }
}
#endif
