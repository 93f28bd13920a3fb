// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The steps as a table: time runs down, and each thread has a column.
struct HtmlInterleaving {
  private let states: ScheduleStates
  /// Threads with a column of their own; the others share the last one.
  private static let mostColumns = 8

  init(_ states: ScheduleStates) { self.states = states }

  var table: String {
    let all = states.parties
    let own = Array(all.prefix(HtmlInterleaving.mostColumns))
    let isShared = all.count > own.count
    let heads = own.map(xmlText) + (isShared ? ["\(all.count - own.count) others"] : [])
    var rows: [String] = []
    var before: StepLine?
    for (position, entry) in states.positions.enumerated() {
      let line = entry.line
      if let before, line.index > before.index + 1 {
        let count = counted(line.index - before.index - 1, "step")
        rows.append("<tr class=\"gap\"><td></td><td colspan=\"\(heads.count)\">\(count) left out</td></tr>")
      }
      let isSwitch = before.map { $0.party != line.party } ?? true
      before = line
      let number = "<td class=\"number\">\(line.index)</td>"
      let style = "\(line.outcome.style)\(isSwitch ? " switch" : "")"
      guard let column = own.firstIndex(of: line.party) ?? (all.contains(line.party) ? own.count : nil) else {
        rows.append(
          "<tr data-step=\"\(position)\" class=\"clock\">\(number)<td colspan=\"\(heads.count)\">"
            + "\(xmlText(line.deed))</td></tr>")
        continue
      }
      let place = line.location.map { "<span class=\"at\">\(xmlText($0.short))</span>" } ?? ""
      let name = column == own.count ? "<b>\(xmlText(line.party))</b> " : ""
      let cells = heads.indices.map { index in
        index == column ? "<td class=\"deed\">\(name)\(xmlText(line.deed))\(place)</td>" : "<td></td>"
      }
      rows.append("<tr data-step=\"\(position)\" class=\"\(style)\">\(number)\(cells.joined())</tr>")
    }
    let titles = heads.map { "<th>\($0)</th>" }.joined()
    return """
      <div class="interleaving"><table>
      <thead><tr><th>step</th>\(titles)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
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
