// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Texts of what is shipped name types and operations: a sentence's subject is a task, a lane, a worker
/// process, and its verb is what that does. Words that turn threads into persons, or say less than the
/// field's own terms, are violations: in comments, in string literals, and in pages.
enum ProseRules {
  /// Each with what says it better.
  static let words: [String: String] = [
    "nobody": "no task, no code", "somebody": "a task, another process", "anybody": "any task",
    "everybody": "every task", "whoever": "the type that does it",
    "told": "reported, notified, derived", "stands": "is", "stood": "was",
    "goes on": "continues", "go on": "continue", "gone on": "continued", "went on": "continued",
    "going on": "continuing",
    "beside": "next to", "lies": "is", "for ever": "forever", "in vain": "without success",
    "he": "its type", "him": "its type", "his": "its type", "she": "its type",
  ]

  static func check(_ file: SourceFile) -> [Violation] {
    guard file.isShipped else { return [] }
    if file.isPage {
      return check(Passage(line: 1, text: file.lines.joined(separator: "\n")), "a page", of: file)
    }
    // A literal without a space names a case, a key or a participant.
    let sentences = file.literals.filter { $0.text.contains(where: \.isWhitespace) }
    return file.remarks.flatMap { check($0, "a comment", of: file) }
      + sentences.flatMap { check($0, "a string", of: file) }
  }

  private static func check(_ passage: Passage, _ kind: String, of file: SourceFile) -> [Violation] {
    let text = plain(passage)
    return zip(text, text.dropFirst() + [("", 0)]).flatMap { word, next in
      [word.text, "\(word.text) \(next.text)"].compactMap { wrong in
        words[wrong].map { Violation(file, line: word.line, "\"\(wrong)\" in \(kind); say: \($0)") }
      }
    }
  }

  /// Its words in lower case, with their lines; what is set in backquotes, and so names code, is left out.
  private static func plain(_ passage: Passage) -> [(text: String, line: Int)] {
    var isCode = false
    let lines = passage.text.lowercased().split(separator: "\n", omittingEmptySubsequences: false)
    return zip(passage.line..., lines).flatMap { number, line in
      line.utf8.split { unit in
        if unit == UInt8(ascii: "`") { isCode.toggle() }
        return isCode || !(unit == UInt8(ascii: "_") || unit >= UInt8(ascii: "a"))
      }.compactMap { word in String(word).map { (text: $0, line: number) } }
    }
  }
}
