// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Markdown for the page of a GitHub job: the verdict, a table of the findings, each report to unfold.
///
/// GitHub drops the whole summary of a step that is larger than 1 MiB: the worst findings are written, and
/// what was left out is counted.
package struct SummaryRenderer: DocumentRenderer {
  /// Bytes at most: 1 MiB, less what may be around it.
  static let mostBytes = 1_000_000
  /// Rows of the table of findings, and of that of the tests, at most.
  private static let mostRows = 200
  /// Wait-for graphs that are drawn: each keeps the page busy.
  private static let mostGraphs = 10
  /// Bytes that are kept free for the lines at the end.
  private static let frame = 2_000

  private var found = ReportedFindings()

  package init() {}

  package mutating func consume(_ event: ReportEvent) { found.consume(event) }

  package var document: String {
    let ranked = found.ranked
    let isClean = ranked.isEmpty && found.surprises.isEmpty && found.gaps == nil
    var text = "## \(isClean && found.ended != nil ? "✅" : "❌") gcdcheck\n\n"
    if !ranked.contains(where: { $0.finding.severity == .error }), found.surprises.isEmpty, !isClean,
      !(found.isStrict && found.gaps != nil)
    {
      text = "## ⚠️ gcdcheck\n\n"
    }
    text += markdownText(found.summary ?? "the run was cut off before its end") + "\n"
    text += findingTable(ranked) + surpriseTable + gapTable
    var room = SummaryRenderer.mostBytes - SummaryRenderer.frame - text.utf8.count
    var shown = 0
    for item in ranked {
      let details = details(item, drawsGraph: shown < SummaryRenderer.mostGraphs)
      guard details.utf8.count <= room else { break }
      room -= details.utf8.count
      text += details
      shown += 1
    }
    let more = ranked.count - shown
    if more > 0 {
      text += "\n\(counted(more, "report")) left out, since GitHub takes no more: only the worst are here.\n"
    }
    return text
  }

  private func findingTable(_ ranked: [ReportedFindings.Item]) -> String {
    if ranked.isEmpty { return "" }
    let rows = ranked.prefix(SummaryRenderer.mostRows).map { item in
      let finding = item.finding
      let place = finding.location?.full(relativeTo: finding.context.directory) ?? ""
      let cells = [
        "\(finding.severity.rawValue) \(finding.code)", finding.message, place, item.tests.first ?? "",
      ]
      return "| " + cells.map { markdownText($0.truncated(to: 300)) }.joined(separator: " | ") + " |\n"
    }
    let more = ranked.count - rows.count
    return "\n| | finding | place | test |\n|---|---|---|---|\n" + rows.joined()
      + (more > 0 ? "\nand \(counted(more, "further finding"))\n" : "")
  }

  private var surpriseTable: String {
    let rows = found.surprises.prefix(SummaryRenderer.mostRows).map { end -> String in
      guard case .unexpected(let expected, let actual) = end.outcome else { return "" }
      return "| \(markdownText(end.test)) | \(markdownText(expected)) | \(markdownText(actual)) |\n"
    }
    if rows.isEmpty { return "" }
    let more = found.surprises.count - rows.count
    return "\n| \(found.noun) | expected | got |\n|---|---|---|\n" + rows.joined()
      + (more > 0 ? "\nand \(grouped(more)) more\n" : "")
  }

  private var gapTable: String {
    let rows = found.hardlyTried.prefix(SummaryRenderer.mostRows).map { end in
      "| \(markdownText(end.test.truncated(to: 300))) | \(markdownText(end.amount)) |\n"
    }
    if rows.isEmpty { return "" }
    let more = found.hardlyTried.count - rows.count
    return "\n| \(found.noun) | hardly tried |\n|---|---|\n" + rows.joined()
      + (more > 0 ? "\nand \(grouped(more)) more\n" : "")
  }

  private func details(_ item: ReportedFindings.Item, drawsGraph: Bool) -> String {
    let finding = item.finding
    let graph = WaitGraph(finding)
    // The text says the same: where Mermaid is not drawn, nothing is missing.
    let drawing = drawsGraph && !graph.isEmpty ? "\n```mermaid\n\(MermaidGraph(graph).text)\n```\n" : ""
    let report = finding.report
    let fence = markdownFence(around: report)
    return """

      <details><summary>\(finding.code) \(xmlText(finding.message.onOneLine))</summary>

      \(fence)text
      \(report)
      \(fence)
      \(drawing)
      </details>

      """
  }
}
