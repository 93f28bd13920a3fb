// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDScenario
import GCDVocabulary

/// What an interrupted run of `gcdcheck fuzz` leaves for `gcdcheck fuzz --resume`.
struct SavedSession: SavedWork {
  static let format = 1
  static let command = "fuzz"
  static let fileName = "unfinished"

  var format: Int = SavedSession.format
  var tool = Tool.version
  /// What the user typed after `gcdcheck fuzz`.
  var arguments: [String]
  /// The seed that `--seed random` drew.
  var drawnSeed: UInt64?
  var scenarios: [Item]

  /// One scenario of the selection.
  struct Item: Codable {
    var name: String
    /// Equal as long as its file and the options are what they were.
    var key: UInt64
    /// Nil where it is still to be explored.
    var report: ScenarioReport?
    /// How far its exploration has come.
    var begun: ScenarioCheckpoint?
  }

  /// Scenarios that need not be explored any more, by their places in the selection.
  ///
  /// - Throws: `CommandError` where the scenarios or the options are not what they were.
  func finished(_ selection: [SelectedScenario], _ options: ScenarioOptions) throws -> [Int: ScenarioReport] {
    try requireThisVersion()
    guard selection.map(\.name) == scenarios.map(\.name) else {
      throw CommandError.notResumed("the scenarios are not the same any more")
    }
    var result: [Int: ScenarioReport] = [:]
    for (index, (selected, item)) in zip(selection, scenarios).enumerated() {
      guard Self.key(selected, options) == item.key else {
        throw CommandError.notResumed("\(selected.name) or the options for it have changed since")
      }
      result[index] = item.report
    }
    return result
  }

  /// Everything that decides what comes of a scenario.
  static func key(_ selected: SelectedScenario, _ options: ScenarioOptions) -> UInt64 {
    var asked = options.exploration(of: selected.scenario)
    asked.timeLimit = nil
    let text = (try? String(contentsOfFile: selected.scenario.path, encoding: .utf8)) ?? ""
    var hash: UInt64 = 0
    for byte in "\(asked)\n\(text)".utf8 { hash = fold(hash, UInt64(byte)) }
    return hash
  }
}
