// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The steps as a table: time runs down, and each thread has a column. Rounds of a loop after the first can
/// be folded away.
struct HtmlInterleaving {
  private let states: StateLanes
  private let loops: ScheduleLoops
  private let own: [String]
  private let all: [String]
  private let heads: [String]
  /// Threads with a column of their own; the others share the last one.
  private static let mostColumns = 8

  init(_ states: StateLanes, loops: ScheduleLoops) {
    self.states = states
    self.loops = loops
    all = states.participants
    own = Array(all.prefix(HtmlInterleaving.mostColumns))
    heads = own.map(xmlText) + (all.count > own.count ? ["\(all.count - own.count) others"] : [])
  }

  var table: String {
    var rows: [String] = []
    var before: StepLine?
    var left = loops.loops[...]
    for (position, entry) in states.steps.enumerated() {
      if let loop = left.first {
        if position == loop.start {
          rows.append(note("loop", "&#x21BB; \(xmlText(loop.caption(in: states)))"))
        } else if position == loop.repeats.lowerBound {
          let count = counted(loop.repeats.count, "step")
          rows.append("</tbody><tbody class=\"fold\">")
          rows.append(
            note(
              "unfold",
              "<button type=\"button\">the other \(grouped(loop.times - 1)) rounds, \(count)</button>"))
        } else if position == loop.end {
          rows.append("</tbody><tbody>")
          left.removeFirst()
          if left.first?.start == position, let loop = left.first {
            rows.append(note("loop", "&#x21BB; \(xmlText(loop.caption(in: states)))"))
          }
        }
      }
      if let before, entry.line.index > before.index + 1 {
        rows.append(note("gap", "\(counted(entry.line.index - before.index - 1, "step")) left out"))
      }
      rows.append(
        row(position, entry.line, isSwitch: before.map { $0.participant != entry.line.participant } ?? true))
      before = entry.line
    }
    let titles = heads.map { "<th>\($0)</th>" }.joined()
    return """
      <div class="interleaving" tabindex="0" role="region" aria-label="The steps"><table>
      <thead><tr><th>step</th>\(titles)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  private func note(_ style: String, _ markup: String) -> String {
    "<tr class=\"\(style)\"><td class=\"number\"></td><td colspan=\"\(heads.count)\">\(markup)</td></tr>"
  }

  private func row(_ position: Int, _ line: StepLine, isSwitch: Bool) -> String {
    let number = "<td class=\"number\">\(line.index)</td>"
    let style = "\(line.outcome.style)\(isSwitch ? " switch" : "")"
    guard
      let column = own.firstIndex(of: line.participant) ?? (all.contains(line.participant) ? own.count : nil)
    else {
      return "<tr data-step=\"\(position)\" class=\"clock\">\(number)<td colspan=\"\(heads.count)\">"
        + "\(xmlText(line.action))</td></tr>"
    }
    let place = line.location.map { "<span class=\"at\">\(xmlText($0.short))</span>" } ?? ""
    let name = column == own.count ? "<b>\(xmlText(line.participant))</b> " : ""
    let cells = heads.indices.map { index in
      index == column ? "<td class=\"deed\">\(name)\(xmlText(line.action))\(place)</td>" : "<td></td>"
    }
    return "<tr data-step=\"\(position)\" class=\"\(style)\">\(number)\(cells.joined())</tr>"
  }
}

extension StepOutcome {
  fileprivate var style: String {
    switch self {
    case .waits: "waits"
    case .timedOut: "late"
    case .dies: "dies"
    case .done, .count, .clock: "done"
    }
  }
}
