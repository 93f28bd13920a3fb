// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Takes comments and the contents of string literals out of Swift, C or JSON text, so that rules read code
/// only, and keeps both for rules about them.
///
/// Knows line and nested block comments, strings, multi-line strings, raw strings with one `#`, and literals
/// inside an interpolation. Code inside one counts as content of its string. Character and regex literals are
/// rare enough to be left alone.
struct CodeOnly {
  private enum State: Equatable {
    case lineComment
    case blockComment(depth: Int)
    /// - Parameter literal: Its place in `literals`.
    case string(end: String, escape: String, literal: Int)
    case interpolation(depth: Int)
  }

  /// The lines of the text, each as long as it was.
  private(set) var code: [String] = []
  private(set) var comments: [String] = []
  private(set) var literals: [Passage] = []

  /// The innermost last; empty in code.
  private var states: [State] = []
  private var line: [Character] = []
  private var index = 0

  /// - Parameter count: The lines to read.
  init(_ text: String, lines count: Int) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(count) {
      self.line = Array(line)
      index = 0
      code.append("")
      comments.append("")
      while index < line.count { step() }
      endLine()
    }
  }

  private mutating func step() {
    switch states.last {
    case .lineComment: take(line.count)
    case .blockComment(let depth):
      if at("*/") {
        take(2)
        states[states.count - 1] = .blockComment(depth: depth - 1)
        if depth == 1 { states.removeLast() }
      } else {
        if at("/*") { states[states.count - 1] = .blockComment(depth: depth + 1) }
        take(at("/*") ? 2 : 1)
      }
    case .string(let end, let escape, let literal):
      if at(escape) {
        let isInterpolation = line[index...].dropFirst(escape.count).first == "("
        literals[literal].text += isInterpolation ? "(_)" : " "
        if isInterpolation { states.append(.interpolation(depth: 0)) }
        blank(escape.count + 1)
      } else if at(end) {
        states.removeLast()
        blank(end.count)
      } else {
        literals[literal].text.append(line[index])
        blank(1)
      }
    case .interpolation(let depth):
      if open() { return }
      if at("(") { states[states.count - 1] = .interpolation(depth: depth + 1) }
      if at(")") { states[states.count - 1] = .interpolation(depth: depth - 1) }
      if at(")"), depth == 0 { states.removeLast() }
      blank(1)
    case nil:
      if open() { return }
      code[code.count - 1].append(line[index])
      index += 1
    }
  }

  /// Begins a comment or a string where one begins here.
  private mutating func open() -> Bool {
    let first = line[index]
    // Most characters begin neither.
    guard first == "/" || first == "\"" || first == "#" else { return false }
    if at("//") {
      states.append(.lineComment)
    } else if at("/*") {
      states.append(.blockComment(depth: 1))
      take(2)
    } else if let opening = ["#\"\"\"", "\"\"\"", "#\"", "\""].first(where: at) {
      let mark = opening.hasPrefix("#") ? "#" : ""
      states.append(
        .string(end: opening.dropFirst(mark.count) + mark, escape: "\\" + mark, literal: literals.count))
      literals.append(Passage(line: code.count, text: ""))
      blank(opening.count)
    } else {
      return false
    }
    return true
  }

  /// Only block comments, strings of many lines and interpolations continue on the next line.
  private mutating func endLine() {
    while let last = states.last {
      switch last {
      case .lineComment: states.removeLast()
      case .string(let end, _, let literal):
        guard end.hasPrefix("\"\"\"") else {
          states.removeLast()
          break
        }
        literals[literal].text += "\n"
        return
      case .blockComment, .interpolation: return
      }
    }
  }

  private func at(_ text: String) -> Bool { line[index...].starts(with: text) }

  private mutating func take(_ count: Int) {
    comments[comments.count - 1] += String(line[index...].prefix(count))
    blank(count)
  }

  private mutating func blank(_ count: Int) {
    let end = min(index + count, line.count)
    code[code.count - 1] += String(repeating: " ", count: end - index)
    index = end
  }
}
