// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Takes comments and the contents of string literals out of Swift or C text, so that rules read code only,
/// and keeps the comments for rules about them.
///
/// Knows line and nested block comments, strings, multi-line strings and raw strings with one `#`. Code
/// inside an interpolation counts as content of its string. Character and regex literals are rare enough to
/// be left alone.
enum CodeOnly {
  private enum State: Equatable {
    case code
    case lineComment
    case blockComment(depth: Int)
    case string(end: String, raw: Bool)
  }

  /// The lines of `text`, each as long as it was, and the comments in them; `count` of both.
  static func lines(of text: String, count: Int) -> (code: [String], comments: [String]) {
    var code: [String] = []
    var comments: [String] = []
    var state = State.code
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(count) {
      if state == .lineComment { state = .code }
      if case .string(let end, _) = state, !end.hasPrefix("\"\"\"") { state = .code }
      let parts = strip(Array(line), &state)
      code.append(parts.code)
      comments.append(parts.comment)
    }
    return (code, comments)
  }

  private static func strip(_ line: [Character], _ state: inout State) -> (code: String, comment: String) {
    var kept = ""
    var comment = ""
    var index = 0
    func at(_ text: String) -> Bool { line[index...].starts(with: text) }
    func skip(_ count: Int) {
      let end = min(index + count, line.count)
      switch state {
      case .lineComment, .blockComment: comment += String(line[index..<end])
      default: break
      }
      kept += String(repeating: " ", count: end - index)
      index = end
    }
    while index < line.count {
      switch state {
      case .code:
        if at("//") {
          state = .lineComment
        } else if at("/*") {
          state = .blockComment(depth: 1)
          skip(2)
        } else if let opening = ["#\"\"\"", "\"\"\"", "#\"", "\""].first(where: at) {
          let raw = opening.hasPrefix("#")
          let quotes = String(opening.drop { $0 == "#" })
          state = .string(end: raw ? quotes + "#" : quotes, raw: raw)
          skip(opening.count)
        } else {
          kept.append(line[index])
          index += 1
        }
      case .lineComment:
        skip(line.count)
      case .blockComment(let depth):
        if at("*/") {
          state = depth == 1 ? .code : .blockComment(depth: depth - 1)
          skip(2)
        } else if at("/*") {
          state = .blockComment(depth: depth + 1)
          skip(2)
        } else {
          skip(1)
        }
      case .string(let end, let raw):
        if !raw, line[index] == "\\" {
          skip(2)
        } else if at(end) {
          state = .code
          skip(end.count)
        } else {
          skip(1)
        }
      }
    }
    return (kept, comment)
  }
}
