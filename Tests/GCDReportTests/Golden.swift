// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import Testing

/// Compares text with `Golden/<name>`; with GCDCHECK_REFRESH_GOLDEN=1 it writes the file instead, to be read
/// in a diff.
func expectGolden(
  _ actual: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden").appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["GCDCHECK_REFRESH_GOLDEN"] == "1" {
    try Data(actual.utf8).write(to: url)
    return
  }
  guard let data = try? Data(contentsOf: url) else {
    Issue.record(
      "there is no golden file \(name); make it with GCDCHECK_REFRESH_GOLDEN=1",
      sourceLocation: sourceLocation)
    return
  }
  let expected = String(decoding: data, as: UTF8.self)
  if actual != expected {
    Issue.record(
      "\(name) differs (- expected, + actual):\n\(lineDifference(expected, actual))",
      sourceLocation: sourceLocation)
  }
}

/// Both texts in one list, with a sign before each line that only one of them has.
func lineDifference(_ expected: String, _ actual: String) -> String {
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let new = actual.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let difference = new.difference(from: old)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in difference {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [String] = []
  var oldIndex = 0
  var newIndex = 0
  while oldIndex < old.count || newIndex < new.count {
    if oldIndex < old.count, removed.contains(oldIndex) {
      lines.append("- " + old[oldIndex])
      oldIndex += 1
    } else if newIndex < new.count, inserted.contains(newIndex) {
      lines.append("+ " + new[newIndex])
      newIndex += 1
    } else {
      lines.append("  " + old[oldIndex])
      oldIndex += 1
      newIndex += 1
    }
  }
  return lines.joined(separator: "\n")
}
