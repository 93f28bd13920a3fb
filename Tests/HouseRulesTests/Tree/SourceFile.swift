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

  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    (code, comments) = CodeOnly.lines(of: text, count: lines.count)
  }

  /// The folder below `Sources` or `Tests`: `GCDModel`.
  var target: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  var isSwift: Bool { path.hasSuffix(".swift") }

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
