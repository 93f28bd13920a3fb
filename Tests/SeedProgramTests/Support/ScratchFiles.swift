// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Files of a program under test, in a folder of their own that goes with them.
final class ScratchFiles {
  private let folder: String

  init() {
    let unique = String(repeating: "X", count: 6)  // what mkdtemp puts its own letters in place of
    var path = Array((NSTemporaryDirectory() + "gcdcheck-scratch-" + unique).utf8CString)
    folder = path.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Writes a file; returns its path.
  @discardableResult
  func make(_ name: String, _ bytes: [UInt8]) -> String {
    let descriptor = open(path(name), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    return path(name)
  }

  /// What a file holds now; nil where there is none.
  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(name)).map { Array($0) }
  }
}

/// Bytes that tell where they belong.
func pattern(_ count: Int, startingAt start: Int = 0) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: (start + $0) &* 31 &+ 7) }
}
