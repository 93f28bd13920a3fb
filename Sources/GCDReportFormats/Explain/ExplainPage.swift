// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// One page of `gcdcheck explain`: the same parts in the same order for each code.
struct ExplainPage {
  var code: FindingCode
  /// What the code says about a program.
  var meaning: String
  /// The smallest program that shows it.
  var program: String
  /// The same program, put right.
  var corrected: String
  /// What the real library does with that program on Linux.
  var onLinux: String
  var fix: String
  /// A belief that is often met in articles and does not hold for this library.
  var oftenRead: String?
  var related: [FindingCode]

  /// Reads an article; all have the same headings.
  init(code: FindingCode, article: String) {
    var sections: [Substring: String] = [:]
    for section in article.dropLast().split(separator: "\n\n## ").dropFirst() {
      let parts = section.split(separator: "\n\n", maxSplits: 1)
      sections[parts[0]] = String(parts[1])
    }
    func program(_ heading: Substring) -> String {
      String((sections[heading] ?? "").dropFirst("```swift\n".count).dropLast("\n```".count))
    }
    self.code = code
    meaning = sections["What it means"] ?? ""
    self.program = program("The smallest program that shows it")
    corrected = program("Put right")
    onLinux = sections["On Linux"] ?? ""
    fix = sections["What to do"] ?? ""
    oftenRead = sections["Often read, but not so"]
    let links = (sections["See Also"] ?? "").split(separator: "\n")
    related = links.compactMap { FindingCode(rawValue: String($0.dropFirst("- <doc:".count).dropLast())) }
  }

  /// The page as it is printed; ends with a line break.
  var text: String {
    var page = TextPage(width: 92)
    page.line("\(code.rawValue) \(code.slug)  (\(code.defaultSeverity.rawValue))")
    page.line(code.title.capitalizedFirst + ".")
    page.gap()
    ExplainPage.addParagraphs(meaning, to: &page)
    page.gap()
    for (title, program) in [("The smallest program that shows it", program), ("Put right", corrected)] {
      page.line("\(title):")
      page.gap()
      for line in program.split(separator: "\n", omittingEmptySubsequences: false) {
        page.line(line.isEmpty ? "" : "    \(line)")
      }
      page.gap()
    }
    for (title, text) in [
      ("On Linux", onLinux), ("What to do", fix), ("Often read, but not so", oftenRead ?? ""),
    ]
    where !text.isEmpty {
      page.gap()
      page.line("\(title):")
      ExplainPage.addParagraphs(text, to: &page)
    }
    if !related.isEmpty {
      page.gap()
      page.line("Related:")
      page.table(related.map { [$0.rawValue, $0.slug, $0.title] }, indent: 2)
    }
    return page.lines.joined(separator: "\n") + "\n"
  }

  /// Paragraphs are separated by empty lines; within one, line ends are spaces, but "- " begins an item.
  private static func addParagraphs(_ text: String, to page: inout TextPage) {
    var paragraph = ""
    func label(_ text: String) -> String { text.hasPrefix("- ") ? "  - " : "  " }
    func withoutMark(_ text: String) -> String { text.hasPrefix("- ") ? String(text.dropFirst(2)) : text }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix("- "), !paragraph.isEmpty {
        page.prose(label(paragraph), withoutMark(paragraph))
        paragraph = ""
      }
      if line.isEmpty { page.gap() } else { paragraph += paragraph.isEmpty ? line : " " + line }
    }
    if !paragraph.isEmpty { page.prose(label(paragraph), withoutMark(paragraph)) }
    page.gap()
  }
}

/// A page for places that show Markdown.
extension ExplainPage {
  /// What the code says about a program, in short.
  var firstParagraph: String {
    let lines = meaning.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    return lines.joined(separator: " ")
  }

  /// The same parts in the same order as the text of the page.
  var markdown: String {
    var parts = ["**\(code.title.capitalizedFirst).**", meaning]
    parts.append("The smallest program that shows it:\n\n```swift\n\(program)\n```")
    parts.append("**On Linux**\n\n\(onLinux)")
    parts.append("**What to do**\n\n\(fix)")
    if let oftenRead { parts.append("**Often read, but not so**\n\n\(oftenRead)") }
    if !related.isEmpty {
      parts.append("Related: " + related.map { "\($0.rawValue) (\($0.title))" }.joined(separator: "; "))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}
