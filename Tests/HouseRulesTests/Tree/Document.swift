// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One text in Markdown: the README, an article of the documentation.
struct Document: Sendable {
  /// From the package's root, with `/`.
  let path: String
  /// What follows the marks of each heading.
  let headings: [String]
  /// The numbers of its numbered items.
  let items: Set<Int>
  /// The whole text as it compares: lower case, single spaces, without marks of emphasis and code.
  private let plain: String

  init(path: String, text: String) {
    self.path = path
    let lines = text.split(separator: "\n")
    headings = lines.filter { $0.hasPrefix("#") }.map { line in
      String(line.drop { $0 == "#" }.drop { $0 == " " })
    }
    items = Set(lines.compactMap { $0.prefixMatch(of: #/(\d+)\. /#).flatMap { Int($0.1) } })
    plain = Self.plain(text)
  }

  /// `Libdispatch.md`.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// Whether a comment means this one: by the name of the file without its ending, or by the title.
  func isCalled(_ words: String) -> Bool { name == words + ".md" || headings.first == words }

  /// Whether a section has this number: `2.2`.
  func hasSection(_ number: String) -> Bool {
    headings.contains { $0.hasPrefix(number + " ") || $0.hasPrefix(number + ". ") }
  }

  func says(_ words: String) -> Bool { plain.contains(Self.plain(words)) }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !"*`".contains($0) }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
