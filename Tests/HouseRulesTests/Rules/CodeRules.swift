// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What code may not do without saying why, or not at all outside of its room.
enum CodeRules {
  /// Files of shipped targets whose job it is to write to the terminal.
  static func mayPrint(_ file: SourceFile) -> Bool {
    ["GCDCheckCLI", "GCDCheck"].contains(file.target)
      && ["Output", "Console", "Line"].contains { file.name.contains($0) }
  }

  static func check(_ file: SourceFile) -> [Violation] {
    file.isSwift ? prints(file) + unsafeStates(file) + newSymbols(file) : []
  }

  /// What the preload library consists of: one build of it enters processes with any runtime since 6.0.
  private static let preloaded = [
    "GCDCheckPreload", "GCDModel", "GCDProcess", "GCDReport", "GCDRuntime", "GCDSchedule", "GCDVocabulary",
  ]

  /// Since 6.2 enumerated sequences are collections, and what a collection can do is then taken from a
  /// conformance that older runtimes lack: the library would not even load there.
  static func newSymbols(_ file: SourceFile) -> [Violation] {
    guard preloaded.contains(file.target), file.isShipped else { return [] }
    let members = [".map", ".indices", ".count", ".last", ".isEmpty", ".reversed()", ".dropFirst", ".prefix"]
    return file.code.indices.compactMap { index in
      let line = file.code[index].filter { $0 != " " }
      // A chain may go on in the next line.
      let next = index + 1 < file.code.count ? file.code[index + 1].filter { $0 != " " } : ""
      let chain = line.hasSuffix(".enumerated()") ? line + next : line
      guard let member = members.first(where: { chain.contains(".enumerated()\($0)") }) else { return nil }
      return Violation(file, line: index + 1, "enumerated()\(member) needs the runtime of 6.2; write a loop")
    }
  }

  static func prints(_ file: SourceFile) -> [Violation] {
    guard file.isShipped, !mayPrint(file) else { return [] }
    return file.code.enumerated().flatMap { index, line in
      ["print(", "debugPrint(", "dump("].filter { calls($0, in: line) }.map {
        Violation(file, line: index + 1, "\($0)…) outside of the files that write to the terminal")
      }
    }
  }

  /// `name` stands for itself: not part of a longer name, not a method of something, not a declaration.
  private static func calls(_ name: String, in line: String) -> Bool {
    var rest = line[...]
    while let range = rest.firstRange(of: name) {
      let before = rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
      if before.hasSuffix("func ") || before.hasSuffix("case ") { continue }
      if let last = before.last, last.isPartOfName || last == "." { continue }
      return true
    }
    return false
  }

  /// State that the compiler cannot check carries the rule that makes it safe, in a comment directly above.
  static func unsafeStates(_ file: SourceFile) -> [Violation] {
    file.code.indices.compactMap { index in
      let marks = ["nonisolated(unsafe)", "@unchecked Sendable"]
      guard let mark = marks.first(where: file.code[index].contains) else { return nil }
      var above = index - 1
      // Further unsafe declarations and attributes may share the comment above them.
      while above >= 0 {
        let code = file.code[above].drop { $0 == " " }
        guard code.hasPrefix("@") || marks.contains(where: code.contains) else { break }
        above -= 1
      }
      let comment = above >= 0 ? file.lines[above].drop { $0 == " " } : ""
      if comment.hasPrefix("//") || comment.hasSuffix("*/") { return nil }
      return Violation(file, line: index + 1, "\(mark) without a comment above that says why it is safe")
    }
  }
}
