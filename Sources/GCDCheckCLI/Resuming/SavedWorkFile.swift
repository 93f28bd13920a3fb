// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDVocabulary

/// What a run that was cut leaves for the next one of its command.
protocol SavedWork: Codable {
  /// The format that this version writes, and the only one that it reads.
  static var format: Int { get }
  /// As the user types it.
  static var command: String { get }
  /// Its file in `.gcdcheck`.
  static var fileName: String { get }

  var format: Int { get }
  /// The version of gcdcheck that left it.
  var tool: String { get }
}

extension SavedWork {
  /// - Throws: `CommandError` where another version left it: its schedules may be other ones.
  func requireThisVersion() throws {
    if tool != Tool.version {
      throw CommandError.notResumed("gcdcheck \(tool) began it, and this is \(Tool.version)")
    }
  }
}

/// A file of `.gcdcheck` in the folder of the package; there as long as a run can be taken up again.
struct SavedWorkFile<Content: SavedWork> {
  private let folder: URL
  private var file: URL { folder.appendingPathComponent(Content.fileName) }
  private var name: String { ".gcdcheck/\(Content.fileName)" }

  init() {
    let current = FileManager.default.currentDirectoryPath
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    let root = RegressionFile.root(from: current)
    #else
    let root = current
    #endif
    folder = URL(fileURLWithPath: root).appendingPathComponent(".gcdcheck")
  }

  /// Whether something may be left there, as for regression files.
  func isWanted(save: Bool?) -> Bool { save ?? FileManager.default.fileExists(atPath: folder.path) }

  /// - Throws: `CommandError` where there is nothing to be taken up.
  func read() throws -> Content {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw CommandError.usage(
        "no run is unfinished here: there is no \(name); a run that is interrupted leaves it "
          + "where there is a folder .gcdcheck, or with --save")
    }
    guard let run = SavedWorkFile.content(of: text) else {
      throw CommandError.usage(
        "\(name) is damaged, or of another version of gcdcheck; run anew without --resume")
    }
    return run
  }

  /// What a file of this text holds; nil for one that is not as it was written.
  static func content(of text: String) -> Content? {
    guard let line = unsealed(text), let run = try? JSONLine.decode(Content.self, from: line),
      run.format == Content.format
    else { return nil }
    return run
  }

  /// Whoever reads the file sees it either before or after.
  ///
  /// - Throws: `CommandError` where it cannot be written.
  func write(_ run: Content) throws {
    var failure = FolderPath(path: folder.path).make()
    if failure == 0 {
      failure = WholeFile(path: file.path).write(SavedWorkFile.sealed(try JSONLine.encode(run)))
    }
    if failure != 0 {
      let reason = String(cString: strerror(failure))
      throw CommandError.toolFailed(
        "\(name) cannot be written (\(reason)), so the run cannot be taken up again")
    }
  }

  func remove() { unlink(file.path) }

  // MARK: The seal

  /// The line and, below it, its hash: what goes on from figures of a file that is not as it was written goes
  /// wrong in ways that no check of each figure would find.
  static func sealed(_ line: String) -> String { "\(line)\n\(seal(line))\n" }

  /// The line, if it is the one that was written; nil otherwise.
  private static func unsealed(_ text: String) -> Substring? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty, lines[1] == seal(lines[0]) else { return nil }
    return lines[0]
  }

  private static func seal(_ line: some StringProtocol) -> String {
    var hash: UInt64 = 0
    for byte in line.utf8 { hash = fold(hash, UInt64(byte)) }
    return String(hash, radix: 16)
  }
}

extension CommandError {
  /// A run that was cut does not fit any more.
  static func notResumed(_ reason: String) -> CommandError {
    .usage("the run cannot be taken up again: \(reason); run it anew without --resume")
  }
}
