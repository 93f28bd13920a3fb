// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Keeps words together on one line of prose, as in `async(flags: .barrier)`; printed as an ordinary space.
let unbreakableSpace: Character = "\u{a0}"

/// Lines of plain text under construction: prose that wraps and tables whose columns line up.
package struct TextPage {
  package private(set) var lines: [String] = []
  /// Columns are not narrowed below this for the sake of the last one.
  private let cellWidthMin = 32
  let width: Int

  package init(width: Int) { self.width = width }

  /// One line as it is; never broken.
  package mutating func line(_ text: String) { lines.append(text) }

  /// An empty line, unless the page is empty or ends with one.
  package mutating func gap() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  /// Words that wrap, except at unbreakable spaces; lines after the first begin below the end of `label`.
  package mutating func prose(_ label: String, _ text: String) {
    let indent = String(repeating: " ", count: label.count)
    var current = label
    var isFirstWord = true
    for word in text.split(separator: " ") {
      if !isFirstWord, current.count + 1 + word.count > width {
        lines.append(current)
        current = indent
        isFirstWord = true
      }
      current += (isFirstWord ? "" : " ") + word.map { $0 == unbreakableSpace ? " " : String($0) }.joined()
      isFirstWord = false
    }
    lines.append(current)
  }

  /// Rows whose cells line up. A last cell that does not fit moves to a line of its own under the second
  /// column.
  package mutating func table(_ rows: [[String]], indent: Int, gap: Int = 2) {
    let columns = rows.map(\.count).max() ?? 0
    let fixed = indent + gap * max(columns - 1, 0)
    let last = rows.map { $0.count == columns ? $0[columns - 1].count : 0 }.max() ?? 0
    var limit = width
    var widths = columnWidths(rows, columns, limit: limit)
    while fixed + widths.reduce(0, +) + last > width, min(limit, widths.max() ?? 0) > cellWidthMin {
      limit = min(limit, widths.max() ?? 0) - 1
      widths = columnWidths(rows, columns, limit: limit)
    }
    for row in rows { tableRow(row, widths: widths, indent: indent, gap: gap) }
  }

  /// The widest cell of each column but the last; cells beyond `limit` stick out instead of widening all
  /// rows.
  private func columnWidths(_ rows: [[String]], _ columns: Int, limit: Int) -> [Int] {
    var widths = Array(repeating: 0, count: columns)
    for row in rows {
      for (index, cell) in zip(0..., row.dropLast()) where cell.count <= limit {
        widths[index] = max(widths[index], cell.count)
      }
    }
    return widths
  }

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
  package func truncated(to length: Int) -> String {
    count <= length ? self : String(prefix(max(length - 3, 0))) + "..."
  }
}
