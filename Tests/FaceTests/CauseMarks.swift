// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// The lines of the face programs that say `// cause`.
enum CauseMarks {
  /// The marked line of a program: in its pair, or where it is named with the mark.
  static func line(of program: String) throws -> Int {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("GCDProcessTests/Packages/faces/Sources/FacePrograms")
    for file in ["Causes.swift", "Sections.swift"] {
      let lines = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      if let named = lines.firstIndex(where: { $0.hasSuffix("// cause of \(program)") }) { return named + 1 }
      guard let start = lines.firstIndex(where: { $0.contains("pair(\"\(program)\",") }) else { continue }
      return try #require(lines[start...].firstIndex { $0.hasSuffix("// cause") }) + 1
    }
    throw NotMarked(program: program)
  }

  private struct NotMarked: Error { let program: String }
}
