// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One source file of the package, read once: its text, and the same lines without comments and string
/// contents.
struct SourceFile: Sendable {
  /// From the package's root, with `/`: `Sources/GCDModel/Group.swift`.
  let path: String
  let lines: [Substring]
  /// `lines` with comments and the contents of string literals replaced by spaces.
  let code: [String]
  /// What of each line belongs to a comment, with the marks that begin it; empty where there is none.
  let comments: [String]
  /// What is inside the quotes of each string literal.
  let literals: [Passage]

  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    let parts = CodeOnly(text, lines: lines.count)
    code = parts.code
    comments = parts.comments
    literals = parts.literals
  }

  /// The folder below `Sources` or `Tests`: `GCDModel`.
  var target: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  var isSwift: Bool { path.hasSuffix(".swift") }

  /// Read by users as it is: an article, a page of `gcdcheck explain`.
  var isPage: Bool { path.hasSuffix(".md") || path.hasSuffix(".txt") }

  /// Comments on consecutive lines, as one text.
  var remarks: [Passage] {
    var found: [Passage] = []
    var isOpen = false
    for (index, comment) in comments.enumerated() {
      if comment.isEmpty {
        isOpen = false
      } else if isOpen {
        found[found.count - 1].text += "\n" + comment
      } else {
        found.append(Passage(line: index + 1, text: comment))
        isOpen = true
      }
    }
    return found
  }

  /// Part of a shipped target, not of its tests.
  var isShipped: Bool { path.hasPrefix("Sources/") || path.hasPrefix("Plugins/") }
}

/// One broken rule at one place; `description` reads like a compiler's error.
struct Violation: Equatable, CustomStringConvertible {
  var path: String
  /// From 1.
  var line: Int
  var rule: String

  var description: String { "\(path):\(line): error: \(rule)" }

  init(_ file: SourceFile, line: Int, _ rule: String) {
    path = file.path
    self.line = line
    self.rule = rule
  }
}
