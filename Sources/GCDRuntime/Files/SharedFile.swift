// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file to whose end several processes add whole pieces of text.
package struct SharedFile: Sendable {
  /// As the user wrote it.
  package let path: String

  package init(path: String) { self.path = path }

  /// Why nothing was added, as the system says it.
  package struct Problem: Error, Sendable {
    package var reason: String
  }

  /// Adds a piece; processes that add at the same time wait for each other.
  ///
  /// - Parameters:
  ///   - limit: Bytes that the file may hold afterwards; nil = any number.
  ///   - replaces: Asked with the first line of what is there; true drops all of it first.
  /// - Returns: Whether there was room.
  /// - Throws: `Problem`.
  @discardableResult
  package func add(
    _ text: String, limit: Int? = nil, replacing replaces: (String) -> Bool = { _ in false }
  ) throws(Problem) -> Bool {
    let descriptor = uninterrupted { open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw lastProblem }
    defer { close(descriptor) }
    guard uninterrupted({ flock(descriptor, LOCK_EX) }) == 0 else { throw lastProblem }
    if let first = firstLine(of: descriptor), replaces(first) {
      guard uninterrupted({ ftruncate(descriptor, 0) }) == 0 else { throw lastProblem }
    }
    if let limit, lseek(descriptor, 0, SEEK_END) + text.utf8.count > limit { return false }
    let before = lseek(descriptor, 0, SEEK_END)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let problem = lastProblem
        // Half a piece would spoil what others add.
        if before >= 0 { _ = uninterrupted { ftruncate(descriptor, before) } }
        throw problem
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// As much of it as tells what the file is; nil where the file is empty.
  private func firstLine(of descriptor: Int32) -> String? {
    var block = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &block, block.count, 0)
    guard count > 0 else { return nil }
    return String(decoding: block[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private var lastProblem: Problem { Problem(reason: String(cString: strerror(errno))) }
}

extension SharedFile {
  /// Adds to the summary of a step of GitHub Actions, of which nothing above 1 MiB is shown.
  ///
  /// - Returns: Whether there was room.
  /// - Throws: `Problem`.
  package func add(summaryOf events: [ReportEvent]) throws(Problem) -> Bool {
    try add(SummaryRenderer.render(events), limit: 1 << 20)
  }
}
