// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One finding as a section of the page: the verdict, the text, who waits for whom, and the schedule.
struct HtmlFinding {
  private let item: ReportedFindings.Item
  private let number: Int
  private let states: ScheduleStates
  private var finding: Finding { item.finding }

  init(_ item: ReportedFindings.Item, number: Int) {
    self.item = item
    self.number = number
    states = ScheduleStates(item.finding)
  }

  var section: String {
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

  /// The steps: as a table with a column for each thread, as lanes, and one by one.
  private var schedule: String {
    if states.positions.isEmpty { return "" }
    let shown = states.positions.count
    let total = finding.course?.total ?? finding.steps.total
    let amount =
      finding.course == nil && shown < total
      ? "the \(counted(shown, "step")) that matter, of \(grouped(total))"
      : shown < total ? "the last \(counted(shown, "step")) of \(grouped(total))" : counted(shown, "step")
    let gaps =
      states.isWhole
      ? "" : " What came before, or in between, is not told: states are those that these steps make sure."
    let omitted =
      states.omitted > 0 ? " \(counted(states.omitted, "further thread or object")) left out." : ""
    return """
      <div class="schedule" data-finding="\(number)" tabindex="0">
      <h3>The schedule: \(amount)</h3>
      <p class="note">Only one thread runs at a time; the scheduler chose who was next.\(gaps)\
      \(xmlText(omitted))</p>
      \(HtmlTimeline(states, number: number).svg)
      <div class="stepper" hidden>
      <button type="button" data-move="first" aria-label="first step">|&#x25C0;</button>
      <button type="button" data-move="back" aria-label="step back">&#x25C0;</button>
      <button type="button" data-move="on" aria-label="step forward">&#x25B6;</button>
      <button type="button" data-move="last" aria-label="last step">&#x25B6;|</button>
      <input type="range" min="0" max="\(shown - 1)" value="\(shown - 1)" aria-label="step">
      <output></output>
      </div>
      <div class="columns">
      \(HtmlInterleaving(states).table)
      \(stateTable)
      </div>
      <script type="application/json">\(data)</script>
      </div>
      """
  }

  /// What holds after the last step; the script makes it what holds after any other.
  private var stateTable: String {
    var rows: [String] = []
    var last: ScheduleStates.Sort?
    for lane in states.lanes {
      guard let state = lane.states.last else { continue }
      if lane.sort.heading != last?.heading {
        rows.append("<tr><th colspan=\"2\" class=\"group\">\(lane.sort.heading)</th></tr>")
      }
      last = lane.sort
      rows.append(
        "<tr class=\"lane \(state.tone.rawValue)\"><th>\(xmlText(lane.title))</th>"
          + "<td>\(xmlText(state.text))</td></tr>")
    }
    return """
      <div class="states"><h4>At the end</h4>
      <table><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  /// For the script: the words of each step, and each lane's states where they change.
  private var data: String {
    let steps = states.positions.map { position -> JSONValue in
      let line = position.line
      return .array([
        .number(line.index), .string(line.party), .string(line.deed), .string(line.location?.short ?? ""),
      ])
    }
    let lanes = states.lanes.map { lane -> JSONValue in
      var runs: [JSONValue] = []
      var last: ScheduleStates.State?
      for (position, state) in lane.states.enumerated() where state != last {
        runs.append([.number(position), .string(state.text), .string(state.tone.rawValue)])
        last = state
      }
      return .array(runs)
    }
    let value: JSONValue = ["steps": .array(steps), "lanes": .array(lanes)]
    // Nothing in a script element may look like its end.
    return value.text.replacing("<", with: "\\u003c").replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
  }
}

extension ScheduleStates.Sort {
  fileprivate var heading: String {
    switch self {
    case .thread: "threads"
    case .queue: "queues"
    case .count, .lock: "groups, semaphores, locks"
    }
  }
}
