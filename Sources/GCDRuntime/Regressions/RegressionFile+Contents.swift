// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import Glibc

/// A line of a regression file.
package enum RegressionLine: Sendable, Equatable {
  case schedule(SavedSchedule)
  /// Not a line of this version; kept as it is.
  case unreadable(reason: String)

  init(_ text: String) {
    do {
      let header = try JSONLine.decode(Header.self, from: text)
      if header.format > SavedSchedule.newestFormat {
        self = .unreadable(reason: "it was written by gcdcheck \(header.tool), which is newer")
      } else {
        self = .schedule(try JSONLine.decode(SavedSchedule.self, from: text))
      }
    } catch {
      self = .unreadable(reason: "it is damaged")
    }
  }

  private struct Header: Decodable {
    var format: Int
    var tool: String
  }
}

extension RegressionFile {
  /// The lines of the file with their numbers, from 1; none where there is no file.
  package func read() -> [(number: Int, line: RegressionLine)] {
    zip(1..., texts()).map { ($0, RegressionLine($1)) }
  }

  /// Adds schedules; one of a finding that is in the file already takes its place.
  ///
  /// A reader of the file sees it either before or after; processes that add at the same time wait
  /// for each other.
  ///
  /// - Parameter outdated: The number of the line that a schedule of the same finding makes worthless.
  /// - Returns: The numbers of the lines that hold the schedules. Some may have been there: a run that
  ///   was killed after it had added them is resumed from before.
  package func add(
    _ schedules: [SavedSchedule], replacing outdated: Int? = nil
  ) throws(RegressionFileProblem) -> [Int] {
    let lock: FolderLock
    do { lock = try FolderLock(making: "\(root)/\(folder)") } catch { throw problem(error.failure) }
    defer { withExtendedLifetime(lock) {} }

    var lines = texts()
    var numbers: [Int] = []
    var isChanged = false
    for schedule in schedules {
      guard let text = try? JSONLine.encode(schedule) else { continue }
      let known = lines.firstIndex { line in
        guard case .schedule(let other) = RegressionLine(line) else { return false }
        return other.test == schedule.test && other.signature == schedule.signature
      }
      let place = known ?? outdated.flatMap { lines.indices.contains($0 - 1) ? $0 - 1 : nil }
      if let place {
        isChanged = isChanged || lines[place] != text
        lines[place] = text
        numbers.append(place + 1)
      } else {
        isChanged = true
        lines.append(text)
        numbers.append(lines.count)
      }
    }
    if isChanged {
      let failure = WholeFile(path: path, isDurable: true).write(lines.map { $0 + "\n" }.joined())
      if failure != 0 { throw problem(failure) }
    }
    return numbers
  }

  private func texts() -> [String] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func problem(_ failure: Int32) -> RegressionFileProblem {
    RegressionFileProblem(file: shown, reason: String(cString: strerror(failure)))
  }
}
#endif
