// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The lanes of a timeline as SVG, one below the other, in whatever measure a view has.
struct LanePainter {
  let states: StateLanes

  static let laneHeight = 26
  /// Room for the axis.
  static let top = 22
  static let gap = 10

  /// The lanes in groups: threads, queues, and what is counted or taken.
  var groups: [(heading: String, lanes: [(index: Int, lane: StateLanes.Lane)])] {
    let all = zip(0..., states.lanes).map { (index: $0, lane: $1) }
    return [
      ("threads", all.filter { $0.lane.type == .thread }), ("queues", all.filter { $0.lane.type == .queue }),
      ("groups, semaphores, locks", all.filter { $0.lane.type == .count || $0.lane.type == .lock }),
    ].filter { !$0.1.isEmpty }
  }

  /// Where each lane begins, with a gap between the groups.
  var rows: [(lane: StateLanes.Lane, index: Int, y: Int)] {
    var y = LanePainter.top
    var rows: [(StateLanes.Lane, Int, Int)] = []
    for group in groups {
      for (index, lane) in group.lanes {
        rows.append((lane, index, y))
        y += LanePainter.laneHeight
      }
      y += LanePainter.gap
    }
    return rows
  }

  var height: Int {
    LanePainter.top + states.lanes.count * LanePainter.laneHeight + groups.count * LanePainter.gap
  }

  /// The names to the left of the lanes, in rows of the same height.
  var names: String {
    var items: [String] = []
    for group in groups {
      for (position, entry) in group.lanes.enumerated() {
        let style =
          position == group.lanes.count - 1 ? "\(entry.lane.type.rawValue) last" : entry.lane.type.rawValue
        let title = xmlText(entry.lane.title)
        items.append("<li class=\"\(style)\" title=\"\(xmlAttribute(entry.lane.title))\">\(title)</li>")
      }
    }
    return "<ul class=\"names\" aria-hidden=\"true\">\n\(items.joined(separator: "\n"))\n</ul>"
  }

  /// The states of a lane as bars.
  ///
  /// - Parameters:
  ///   - stops: Places of steps with the x at which what holds after them begins, in order.
  ///   - end: The x at which the last one ends.
  ///   - inset: Room for a mark before the text in a bar.
  func bars(
    _ lane: StateLanes.Lane, y: Int, stops: [(position: Int, x: Int)], end: Int, inset: Int = 5
  ) -> [String] {
    var bars: [String] = []
    var start = 0
    for index in stops.indices {
      let state = lane.states[stops[index].position]
      if index + 1 < stops.count, lane.states[stops[index + 1].position] == state { continue }
      let x = stops[start].x
      let width = (index + 1 < stops.count ? stops[index + 1].x : end) - x
      start = index + 1
      if state.tone == .idle || width <= 0 { continue }
      bars.append(
        "<rect class=\"bar \(lane.type.rawValue) \(state.tone.rawValue)\" x=\"\(x)\" y=\"\(y + 4)\" "
          + "width=\"\(width)\" height=\"\(LanePainter.laneHeight - 8)\"><title>"
          + "\(xmlText("\(lane.title): \(state.text)"))</title></rect>")
      if let label = label(lane, state, width - inset) {
        bars.append("<text class=\"in\" x=\"\(x + inset)\" y=\"\(y + 17)\">\(xmlText(label))</text>")
      }
    }
    return bars
  }

  /// What fits into a bar: where a thread is, who runs a queue's block, a count.
  private func label(_ lane: StateLanes.Lane, _ state: StateLanes.State, _ width: Int) -> String? {
    let text =
      switch lane.type {
      case .thread: state.text.replacing("runs inside ", with: "").replacing("ready inside ", with: "")
      case .queue: state.text.replacing("runs on ", with: "")
      case .count: state.text.replacing("count ", with: "").replacing("value ", with: "")
      case .lock: state.text.replacing("held by ", with: "")
      }
    if text == "runs" || text == "ready" || text.isEmpty { return nil }
    // There its own steps are.
    if lane.type == .thread, state.tone == .runs { return nil }
    let most = (width - 3) * 10 / 62
    if most >= text.count { return text }
    return lane.type != .count && most >= 8 ? text.truncated(to: most) : nil
  }

  /// Grey ground under each lane.
  func grounds(width: Int) -> [String] { rows.map { rectangle("ground", $0.y, width) } }

  /// What a pointer meets wherever it is on a lane.
  func hit(y: Int, width: Int) -> String { rectangle("hit", y, width) }

  private func rectangle(_ style: String, _ y: Int, _ width: Int) -> String {
    "<rect class=\"\(style)\" x=\"0\" y=\"\(y + 4)\" width=\"\(width)\" "
      + "height=\"\(LanePainter.laneHeight - 8)\"/>"
  }
}
