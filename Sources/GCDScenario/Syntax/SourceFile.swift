// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The text of a scenario file, by line.
struct SourceFile: Sendable {
  let path: String
  let text: String
  let lines: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }

  /// The line with this number, counted from 1; empty beyond the end.
  func line(_ number: Int) -> String {
    lines.indices.contains(number - 1) ? lines[number - 1] : ""
  }
}
