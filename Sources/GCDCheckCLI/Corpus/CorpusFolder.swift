// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime

/// A folder with a file for each test.
struct CorpusFolder {
  /// As the user named it.
  let name: String

  /// - Throws: `CommandError` for a path that is something else.
  init(_ name: String) throws {
    self.name = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), !isFolder.boolValue {
      throw CommandError.usage("the corpus \"\(name.bounded(to: Bound.name))\" is a file, and no folder")
    }
  }

  var exists: Bool { FileManager.default.fileExists(atPath: name) }

  /// The names of its files, in order.
  ///
  /// - Throws: `CommandError` where it cannot be read.
  func files() throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: name)
        .filter { $0.hasSuffix(".jsonl") && !$0.hasPrefix(".") }.sorted()
    } catch {
      throw CommandError.toolFailed("the corpus \"\(name.bounded(to: Bound.name))\" cannot be read")
    }
  }

  /// What a file says; nothing where there is no file.
  ///
  /// - Parameter problem: gets the place and the reason of each line that cannot be used.
  /// - Throws: `CommandError` where it cannot be read.
  func content(
    of file: String, problem: (_ place: String, _ reason: String) -> Void = { _, _ in }
  ) throws -> CorpusContent {
    let path = "\(name)/\(file)"
    guard FileManager.default.fileExists(atPath: path) else { return CorpusContent() }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError.toolFailed("\(path) cannot be read")
    }
    return CorpusContent(String(decoding: data, as: UTF8.self)) { problem("\(path):\($0.line)", $0.reason) }
  }

  /// Changes a file; a reader sees it either before or after, and processes that change it at the same time
  /// wait for each other.
  ///
  /// - Throws: `CommandError` where it cannot be read or written.
  func change(_ file: String, _ change: (inout CorpusContent) -> Void) throws {
    let path = "\(name)/\(file)"
    func failure(_ number: Int32) -> CommandError {
      .toolFailed("\(path) cannot be written (\(String(cString: strerror(number))))")
    }
    let lock: FolderLock
    do { lock = try FolderLock(making: name) } catch { throw failure(error.failure) }
    defer { withExtendedLifetime(lock) {} }
    let before = try content(of: file)
    var after = before
    change(&after)
    if after == before, FileManager.default.fileExists(atPath: path) { return }
    let number = WholeFile(path: path, isDurable: true).write(after.text)
    if number != 0 { throw failure(number) }
  }
}
