// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// One finding as a section of the page: the verdict, the text, who waits for whom, and the schedule.
struct HtmlFinding {
  private let item: ReportedFindings.Item
  private let number: Int
  private var finding: Finding { item.finding }

  init(_ item: ReportedFindings.Item, number: Int) {
    self.item = item
    self.number = number
  }

  /// - Parameter room: Bytes that schedules may still take; nothing is left once one did not fit.
  func section(room: inout Int) -> String {
    var schedule = ""
    if room > 0 { schedule = HtmlSchedule(finding, number: number).section }
    room -= schedule.utf8.count
    if room <= 0, finding.recordedTrace != nil {
      room = 0
      schedule = """
        <p class="note">The schedule is left out, or the page would grow too large: only those of the worst \
        findings are shown step by step. The report above has the steps that matter.</p>
        """
    }
    let graph = WaitGraph(finding)
    let drawing =
      graph.isEmpty
      ? ""
      : """
      <figure>
      <figcaption>Who waits for whom\(graph.cycle.isEmpty ? "" : ": the circle is red")</figcaption>
      <div class="scroll">\(GraphDrawing(graph, number: number).svg)</div>
      </figure>

      """
    return """
      <section class="card finding \(finding.severity.rawValue)" id="finding-\(number)">
      \(heading)
      \(advice)
      \(replay)
      <details class="text" open><summary>The report</summary>
      <pre class="report">\(report)</pre>
      </details>
      \(drawing)\(schedule)
      </section>

      """
  }

  private var heading: String {
    let place = finding.location.map { $0.full(relativeTo: finding.context.directory) } ?? ""
    let tests = item.tests.prefix(5).map { "<code>\(xmlText($0))</code>" }.joined(separator: ", ")
    let more = item.tests.count > 5 ? " and \(grouped(item.tests.count - 5)) more" : ""
    return """
      <p class="kind"><span class="badge \(finding.severity.rawValue)">\(finding.code)</span> \
      <span>\(finding.severity.rawValue), \(finding.kind.code.slug)</span></p>
      <h2>\(xmlText(finding.message.capitalizedFirst))</h2>
      <p class="place"><code>\(xmlText(place))</code>\(place.isEmpty ? "" : ", ")in \(tests)\(more)</p>
      """
  }

  private var advice: String {
    Hint.recognized(in: finding).map { "<p class=\"help\"><b>Help</b> \(xmlText($0.text))</p>" }
      .joined(separator: "\n")
  }

  private var replay: String {
    let origin = "<p class=\"origin\">\(xmlText(finding.context.origin.capitalizedFirst)).</p>"
    guard let command = finding.context.replayCommand else { return origin }
    return origin + "\n<p class=\"replay\"><b>Replay</b> <code>\(xmlText(command))</code></p>"
  }

  /// The text of the terminal; its first line is the heading here.
  private var report: String {
    let lines = finding.report(ReportStyle(width: 100)).split(
      separator: "\n", omittingEmptySubsequences: false)
    return xmlText(lines.joined(separator: "\n"))
  }
}
