// Licensed under the Apache License, Version 2.0; see LICENSE.

extension ReportStyle {
  private static let red = "\u{1b}[1;31m"
  private static let green = "\u{1b}[32m"
  private static let yellow = "\u{1b}[1;33m"
  private static let cyan = "\u{1b}[1;36m"
  private static let bold = "\u{1b}[1m"
  private static let plain = "\u{1b}[0m"

  /// A word that says that all is well.
  func good(_ text: String) -> String { isColored ? ReportStyle.green + text + ReportStyle.plain : text }

  /// A word that says that there is something to think about.
  func fair(_ text: String) -> String { isColored ? ReportStyle.yellow + text + ReportStyle.plain : text }

  /// A word that says that something is not as it should be.
  func bad(_ text: String) -> String { isColored ? ReportStyle.red + text + ReportStyle.plain : text }

  /// Adds colour to the words that carry a line: the severity on line 1, the labels at the end.
  func paint(_ lines: [String]) -> [String] {
    guard isColored else { return lines }
    return zip(0..., lines).map { index, line in
      if index == 0 { return paintHeadline(line) }
      for (label, color) in [
        ("help:", ReportStyle.cyan), ("note:", ReportStyle.bold), ("replay:", ReportStyle.bold),
      ] where line.hasPrefix(label) {
        return "\(color)\(label)\(ReportStyle.plain)\(line.dropFirst(label.count))"
      }
      return line
    }
  }

  /// Paints "error:" or "warning:" where it first is as a word of its own.
  func paintHeadline(_ line: String) -> String {
    guard isColored else { return line }
    for (word, color) in [("error:", ReportStyle.red), ("warning:", ReportStyle.yellow)] {
      guard let start = line.firstIndex(of: word) else { continue }
      let end = line.index(start, offsetBy: word.count)
      let painted = "\(color)\(word)\(ReportStyle.plain)\(ReportStyle.bold)"
      return "\(line[..<start])\(painted)\(line[end...])\(ReportStyle.plain)"
    }
    return line
  }
}

extension String {
  /// Where `word` begins, at the start or after a space.
  fileprivate func firstIndex(of word: String) -> Index? {
    var index = startIndex
    var afterSpace = true
    while index < endIndex {
      if afterSpace, self[index...].hasPrefix(word) { return index }
      afterSpace = self[index] == " "
      formIndex(after: &index)
    }
    return nil
  }
}
