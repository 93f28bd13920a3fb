// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A file that is either the old one or the whole new one, also for a reader that looks at the wrong moment.
struct AtomicFile {
  let path: String
  /// What asked for the file, as errors name it: an option.
  var purpose = "--report"

  /// Makes the folder of the file, so that a bad path is refused before the work and not after it.
  func prepare() throws {
    var isFolder: ObjCBool = false
    let folder = (path as NSString).deletingLastPathComponent
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw Refusal.usage("\(purpose): \"\(path)\" is a folder; name a file in it")
    }
    guard !folder.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Refusal.toolFailed(
        "\(purpose): the folder \"\(folder)\" cannot be made; name a path that can be written")
    }
  }

  /// Writes `text` beside the file and renames it into place; pipes and devices are written directly.
  func write(_ text: String) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_APPEND)
      guard descriptor >= 0 else { throw refusal(errno) }
      StandardStream(descriptor: descriptor).put(text)
      close(descriptor)
      return
    }
    let draft = "\(path).\(getpid()).partial"
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: draft))
    } catch {
      unlink(draft)
      throw refusal(errno)
    }
    guard rename(draft, path) == 0 else {
      let reason = errno
      unlink(draft)
      throw refusal(reason)
    }
  }

  private func refusal(_ code: Int32) -> Refusal {
    Refusal.toolFailed(
      "\(purpose): \"\(path)\" cannot be written (\(String(cString: strerror(code)))); name another path")
  }
}
