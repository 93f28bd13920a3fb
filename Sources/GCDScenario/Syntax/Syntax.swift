// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// A YAML value with the place where it begins; the only form in which the reader sees YAML.
struct Syntax: Sendable {
  indirect enum Content: Sendable {
    case scalar(String, quoted: Bool)
    case sequence([Syntax])
    case mapping([Entry])
  }

  /// A key that is plain text, and its value.
  struct Entry: Sendable {
    let key: String
    let keyPosition: SourcePosition
    let value: Syntax
  }

  let content: Content
  let position: SourcePosition

  /// The text of a scalar that is not empty; nil for everything else.
  var text: String? {
    guard case .scalar(let text, let quoted) = content, quoted || !text.isEmpty else { return nil }
    return text
  }

  /// The key is written, but nothing follows it.
  var isEmpty: Bool {
    guard case .scalar(let text, quoted: false) = content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  /// What kind of value it is, for messages.
  var kindName: String {
    switch content {
    case .scalar(let text, _): isEmpty ? "nothing" : "\"\(text.bounded(to: Bound.name))\""
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

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
