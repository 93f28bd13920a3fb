// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Lines of plain text under construction: prose that wraps and tables whose columns line up.
struct TextPage {
  private(set) var lines: [String] = []
  let width: Int

  init(width: Int) { self.width = width }

  /// One line as it is; never broken.
  mutating func line(_ text: String) { lines.append(text) }

  /// An empty line, unless the page is empty or ends with one.
  mutating func gap() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  /// Words that wrap; lines after the first begin below the end of `label`.
  mutating func prose(_ label: String, _ text: String) {
    let indent = String(repeating: " ", count: label.count)
    var current = label
    var isFirstWord = true
    for word in text.split(separator: " ") {
      if !isFirstWord, current.count + 1 + word.count > width {
        lines.append(current)
        current = indent
        isFirstWord = true
      }
      current += (isFirstWord ? "" : " ") + word
      isFirstWord = false
    }
    lines.append(current)
  }

  /// Rows whose cells line up. A last cell that does not fit moves to a line of its own under the second column.
  mutating func table(_ rows: [[String]], indent: Int, gap: Int = 2) {
    let columns = rows.map(\.count).max() ?? 0
    var widths = Array(repeating: 0, count: columns)
    for row in rows {
      for (index, cell) in row.enumerated().dropLast() where cell.count <= widthMax(columns) {
        widths[index] = max(widths[index], cell.count)
      }
    }
    for row in rows { tableRow(row, widths: widths, indent: indent, gap: gap) }
  }

  /// Columns do not grow beyond this, so that one long cell does not push the others off the page.
  private func widthMax(_ columns: Int) -> Int { columns > 3 ? width / 3 : width / 2 }

  private mutating func tableRow(_ row: [String], widths: [Int], indent: Int, gap: Int) {
    let margin = String(repeating: " ", count: indent)
    let space = String(repeating: " ", count: gap)
    var text = margin
    for (index, cell) in row.enumerated() {
      let isLast = index == row.count - 1
      if isLast, text.count + cell.count > width, index > 1 {
        lines.append(text.trimmingEnd)
        text = margin + String(repeating: " ", count: widths[0] + gap) + "  "
      }
      text += isLast ? cell : cell.padded(to: widths[index]) + space
    }
    lines.append(text.trimmingEnd)
  }
}

extension String {
  /// Without spaces at the end.
  var trimmingEnd: String {
    var result = Substring(self)
    while result.last == " " { result.removeLast() }
    return String(result)
  }

  /// At most `length` characters, with dots in the place of what was cut.
  func truncated(to length: Int) -> String {
    count <= length ? self : String(prefix(max(length - 3, 0))) + "..."
  }
}
