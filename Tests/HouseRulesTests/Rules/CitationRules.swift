// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A comment cites no document that is not in the repository, and no place that is not in the document.
///
/// A citation is the name of a file in Markdown, with numbers of sections, `fact N` or words of it in quotes
/// behind it; a link of DocC; the word "article" with a title in quotes; or a name in capitals before the
/// word "section".
enum CitationRules {
  static func check(_ file: SourceFile, _ documents: [Document]) -> [Violation] {
    comments(of: file).flatMap { comment in
      check(comment.text, documents).map { Violation(file, line: comment.line, $0) }
    }
  }

  /// Comments on consecutive lines are one text, as a citation may go over the end of a line.
  private static func comments(of file: SourceFile) -> [(line: Int, text: String)] {
    var found: [(line: Int, text: String)] = []
    var isOpen = false
    let isScript = file.path.hasPrefix(".ci/")
    for (index, line) in (isScript ? file.lines.map(String.init) : file.comments).enumerated() {
      let start = line.drop { $0 == " " }
      let words = start.drop { "/*!# ".contains($0) }
      if words.isEmpty || isScript && start.first != "#" {
        isOpen = false
      } else if isOpen {
        found[found.count - 1].text += " " + words
      } else {
        found.append((index + 1, String(words)))
        isOpen = true
      }
    }
    let marks = [".md", "<doc:", "article", " section"]
    return found.filter { comment in marks.contains(where: comment.text.contains) }
  }

  private static func check(_ text: String, _ documents: [Document]) -> [String] {
    var rules: [String] = []
    for match in text.matches(of: #/([A-Za-z][\w-]*\.md)\b((?:[ ,;]+(?:fact \d+|\d+\.\d+|\d+|"[^"]+"))*)/#) {
      let named = documents.filter { $0.name == match.1 }
      if named.isEmpty { rules.append("cites \(match.1), which is not in the repository") }
      guard let first = named.first else { continue }
      rules += places(String(match.2), in: first)
    }
    let names =
      text.matches(of: #/<doc:([\w-]+)>/#).map { String($0.1) }
      + text.matches(of: #/\barticle "([^"]+)"/#).map { String($0.1) }
      + text.matches(of: #/\b([A-Z]{3,}) section\b/#).map { String($0.1) }
    for name in names where !documents.contains(where: { $0.isCalled(name) }) {
      rules.append("cites \(name), which is not in the repository")
    }
    return rules
  }

  private static func places(_ text: String, in document: Document) -> [String] {
    text.matches(of: #/fact (\d+)|"([^"]+)"|(\d+(?:\.\d+)?)/#).compactMap { place in
      let isThere =
        if let fact = place.1 {
          document.items.contains(Int(fact) ?? 0)
        } else if let words = place.2 {
          document.says(String(words))
        } else {
          document.hasSection(String(place.3 ?? ""))
        }
      return isThere ? nil : "cites \(place.0) of \(document.name), which does not have it"
    }
  }
}
