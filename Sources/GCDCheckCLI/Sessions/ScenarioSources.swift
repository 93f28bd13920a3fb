// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDScenario

/// Where scenario files are looked for.
enum ScenarioSources {
  /// `name` is what the user types, `path` what is opened.
  typealias File = (name: String, path: String)

  /// Every scenario file below the current folder.
  static func inCurrentFolder() throws -> [File] {
    try ScenarioFiles.discover(paths: ["."]).map { ($0, $0) }
  }

  /// The current folder is the package of gcdcheck itself, whose files are the shipped ones and test data.
  static var isHome: Bool { FileManager.default.fileExists(atPath: home) }

  /// The scenarios that come with gcdcheck; at home by the paths of their sources, so that links in reports
  /// lead there.
  static func shipped() throws -> [File] {
    if isHome { return try ScenarioFiles.discover(paths: [home]).map { ($0, $0) } }
    return ScenarioFiles.shipped.map { path in
      let folder = path.range(of: "/Scenarios/", options: .backwards)
      return (folder.map { String(path[$0.upperBound...]) } ?? path, path)
    }
  }

  /// What the user means by `text`: a file, a folder, or the name of a shipped scenario.
  ///
  /// - Throws: `CommandError` when it is none of them.
  static func files(named text: String) throws -> [File] {
    if FileManager.default.fileExists(atPath: text) {
      return try ScenarioFiles.discover(paths: [text]).map { ($0, $0) }
    }
    let shipped = try shipped(named: text)
    guard !shipped.isEmpty else {
      throw CommandError.usage(
        "there is no file or folder \"\(text)\", and no shipped scenario of that name; "
          + "gcdcheck list shows what there is"
      )
    }
    return shipped
  }

  /// The one scenario that `text` names; nil where it names none, so that it may be a schedule.
  ///
  /// - Throws: `CommandError` where it names several, or one with mistakes.
  static func scenario(namedLike text: String) throws -> SelectedScenario? {
    let isThere = FileManager.default.fileExists(atPath: text) && !text.contains(".jsonl")
    guard try isThere || text.hasSuffix(ScenarioFiles.ending) || !shipped(named: text).isEmpty else {
      return nil
    }
    let selection = try ScenarioSelection(paths: [text], filter: nil)
    guard selection.scenarios.count == 1 else {
      throw CommandError.usage(
        "which of the \(selection.scenarios.count) scenarios in \"\(text)\"? Name one file")
    }
    return selection.scenarios[0]
  }

  private static func shipped(named text: String) throws -> [File] {
    try shipped().filter { $0.name == text || baseName($0.name) == baseName(text) }
  }

  private static let home = "Sources/GCDScenario/Scenarios"

  private static func baseName(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(ScenarioFiles.ending) ? String(name.dropLast(ScenarioFiles.ending.count)) : name
  }
}
