// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Comments of shipped code name types and operations: a sentence's subject is a task, a lane, a worker
/// process, and its verb is what that does. Words that turn threads into persons, or say less than the
/// field's own terms, are violations.
enum ProseRules {
  /// Each with what says it better.
  static let words: [String: String] = [
    "nobody": "no task, no code", "somebody": "a task, another process", "anybody": "any task",
    "everybody": "every task", "whoever": "the type that does it",
    "told": "reported, notified, derived", "stands": "is", "stood": "was",
    "goes on": "continues", "go on": "continue", "gone on": "continued", "went on": "continued",
    "beside": "next to", "lies": "is", "for ever": "forever", "in vain": "without success",
    "he": "its type", "him": "its type", "his": "its type", "she": "its type",
  ]

  static func check(_ file: SourceFile) -> [Violation] {
    guard file.isShipped else { return [] }
    var found: [Violation] = []
    for (index, comment) in file.comments.enumerated() where !comment.isEmpty {
      let text = plain(comment)
      for (place, word) in text.enumerated() {
        let phrase = place + 1 < text.count ? "\(word) \(text[place + 1])" : ""
        for wrong in [word, phrase] {
          guard let instead = words[wrong] else { continue }
          found.append(Violation(file, line: index + 1, "\"\(wrong)\" in a comment; say: \(instead)"))
        }
      }
    }
    return found
  }

  /// The words of a comment in lower case; what is set in backquotes, and so names code, is left out.
  private static func plain(_ comment: String) -> [String] {
    var isCode = false
    return comment.lowercased().utf8.split { unit in
      if unit == UInt8(ascii: "`") { isCode.toggle() }
      return isCode || !(unit == UInt8(ascii: "_") || unit >= UInt8(ascii: "a"))
    }.compactMap(String.init)
  }
}
