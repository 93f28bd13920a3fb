// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The schedule as lanes, one for each thread and queue, from the first step on the left to the last.
struct HtmlTimeline {
  private let states: ScheduleStates
  private let number: Int
  private let pitch: Int
  private static let labelWidth = 190
  private static let laneHeight = 26
  private static let mostLanes = 24

  init(_ states: ScheduleStates, number: Int) {
    self.states = states
    self.number = number
    pitch = min(max(960 / max(states.positions.count, 1), 7), 40)
  }

  var svg: String {
    let lanes = states.lanes.filter { $0.sort == .thread || $0.sort == .queue }.prefix(HtmlTimeline.mostLanes)
    if lanes.isEmpty { return "" }
    let width = HtmlTimeline.labelWidth + states.positions.count * pitch + 12
    let height = lanes.count * HtmlTimeline.laneHeight + 30
    var lines = [
      "<div class=\"scroll\"><svg class=\"timeline\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
        + "height=\"\(height)\" role=\"img\" aria-label=\"What each thread and queue does, step by step\" "
        + "data-left=\"\(HtmlTimeline.labelWidth)\" data-pitch=\"\(pitch)\">"
    ]
    lines += axis(height)
    for (row, lane) in lanes.enumerated() { lines += bars(lane, row) }
    lines.append(
      "<rect class=\"cursor\" y=\"16\" "
        + "x=\"\(HtmlTimeline.labelWidth + (states.positions.count - 1) * pitch)\" "
        + "width=\"\(pitch)\" height=\"\(height - 22)\"/>")
    return lines.joined(separator: "\n") + "\n</svg></div>"
  }

  /// The numbers of some steps, so that they do not run into each other.
  private func axis(_ height: Int) -> [String] {
    let every = max(1, (36 + pitch - 1) / pitch)
    return stride(from: 0, to: states.positions.count, by: every).map { position in
      let x = HtmlTimeline.labelWidth + position * pitch + pitch / 2
      return "<text class=\"axis\" x=\"\(x)\" y=\"11\">\(states.positions[position].line.index)</text>"
        + "<path class=\"grid\" d=\"M\(x) 16V\(height - 6)\"/>"
    }
  }

  private func bars(_ lane: ScheduleStates.Lane, _ row: Int) -> [String] {
    let top = 20 + row * HtmlTimeline.laneHeight
    var lines = [
      "<text class=\"name \(lane.sort.rawValue)\" x=\"\(HtmlTimeline.labelWidth - 10)\" y=\"\(top + 15)\">"
        + "\(xmlText(lane.title.truncated(to: 26)))</text>"
    ]
    var start = 0
    for position in lane.states.indices {
      let isLast = position == lane.states.count - 1
      guard isLast || lane.states[position + 1] != lane.states[start] else { continue }
      let state = lane.states[start]
      let x = HtmlTimeline.labelWidth + start * pitch
      lines.append(
        "<rect class=\"bar \(lane.sort.rawValue) \(state.tone.rawValue)\" x=\"\(x)\" y=\"\(top + 3)\" "
          + "width=\"\((position - start + 1) * pitch)\" height=\"\(HtmlTimeline.laneHeight - 8)\"><title>"
          + "\(xmlText("\(lane.title): \(state.text)"))</title></rect>")
      start = position + 1
    }
    if lane.sort == .thread { lines += dots(lane, top) }
    return lines
  }

  /// The thread's own steps, with their words for whoever points at them.
  private func dots(_ lane: ScheduleStates.Lane, _ top: Int) -> [String] {
    states.positions.enumerated().filter { $0.element.line.party == lane.title }.map { position, entry in
      let line = entry.line
      let place = line.location.map { ", \($0.short)" } ?? ""
      let x = HtmlTimeline.labelWidth + position * pitch + pitch / 2
      return
        "<circle class=\"\(line.outcome == .waits ? "dot waits" : "dot")\" cx=\"\(x)\" cy=\"\(top + 12)\" "
        + "r=\"\(min(4, pitch / 2))\"><title>"
        + "\(xmlText("step \(line.index): \(line.party) \(line.deed)\(place)"))</title></circle>"
    }
  }
}
