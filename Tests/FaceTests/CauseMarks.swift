// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// The lines of the face programs that say `// cause`.
enum CauseMarks {
  /// The marked line of a program: in its pair, or where it is named with the mark.
  static func line(of program: String) throws -> Int {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("GCDProcessTests/Packages/faces/Sources/FacePrograms/Causes.swift")
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    if let named = lines.firstIndex(where: { $0.hasSuffix("// cause of \(program)") }) { return named + 1 }
    let start = try #require(lines.firstIndex { $0.contains("pair(\"\(program)\",") })
    let mark = try #require(lines[start...].firstIndex { $0.hasSuffix("// cause") })
    return mark + 1
  }
}
