// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How texts of the user's come into a format: scalar by scalar, and through the format's one function.
enum EscapingRules {
  /// The rooms in which texts become a format.
  private static let rooms =
    ["Formats/", "Graph/", "JSON/", "Text/"].map { "Sources/GCDReport/" + $0 }
    + ["Sources/GCDReportFormats/"]

  /// The functions that make a text safe in a format, each in its own file.
  private static let functions = [
    "xmlText(", "xmlAttribute(", "markdownText(", "commandData(", "commandProperty(", "dotString(",
    "dotText(", "lefted(", "mermaidString(", "sarifText(", "sarifURI(", "shellQuoted(",
  ]

  /// Formats in which a text that is put in as it is could be taken for markup.
  private static let markup = ["HTML/", "Graphviz/", "JUnitRenderer", "GitHubRenderer", "SummaryRenderer"]

  /// Members that hold a text of the user's.
  private static let texts = [
    "message", "title", "label", "detail", "participant", "name", "test", "file", "function", "action",
    "phrase",
    "compact", "report", "headline", "summary", "short",
  ]

  static func check(_ file: SourceFile) -> [Violation] {
    guard rooms.contains(where: file.path.hasPrefix) else { return [] }
    return characters(file) + (markup.contains(where: file.path.contains) ? raw(file) : [])
  }

  /// A character may be several scalars, and the one that means something may not be seen among them.
  static func characters(_ file: SourceFile) -> [Violation] {
    file.lines.enumerated().flatMap { index, line -> [Violation] in
      let marks = ["{ character in", "for character in"].filter { line.contains($0) }
      let replaced = ["<", ">", "&", "'", "`", "|", "%", "\\\"", "\\\\", "\\n", "\\u"].filter {
        line.contains(".replacing(\"\($0)")
      }
      return (marks + replaced).map {
        Violation(file, line: index + 1, "escaping by characters (\($0)); use escapingScalars")
      }
    }
  }

  /// A text that stands in a literal without one of the functions around it.
  static func raw(_ file: SourceFile) -> [Violation] {
    file.lines.enumerated().compactMap { index, line in
      // What is wrapped later has a comment that says where.
      if index > 0, file.lines[index - 1].contains("Escaped where") { return nil }
      guard
        interpolations(String(line)).contains(where: { isText($0.code) && !isInside($0.before + $0.code) })
      else { return nil }
      return Violation(file, line: index + 1, "a text goes into the format without its escaping function")
    }
  }

  private static func isInside(_ code: String) -> Bool { functions.contains { code.contains($0) } }

  private static func isText(_ code: String) -> Bool {
    texts.contains { text in
      guard let range = code.firstRange(of: "." + text) else { return false }
      return code[range.upperBound...].first.map { !$0.isPartOfName && $0 != "(" && $0 != "." } ?? true
    }
  }

  /// What stands in `\(…)` on a line, with what is before it.
  private static func interpolations(_ line: String) -> [(before: String, code: String)] {
    var found: [(before: String, code: String)] = []
    var rest = line[...]
    while let range = rest.firstRange(of: "\\(") {
      var depth = 1
      let code = rest[range.upperBound...].prefix { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth > 0
      }
      found.append((String(line[..<range.lowerBound]), String(code)))
      rest = rest[range.upperBound...]
    }
    return found
  }
}
