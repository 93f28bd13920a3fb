// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport

#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
#endif

/// What a run that was cut leaves for the next one of its command.
protocol Unfinished: Codable {
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

extension Unfinished {
  /// - Throws: `Refusal` where another version left it: its schedules may be other ones.
  func requireThisVersion() throws {
    if tool != Tool.version {
      throw Refusal.notResumed("gcdcheck \(tool) began it, and this is \(Tool.version)")
    }
  }
}

/// A file of `.gcdcheck` in the folder of the package; there as long as a run can be taken up again.
struct UnfinishedFile<Content: Unfinished> {
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

  /// - Throws: `Refusal` where there is nothing to be taken up.
  func read() throws -> Content {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw Refusal.usage(
        "no run is unfinished here: there is no \(name); a run that is interrupted leaves it "
          + "where there is a folder .gcdcheck, or with --save")
    }
    guard let run = try? JSONLine.decode(Content.self, from: text), run.format == Content.format
    else {
      throw Refusal.usage(
        "\(name) is damaged, or of another version of gcdcheck; run anew without --resume")
    }
    return run
  }

  /// Whoever reads the file sees it either before or after.
  ///
  /// - Throws: `Refusal` where it cannot be written.
  func write(_ run: Content) throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try AtomicFile(path: file.path).write(JSONLine.encode(run))
    } catch {
      throw Refusal.toolFailed("\(name) cannot be written, so the run cannot be taken up again")
    }
  }

  func remove() { unlink(file.path) }
}

extension Refusal {
  /// A run that was cut does not fit any more.
  static func notResumed(_ reason: String) -> Refusal {
    .usage("the run cannot be taken up again: \(reason); run it anew without --resume")
  }
}
