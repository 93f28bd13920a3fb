// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// What a terminal of 100 columns shows of the texts that are kept as golden files.
@Suite struct TextWidthTests {
  private static let widest = 100

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
  }

  /// The golden files of text reports: one for each sample, those of whole runs, those of `explain`.
  private static var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let machines = ["dot", "github", "html", "jsonl", "junit", "sarif", "summary"]
    return all.filter { name in name.hasSuffix(".txt") && !machines.contains { name.hasSuffix(".\($0).txt") }
    }
    .sorted()
  }

  @Test func thereAreTexts() { #expect(TextWidthTests.names.count > Sample.all.count) }

  @Test(arguments: names) func textKeepsToItsColumns(name: String) throws {
    let text = try String(contentsOf: TextWidthTests.folder.appendingPathComponent(name), encoding: .utf8)
    for line in text.split(separator: "\n") where line.count > TextWidthTests.widest {
      #expect(mayBeLonger(line), "\(line.count) columns: \(line)")
    }
  }

  /// Line 1 of a finding is one line for those who search for it; a command is one line for those who copy
  /// it; and what cannot be broken is not: a name or a path that is too long by itself.
  private func mayBeLonger(_ line: Substring) -> Bool {
    let isHeadline = [": error: GCD", ": warning: GCD", ": note: GCD"].contains { line.contains($0) }
    let isCommand = line.hasPrefix("replay: ") || line.hasPrefix("gcdcheck: ")
    let longestWord = line.split(separator: " ").map(\.count).max() ?? 0
    return isHeadline || isCommand || longestWord > TextWidthTests.widest / 2
  }
}
