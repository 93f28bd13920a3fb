// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime
import GCDScenario
import GCDVocabulary

/// What a run that was cut leaves for the next one of its command.
struct SavedSession: Codable {
  /// The format that this version writes, and the only one that it reads.
  static let format = 3

  var format = SavedSession.format
  /// The version of gcdcheck that left it.
  var tool = Tool.version
  /// What the user typed after the command.
  var arguments: [String]
  /// The seed that `--seed random` drew.
  var drawnSeed: UInt64?
  /// The part of the schedules that was run.
  var shard: Shard?
  var items: [Item]

  /// One scenario of the selection, one test, or the program.
  struct Item: Codable {
    var name: String
    /// Equal as long as its file and the options are what they were.
    var key: UInt64
    /// Nil where it is still to be explored.
    var report: SubjectReport?
    /// How far its exploration has come.
    var begun: ExplorationCheckpoint?
  }

  /// - Throws: `CommandError` where the subjects or the options are not what they were, or another version
  ///   left this: its schedules may be other ones.
  func items(of subjects: [(name: String, key: UInt64)]) throws -> [Item] {
    if tool != Tool.version {
      throw CommandError.notResumed("gcdcheck \(tool) began it, and this is \(Tool.version)")
    }
    guard subjects.map(\.name) == items.map(\.name) else {
      throw CommandError.notResumed("what is to be explored is not the same any more")
    }
    for (subject, item) in zip(subjects, items) where subject.key != item.key {
      throw CommandError.notResumed("\(subject.name) or the options for it have changed since")
    }
    return items
  }

  /// Everything that decides what comes of a scenario.
  static func key(_ selected: SelectedScenario, _ options: ScenarioOptions) -> UInt64 {
    key(options.exploration(of: selected.scenario), [], files: [selected.scenario.path])
  }

  /// - Parameters:
  ///   - words: that decide something next to the options.
  ///   - files: that do.
  static func key(_ options: ExplorationOptions, _ words: [String], files: [String]) -> UInt64 {
    var asked = options
    asked.timeLimit = nil
    // A run that is resumed replays none, and the folder may be there only since it was cut.
    asked.regressions = nil
    var hash = hash(of: "\(asked)\n\(words)")
    for file in files {
      let bytes = try? Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)
      bytes?.withUnsafeBytes { bytes in
        let words = bytes.count / 8
        for word in 0..<words {
          hash = fold(hash, bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self))
        }
        for byte in bytes.dropFirst(words * 8) { hash = fold(hash, UInt64(byte)) }
      }
    }
    return hash
  }

  static func hash(of text: some StringProtocol) -> UInt64 {
    text.utf8.reduce(0) { fold($0, UInt64($1)) }
  }
}

extension CommandError {
  /// A run that was cut does not fit any more.
  static func notResumed(_ reason: String) -> CommandError {
    .usage("the run cannot be taken up again: \(reason); run it anew without --resume")
  }
}
