// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The schedule of a finding: as lanes, as a table, and step by step with the state of everything.
struct HtmlSchedule {
  private let finding: Finding
  private let number: Int
  private let states: StateLanes
  private let loops: ScheduleLoops

  init(_ finding: Finding, number: Int) {
    self.finding = finding
    self.number = number
    states = StateLanes(finding)
    loops = ScheduleLoops(states.steps.map(\.line))
  }

  /// Empty where no step is reported.
  var section: String {
    if states.steps.isEmpty { return "" }
    let last = states.steps.count - 1
    return """
      <div class="schedule" data-finding="\(number)" tabindex="0">
      <h3>The schedule: \(amount)</h3>
      <p class="note">Only one thread runs at a time; the scheduler chose who was next.\(xmlText(caveats))\
      <span class="keys" hidden> Point at anything to see what it knows and holds; the arrow keys step, with \
      Shift to the next switch of threads.</span></p>
      \(HtmlTimeline(states, loops: loops, number: number).views)
      <div class="stepper" hidden>
      <button type="button" data-move="first" aria-label="first step">|&#x25C0;</button>
      <button type="button" data-move="back" aria-label="step back">&#x25C0;</button>
      <button type="button" data-move="on" aria-label="step forward">&#x25B6;</button>
      <button type="button" data-move="last" aria-label="last step">&#x25B6;|</button>
      <button type="button" data-move="change" aria-label="next switch of threads">&#x21C4;</button>
      <input type="range" min="0" max="\(last)" value="\(last)" aria-label="step">
      <output></output>
      </div>
      <div class="columns">
      \(HtmlInterleaving(states, loops: loops).table)
      \(stateTable)
      </div>
      <script type="application/json">\(data)</script>
      </div>
      """
  }

  private var amount: String {
    let shown = states.steps.count
    let total = finding.recordedTrace?.total ?? finding.steps.total
    if finding.recordedTrace == nil, shown < total {
      return "the \(counted(shown, "step")) that matter, of \(grouped(total))"
    }
    return shown < total ? "the last \(counted(shown, "step")) of \(grouped(total))" : counted(shown, "step")
  }

  private var caveats: String {
    var text = ""
    if !states.isWhole {
      let first = states.steps.first?.line.index ?? 0
      text +=
        states.isContinued
        ? " The first \(counted(first, "step")) are not shown; what they led to is known and is where this "
          + "begins."
        : " The recording is cut: what came before, or in between, is not known, and the states are only "
          + "those that these steps make sure. Nothing is said about blocks that wait in queues and about "
          + "locks."
    }
    if states.omitted > 0 {
      let noun = states.omitted == 1 ? "further thread or object" : "further threads or objects"
      text += " \(grouped(states.omitted)) \(noun) left out."
    }
    return text
  }

  /// What holds after the last step; the script makes it what holds after any other.
  private var stateTable: String {
    var rows: [String] = []
    for group in LanePainter(states: states).groups {
      rows.append("<tr><th colspan=\"2\" class=\"group\">\(group.heading)</th></tr>")
      for (index, lane) in group.lanes {
        guard let state = lane.states.last else { continue }
        let holds =
          state.holds.isEmpty ? "" : "<span class=\"holds\">holds \(xmlText(list(state.holds)))</span>"
        rows.append(
          "<tr class=\"lane \(state.tone.rawValue)\" data-lane=\"\(index)\"><th>\(xmlText(lane.title))</th>"
            + "<td>\(xmlText(state.text))\(holds)</td></tr>")
      }
    }
    return """
      <div class="states"><h4>At the end</h4>
      <p class="knows" hidden></p>
      <table><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  /// For the script: the text of each step, what its thread knows after it, and each lane's states where
  /// they change.
  private var data: String {
    let steps = zip(states.steps, states.happensBefore.clocks).map { position, clock -> JSONValue in
      let line = position.line
      return .array([
        .number(line.index), .string(line.participant), .string(line.action),
        .string(line.location?.short ?? ""),
        .array(clock.map { .number($0) }),
      ])
    }
    let lanes = states.lanes.map { lane -> JSONValue in
      var runs: [JSONValue] = []
      var last: StateLanes.State?
      for (position, state) in lane.states.enumerated() where state != last {
        var run: [JSONValue] = [.number(position), .string(state.text), .string(state.tone.rawValue)]
        if !state.holds.isEmpty { run.append(.string(list(state.holds))) }
        runs.append(.array(run))
        last = state
      }
      return ["title": .string(lane.title), "sort": .string(lane.type.rawValue), "runs": .array(runs)]
    }
    let value: JSONValue = [
      "steps": .array(steps), "lanes": .array(lanes),
      "parties": .array(states.happensBefore.participants.map { .string($0) }),
    ]
    return value.textForScript
  }
}
