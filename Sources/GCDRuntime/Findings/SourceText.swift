// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import Glibc

/// Source files as they are on this machine, for the line that a report points at.
package enum SourceText {
  /// Larger files are not read: a report must not wait for them.
  private static let mostBytes = 4 << 20

  /// The line at a location with a mark under its column; nil where the file cannot be read.
  package static func excerpt(at location: CodeLocation) -> SourceExcerpt? {
    guard let contents = read(location.file) else { return nil }
    return SourceExcerpt(of: contents, at: location)
  }

  private static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      status.st_size <= mostBytes
    else { return nil }
    let size = Int(status.st_size)
    return String(unsafeUninitializedCapacity: size) { buffer in
      var filled = 0
      while filled < size {
        let count = Glibc.read(descriptor, buffer.baseAddress! + filled, size - filled)
        if count <= 0 { break }
        filled += count
      }
      return filled
    }
  }
}
#endif
