// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Lays one finding out as text: verdict, evidence, stacks, steps, advice, and how to see it again.
///
/// The order is that in which a reader asks: what happened, who waits for whom, where is that in my code, how
/// did it come to this, what can I do, how do I see it again.
struct FindingText {
  let finding: Finding
  let style: ReportStyle
  var page: TextPage

  init(_ finding: Finding, style: ReportStyle) {
    self.finding = finding
    self.style = style
    page = TextPage(width: style.width)
    page.line(finding.headline)
    addExcerpt()
    page.gap()
    finding.kind.evidence.add(to: &self)
    addOtherOrder()
    page.gap()
    // A check that fails says nothing of its cause: that is in the order of the steps before it.
    let isFailure = finding.kind.code == .testFailed
    if isFailure { addSteps() }
    addParties()
    addAlsoStuck()
    if !isFailure { addSteps() }
    addConsequence()
    page.gap()
    addAdvice()
    addNotes()
    addReplay()
  }

  /// What never ends is the last link of a chain: the order of the steps before is the first one.
  private mutating func addOtherOrder() {
    for remark in finding.remarks where isShownAbove(remark) {
      if finding.kind.evidence.ledger != nil || !finding.kind.waits.isEmpty { page.gap() }
      page.prose("  ", remark.text)
    }
  }

  /// Whatever a name or a message holds, a line is one line, and nothing of it drives a terminal.
  var lines: [String] { page.lines.map(\.asLogLine) }

  /// File name and line; the full path where two files could be meant is in the stacks.
  func short(_ location: CodeLocation?) -> String { location?.short ?? "" }

  func full(_ location: CodeLocation?) -> String {
    location?.full(relativeTo: finding.context.directory) ?? ""
  }

  private mutating func addExcerpt() {
    guard let excerpt = finding.excerpt else { return }
    let number = String(excerpt.line)
    let spaced = excerpt.text.escapingScalars { $0 == "\t" ? " " : nil }
    var text = spaced.onOneLine.trimmingEnd
    // The mark is below the same character, however long what is before it is now.
    var column = excerpt.column > 0 ? String(spaced.prefix(excerpt.column - 1)).onOneLine.count + 1 : 0
    if excerpt.column > spaced.count { column = excerpt.column + text.count - spaced.trimmingEnd.count }
    let isMarked = column > 0 && column <= text.count + 1
    let room = style.width - number.count - 5
    if isMarked, text.count > room, column > room - FindingText.roomForMark {
      // What is marked must be in sight.
      let hidden = min(column - 1 - room / 2, text.count - room)
      text = "..." + text.dropFirst(hidden + 3)
      column -= hidden
    }
    page.gap()
    page.line("  \(number) | \(text.truncated(to: room))")
    guard isMarked else { return }
    let margin = String(repeating: " ", count: number.count + 2)
    let mark = (finding.omission?.mark ?? finding.kind.evidence.excerptMark).map { "^ \($0)" } ?? "^"
    page.line("\(margin) | \(String(repeating: " ", count: column - 1))\(mark)")
  }

  /// Columns that stay free behind a mark in a line that is too long.
  private static let roomForMark = 30

  /// Parties that do the same at the same place are reported once: many workers may wait in one call.
  private mutating func addParties() {
    var told: [Participant] = []
    for participant in finding.participants {
      if told.contains(where: { $0.isAlike(participant) }) { continue }
      told.append(participant)
      add(participant, alike: finding.participants.count { $0.isAlike(participant) } - 1)
    }
  }

  private mutating func addAlsoStuck() {
    guard !finding.alsoStuck.isEmpty else { return }
    page.gap()
    page.line("  also stuck")
    page.table(finding.alsoStuck.map { [$0.name, $0.activityPhrase, $0.place] }, indent: 4)
  }
}
