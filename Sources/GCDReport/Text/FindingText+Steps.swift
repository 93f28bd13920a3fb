// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The steps that matter: side by side where several threads take part, else one below the other.
extension FindingText {
  /// Lines beyond that no code reads.
  private static let mostSteps = 30
  /// A thread's column is not narrower.
  private static let columnWidthMin = 20
  private static let mostColumns = 4
  private static let margin = 4
  private static let gap = 2
  /// Places longer than that leave no room for columns.
  private static let placeWidthMax = 22

  mutating func addSteps() {
    let steps = finding.steps
    let isOnlyTheEnd = steps.lines.count == 1 && steps.lines[0].operation == .end
    guard !steps.lines.isEmpty, !isOnlyTheEnd else { return }
    page.gap()
    let amount = steps.total > steps.lines.count ? "\(steps.lines.count) of \(grouped(steps.total))" : ""
    add(
      CollapsedLoops(steps.lines), title: amount.isEmpty ? "the steps" : "the steps that matter (\(amount))")
  }

  /// - Parameter title: Without the words that the layout may need.
  mutating func add(_ steps: CollapsedLoops, title: String) {
    let steps = steps.shortened(to: FindingText.mostSteps)
    let places = PlaceNames(finding, steps, width: FindingText.placeWidthMax)
    let number = steps.numberWidth
    let room = style.width - FindingText.margin - number - 2 * FindingText.gap - places.width
    let most = min(
      FindingText.mostColumns, (room + FindingText.gap) / (FindingText.columnWidthMin + FindingText.gap))
    let table = Interleaving(finding, steps, mostColumns: most)
    let waiters = finding.kind.waits.map(\.waiter).distinct
    let ownColumns = table.columns.filter { $0.participants.count == 1 }.flatMap(\.participants)
    guard table.columns.count > 1, waiters.count <= most || waiters.allSatisfy(ownColumns.contains) else {
      page.line("  \(title)")
      return addList(of: steps)
    }
    page.line("  \(title)\(places.note)")
    let widths = columnWidths(of: table, room)
    add(table.columns.map(\.title), nil, widths, number)
    if table.columns.contains(where: { $0.queue != nil }) {
      add(table.columns.map { column in column.queue.map { "on \($0)" } ?? "" }, nil, widths, number)
    }
    for row in table.rows { add(row, widths, number, places) }
  }

  /// One step below the other, with the thread in front.
  mutating func addList(of steps: CollapsedLoops) {
    var names = TableNames(finding)
    var rows: [[String]] = []
    func flush(_ page: inout TextPage) {
      page.table(rows, indent: FindingText.margin)
      rows = []
    }
    for item in steps.items {
      if case .step(let line) = item {
        rows.append(["#\(line.index)", line.participant, names.next(line).action, short(line.location)])
      } else if let placeholder = item.placeholder {
        flush(&page)
        page.line("    \(placeholder)")
      }
    }
    flush(&page)
  }

  // MARK: The table

  /// What each column needs; the widest give way where that is too much.
  private func columnWidths(of table: Interleaving, _ room: Int) -> [Int] {
    var widths = table.columns.indices.map { index in
      let column = table.columns[index]
      let texts = table.rows.filter { $0.column == index }.map(\.text.count)
      return max(texts.max() ?? 0, column.title.count, (column.queue?.count ?? -3) + 3)
    }
    let available = room - FindingText.gap * (widths.count - 1)
    while widths.reduce(0, +) > available, let widest = widths.max(), widest > FindingText.columnWidthMin {
      widths[widths.firstIndex(of: widest)!] -= 1
    }
    return widths
  }

  private mutating func add(_ titles: [String], _ place: String?, _ widths: [Int], _ number: Int) {
    let cells = zip(titles, widths).map { $0.wrapped(to: $1) }
    for index in 0..<(cells.map(\.count).max() ?? 0) {
      addLine("", cells.map { index < $0.count ? $0[index] : "" }, "", widths, number)
    }
  }

  private mutating func add(
    _ row: Interleaving.Row, _ widths: [Int], _ number: Int, _ places: PlaceNames
  ) {
    let place = row.place.map(places.name) ?? ""
    guard let column = row.column else {
      let margin = String(repeating: " ", count: FindingText.margin)
      return page.line("\(margin)\(row.number.padded(to: number))  \(row.text)".trimmingEnd)
    }
    let text = row.text.wrapped(to: widths[column])
    for (index, part) in text.enumerated() {
      let cells = row.states.indices.map { $0 == column ? part : row.states[$0].mark }
      addLine(index == 0 ? row.number : "", cells, index == 0 ? place : "", widths, number)
    }
  }

  private mutating func addLine(
    _ number: String, _ cells: [String], _ place: String, _ widths: [Int], _ numberWidth: Int
  ) {
    let gap = String(repeating: " ", count: FindingText.gap)
    let middle = zip(cells, widths).map { $0.padded(to: $1) }.joined(separator: gap)
    let margin = String(repeating: " ", count: FindingText.margin)
    page.line("\(margin)\(number.padded(to: numberWidth))\(gap)\(middle)\(gap)\(place)".trimmingEnd)
  }
}

extension Interleaving.State {
  /// What is in a thread's column while another one continues.
  fileprivate var mark: String {
    switch self {
    case .absent: ""
    case .ready: "|"
    case .waiting: ":"
    }
  }
}

extension CollapsedLoops {
  /// Room for the longest of `#3`, `#99997`.
  var numberWidth: Int {
    items.map { item in
      if case .step(let line) = item { String(line.index).count + 1 } else { 0 }
    }.max() ?? 0
  }
}

/// How the places of a table are written: with their file, unless that is one long name for all of them.
struct PlaceNames {
  private let leavesOutFile: Bool
  private let limit: Int
  /// To follow the table's title.
  let note: String
  let width: Int

  init(_ finding: Finding, _ steps: CollapsedLoops, width: Int) {
    let places =
      steps.items.compactMap { item in
        if case .step(let line) = item { line.location } else { nil }
      } + finding.participants.compactMap(\.location)
    let files = places.map(\.file).distinct
    let longest = places.map(\.short.count).max() ?? 0
    leavesOutFile = files.count == 1 && longest > width
    limit = width
    let lines = places.map { String($0.line).count + 5 }.max() ?? 0
    self.width = leavesOutFile ? lines : min(longest, width)
    note =
      leavesOutFile
      ? ", lines of \(places[0].short.split(separator: ":").dropLast().joined(separator: ":"))" : ""
  }

  func name(_ place: CodeLocation) -> String {
    if leavesOutFile { return "line \(place.line)" }
    let short = place.short
    guard short.count > limit else { return short }
    // The end of a file's name, with its line, says more than its beginning.
    return "..." + short.suffix(limit - 3)
  }
}

extension String {
  /// In lines of at most `width` characters, those after the first indented; longer words stick out cut.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in split(separator: " ") {
      let indent = lines.isEmpty ? "" : "  "
      if current.isEmpty {
        current = indent + word
      } else if current.count + 1 + word.count <= width {
        current += " " + word
      } else {
        lines.append(current)
        current = "  " + word
      }
    }
    lines.append(current)
    return lines.map { line in
      String(line.map { $0 == unbreakableSpace ? " " : $0 }).truncated(to: width)
    }
  }
}
