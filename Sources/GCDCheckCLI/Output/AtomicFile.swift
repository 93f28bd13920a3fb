// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime

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
      throw CommandError.usage("\(purpose): \"\(path)\" is a folder; name a file in it")
    }
    guard !folder.isEmpty else { return }
    let failure = FolderPath(path: folder).make()
    if failure != 0 {
      throw CommandError.toolFailed(
        "\(purpose): the folder \"\(folder)\" cannot be made (\(String(cString: strerror(failure)))); "
          + "name a path that can be written")
    }
  }

  /// Writes all of the file, or leaves the old one; pipes and devices are written directly. Where the path is
  /// a symbolic link, the file behind it is written.
  func write(_ text: String) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try writeDirectly(text)
    }
    let failure = WholeFile(path: Self.target(of: path)).write(text)
    if failure != 0 { throw refusal(failure) }
  }

  /// A pipe that no code reads is an error: to wait for a reader could take forever.
  private func writeDirectly(_ text: String) throws {
    let descriptor = uninterrupted { open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else {
      if errno != ENXIO { throw refusal(errno) }
      throw CommandError.toolFailed(
        "\(purpose): no process reads the pipe \"\(path)\"; start its reader first")
    }
    var failure = StandardStream.write(text, to: descriptor)
    if !closed(descriptor), failure == 0 { failure = errno }
    if failure != 0 { throw refusal(failure) }
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

  private func refusal(_ code: Int32) -> CommandError {
    CommandError.toolFailed(
      "\(purpose): \"\(path)\" cannot be written (\(String(cString: strerror(code)))); name another path")
  }
}
