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

  /// Writes `text` beside the file and renames it into place; pipes and devices are written directly. Where
  /// the path is a symbolic link, the file behind it is written.
  func write(_ text: String) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try writeDirectly(text)
    }
    let target = Self.target(of: path)
    let draft = "\(target).\(getpid()).partial"
    var descriptor = Self.openNew(draft)
    if descriptor < 0, errno == EEXIST {
      // A process of the same number has left it.
      unlink(draft)
      descriptor = Self.openNew(draft)
    }
    guard descriptor >= 0 else { throw refusal(errno) }
    var failure = StandardStream.write(text, to: descriptor)
    // Some file systems find out at the end that there is no room.
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, rename(draft, target) != 0 { failure = errno }
    if failure != 0 {
      unlink(draft)
      throw refusal(failure)
    }
  }

  /// A pipe that nobody reads is an error: to wait for a reader could take for ever.
  private func writeDirectly(_ text: String) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno != ENXIO { throw refusal(errno) }
      throw Refusal.toolFailed("\(purpose): nobody reads the pipe \"\(path)\"; start its reader first")
    }
    var failure = StandardStream.write(text, to: descriptor)
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure != 0 { throw refusal(failure) }
  }

  /// Nobody else's file, and none that a link leads to.
  private static func openNew(_ path: String) -> Int32 {
    open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
  }

  /// What symbolic links lead to, whether it is there or not.
  private static func target(of path: String) -> String {
    var target = path
    let mostLinks = 40
    for _ in 0..<mostLinks {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else { break }
      let folder = (target as NSString).deletingLastPathComponent
      target = next.hasPrefix("/") || folder.isEmpty ? next : "\(folder)/\(next)"
    }
    return target
  }

  private func refusal(_ code: Int32) -> Refusal {
    Refusal.toolFailed(
      "\(purpose): \"\(path)\" cannot be written (\(String(cString: strerror(code)))); name another path")
  }
}
