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

  /// Whether what is at a location is executed at most once by an `if`, as far as its line, or the nearest
  /// line before that is indented less, says so.
  package static func isInCondition(_ location: CodeLocation) -> Bool {
    guard let contents = read(location.file) else { return false }
    let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(location.line - 1) else { return false }
    let own = lines[location.line - 1]
    let before = location.column > 0 ? own.prefix(location.column - 1) : own
    if let isOnce = isCondition(before) { return isOnce }
    let indentation = own.prefix { $0 == " " || $0 == "\t" }.count
    let outer = lines[..<(location.line - 1)].last { line in
      let start = line.prefix { $0 == " " || $0 == "\t" }.count
      return start < indentation && start < line.count
    }
    return outer.flatMap(isCondition) ?? false
  }

  /// Nil where a line has neither a loop nor a condition.
  private static func isCondition(_ line: Substring) -> Bool? {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    if words.contains(where: { ["while", "for", "repeat", "do"].contains($0) }) { return false }
    return words.contains("if") ? true : nil
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
