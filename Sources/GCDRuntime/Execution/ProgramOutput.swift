// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
/// What a scenario prints in one schedule: the beginning, and how much more there was.
struct ProgramOutput {
  private static let mostLines = 1_000
  private static let mostBytes = 200_000

  /// At most `mostLines` lines of `mostBytes` bytes together.
  private var kept: [String] = []
  private var bytes = 0
  private var omitted = 0

  var isEmpty: Bool { kept.isEmpty && omitted == 0 }

  mutating func append(_ line: String) {
    guard omitted == 0, kept.count < Self.mostLines, bytes + line.utf8.count <= Self.mostBytes else {
      omitted += 1
      return
    }
    bytes += line.utf8.count
    kept.append(line)
  }

  mutating func removeAll() {
    kept.removeAll(keepingCapacity: true)
    bytes = 0
    omitted = 0
  }

  /// In order; what was not kept is counted in a last line.
  var lines: [String] {
    omitted == 0 ? kept : kept + ["... and \(omitted) further \(omitted == 1 ? "line" : "lines")"]
  }
}
#endif
