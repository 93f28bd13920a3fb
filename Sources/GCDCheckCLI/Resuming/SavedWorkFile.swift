// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDVocabulary

/// A file of `.gcdcheck` in the folder of the package; there as long as a run can be taken up again.
struct SavedWorkFile {
  private let folder: URL
  private let fileName: String
  private var file: URL { folder.appendingPathComponent(fileName) }
  private var name: String { ".gcdcheck/\(fileName)" }

  /// - Parameter shard: The part of the schedules that the run takes: several may run in one folder.
  init(of command: String, shard: Shard?) {
    let part = shard.map { "-\($0.index)-of-\($0.count)" } ?? ""
    fileName = (command == Fuzz.name ? "unfinished" : "unfinished-\(command)") + part
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

  var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

  /// The shards of which runs of the command can be taken up again here.
  static func shards(of command: String) -> [Shard] {
    let whole = SavedWorkFile(of: command, shard: nil)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: whole.folder.path)) ?? []
    let shards = names.compactMap { name -> Shard? in
      guard name.hasPrefix(whole.fileName + "-") else { return nil }
      return Shard(name.dropFirst(whole.fileName.count + 1).replacing("-of-", with: "/"))
    }
    return shards.sorted { ($0.count, $0.index) < ($1.count, $1.index) }
  }

  /// The file of a run of all schedules, or where there is none, that of the only shard.
  ///
  /// - Throws: `CommandError` where there are those of several shards.
  static func only(of command: String) throws -> SavedWorkFile {
    let whole = SavedWorkFile(of: command, shard: nil)
    let shards = whole.exists ? [] : shards(of: command)
    if shards.count > 1 {
      throw CommandError.usage(
        "the shards \(shards.map(\.description).joined(separator: ", ")) are unfinished here; say which by "
          + "--shard, as in --resume --shard \(shards[0])")
    }
    return SavedWorkFile(of: command, shard: shards.first)
  }

  /// - Throws: `CommandError` where there is nothing to be taken up.
  func read() throws -> SavedSession {
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
  static func content(of text: String) -> SavedSession? {
    guard let line = unsealed(text), let run = try? JSONLine.decode(SavedSession.self, from: line),
      run.format == SavedSession.format
    else { return nil }
    return run
  }

  /// A reader of the file sees it either before or after.
  ///
  /// - Throws: `CommandError` where it cannot be written.
  func write(_ run: SavedSession) throws {
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

  /// The line and, below it, its hash: what continues from figures of a file that is not as it was written
  /// goes wrong in ways that no check of each figure would find.
  static func sealed(_ line: String) -> String { "\(line)\n\(seal(line))\n" }

  /// The line, if it is the one that was written; nil otherwise.
  private static func unsealed(_ text: String) -> Substring? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty, lines[1] == seal(lines[0]) else { return nil }
    return lines[0]
  }

  private static func seal(_ line: some StringProtocol) -> String {
    String(SavedSession.hash(of: line), radix: 16)
  }
}
