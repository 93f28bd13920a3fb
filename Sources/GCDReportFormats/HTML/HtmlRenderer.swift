// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// One HTML file that needs nothing but a browser: verdict and text first, then what can be gone through.
///
/// It loads nothing, runs from `file://`, and is complete without JavaScript; with it, one steps through the
/// schedule of each finding.
struct HtmlRenderer: DocumentRenderer {
  /// Findings that are shown in full.
  static let mostFindings = 100
  /// Bytes that schedules take together at most: more takes a browser long to open.
  static let mostScheduleBytes = 6_000_000
  /// Findings that are shown by their first line.
  static let mostLines = 2_000
  /// Tests that are listed.
  static let mostTests = 2_000

  private var found = ReportedFindings()

  mutating func consume(_ event: ReportEvent) { found.consume(event) }

  var document: String {
    let ranked = found.ranked
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(ContentPolicy.text)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(xmlText("gcdcheck: \(verdict.title)"))</title>
      <style>
      \(HtmlAssets.style)
      </style>
      </head>
      <body>
      \(header)
      <main>

      """
    page += contents(ranked)
    var room = HtmlRenderer.mostScheduleBytes
    for (index, item) in ranked.prefix(HtmlRenderer.mostFindings).enumerated() {
      page += HtmlFinding(item, number: index + 1).section(room: &room)
    }
    page += remainder(ranked) + tests
    return page + """
      </main>
      <footer>gcdcheck \(xmlText(found.started?.tool ?? toolVersion))</footer>
      <script>
      \(HtmlAssets.script)
      </script>
      </body>
      </html>

      """
  }

  /// The run in a few words, and whether it is a good one.
  private var verdict: (title: String, style: String) {
    let errors = found.items.count { $0.finding.severity == .error }
    let warnings = found.items.count - errors
    let kinds = [
      errors > 0 ? counted(errors, "error") : nil, warnings > 0 ? counted(warnings, "warning") : nil,
      found.surprises.isEmpty ? nil : counted(found.surprises.count, "unexpected verdict"),
    ].compactMap { $0 }
    if errors > 0 || !found.surprises.isEmpty { return (list(kinds), "bad") }
    let title = warnings > 0 ? list(kinds) : "no findings"
    if let gaps = found.gaps { return ("\(title), but \(gaps)", found.isStrict ? "bad" : "fair") }
    if warnings > 0 { return (title, "fair") }
    return found.ended == nil ? ("cut off before the end", "fair") : (title, "good")
  }

  private var header: String {
    var figures: [(String, String)] = []
    if let end = found.ended {
      figures = [
        (grouped(end.tests), end.tests == 1 ? found.noun : found.noun + "s"),
        (grouped(end.schedules), end.schedules == 1 ? "schedule" : "schedules"),
        (grouped(end.distinct), "distinct"),
      ]
    }
    let tiles = figures.map { "<div><b>\($0.0)</b><span>\($0.1)</span></div>" }.joined()
    let summary = found.summary ?? "The run was cut off before its end: this is what it had found until then."
    return """
      <header class="\(verdict.style)">
      <p class="tool">gcdcheck</p>
      <h1>\(xmlText(verdict.title.capitalizedFirst))</h1>
      <div class="figures">\(tiles)</div>
      <p class="summary">\(xmlText(summary))</p>
      </header>
      """
  }

  private func contents(_ ranked: [ReportedFindings.Item]) -> String {
    var rows: [String] = []
    for (index, item) in ranked.prefix(HtmlRenderer.mostFindings).enumerated() {
      let finding = item.finding
      let place = finding.location.map { "<code>\(xmlText($0.short))</code>" } ?? ""
      rows.append(
        "<li><a href=\"#finding-\(index + 1)\"><span class=\"badge \(finding.severity.rawValue)\">"
          + "\(finding.code)</span><span>\(xmlText(finding.message.capitalizedFirst))</span>\(place)</a></li>"
      )
    }
    for end in found.surprises.prefix(HtmlRenderer.mostFindings) {
      guard case .unexpected(let expected, let actual) = end.outcome else { continue }
      rows.append(
        "<li><span class=\"row\"><span class=\"badge error\">verdict</span><span>"
          + xmlText("\(end.test): expected \(expected), but got \(actual)") + "</span></span></li>")
    }
    if rows.isEmpty { return "" }
    return "<nav aria-label=\"Findings\"><ol>\n\(rows.joined(separator: "\n"))\n</ol></nav>\n"
  }

  /// What is not shown in full: one line each, the rest counted.
  private func remainder(_ ranked: [ReportedFindings.Item]) -> String {
    let rest = ranked.dropFirst(HtmlRenderer.mostFindings)
    if rest.isEmpty { return "" }
    let lines = rest.prefix(HtmlRenderer.mostLines).map { xmlText($0.finding.headline) }
    let more = rest.count - lines.count
    let tail =
      more > 0 ? "\n<p>\(counted(more, "further finding")) left out: only the worst are shown.</p>" : ""
    return """
      <section class="card">
      <h2>\(counted(rest.count, "further finding"))</h2>
      <p>The worst \(grouped(HtmlRenderer.mostFindings)) are shown above with all their evidence.</p>
      <pre>\(lines.joined(separator: "\n"))</pre>\(tail)
      </section>

      """
  }

  private var tests: String {
    if found.tests.isEmpty { return "" }
    let rows = found.tests.prefix(HtmlRenderer.mostTests).map { end, count in
      "<tr class=\"\(end.outcome.style)\"><td>\(xmlText(end.test))</td><td>\(end.outcome.word)</td>"
        + "<td class=\"number\">\(count == 0 ? "" : grouped(count))</td><td>\(xmlText(end.amount))</td></tr>"
    }
    let more = found.tests.count - rows.count
    let tail = more > 0 ? "<p>\(counted(more, "further \(found.noun)")) left out.</p>" : ""
    return """
      <section class="card">
      <details\(found.items.isEmpty ? " open" : "")>
      <summary>\(counted(found.tests.count, found.noun))</summary>
      <div class="scroll"><table class="tests">
      <thead><tr><th>\(found.noun)</th><th>result</th><th>findings</th><th>explored</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>\(tail)
      </details>
      </section>

      """
  }
}

extension TestEnded.Outcome {
  /// In one or two words.
  fileprivate var word: String {
    switch self {
    case .passed: "passed"
    case .hardlyTried: "hardly tried"
    case .failed: "failed"
    case .unexpected: "unexpected verdict"
    case .asExpected: "as expected"
    case .skipped: "skipped"
    }
  }

  fileprivate var style: String {
    switch self {
    case .passed, .asExpected: "good"
    case .failed, .unexpected: "bad"
    case .skipped, .hardlyTried: "fair"
    }
  }
}
