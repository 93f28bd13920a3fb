// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess
import GCDReport
import GCDRuntime
import GCDVocabulary

/// What an interrupted run of `gcdcheck run` leaves for `gcdcheck run --resume`.
struct SavedProgram: SavedWork {
  static let format = 2
  static let command = "run"
  static let fileName = "unfinished-run"

  var format: Int = SavedProgram.format
  var tool = Tool.version
  /// What the user typed after `gcdcheck run`.
  var arguments: [String]
  /// The seed that `--seed random` drew.
  var drawnSeed: UInt64?
  /// Equal as long as the program, its input and the options are what they were.
  var key: UInt64
  var checkpoint: ExplorationCheckpoint

  /// Where the exploration goes on.
  ///
  /// - Throws: `CommandError` where the program or the options are not what they were.
  func checkpoint(for key: UInt64, of program: String) throws -> ExplorationCheckpoint {
    try requireThisVersion()
    guard key == self.key else {
      throw CommandError.notResumed("\(program) or the options for it have changed since")
    }
    return checkpoint
  }

  /// Everything that decides what comes of a program, but for the libraries and files that it opens.
  static func key(_ selected: SelectedProgram, _ options: ExplorationOptions, allowing statuses: [Int32])
    -> UInt64
  {
    var asked = options
    asked.timeLimit = nil
    var hash: UInt64 = 0
    for byte in "\(asked)\n\(selected.words)\n\(statuses)".utf8 { hash = fold(hash, UInt64(byte)) }
    for file in [selected.path, selected.input].compactMap({ $0 }) {
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
}
#endif
