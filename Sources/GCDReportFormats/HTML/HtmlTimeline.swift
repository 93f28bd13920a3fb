// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The schedule as lanes, one for each thread, queue and counted thing: by step, and in virtual time.
struct HtmlTimeline {
  private let states: StateLanes
  private let number: Int
  private let loops: ScheduleLoops
  private let painter: LanePainter
  private let pitch: Int

  init(_ states: StateLanes, loops: ScheduleLoops, number: Int) {
    self.states = states
    self.number = number
    self.loops = loops
    painter = LanePainter(states: states)
    pitch = min(max(940 / max(states.steps.count, 1), 8), 44)
  }

  /// Both views with a switch that works without a script.
  var views: String {
    if states.lanes.isEmpty { return "" }
    let clock = HtmlClockView(states, painter)
    let legend =
      [("runs", "runs"), ("ready", "could run"), ("waits", "waits"), ("sleeps", "sleeps")]
      .map { "<span class=\"key \($0.0)\">\($0.1)</span>" }.joined()
    let hasTime = clock.hasTime
    let switches =
      hasTime
      ? """
      <input type="radio" name="axis-\(number)" id="steps-\(number)" class="by-step" checked>
      <label for="steps-\(number)">by step</label>
      <input type="radio" name="axis-\(number)" id="time-\(number)" class="by-time">
      <label for="time-\(number)">in virtual time</label>
      """ : "<span class=\"note\">by step; no virtual time passes</span>"
    return """
      <div class="views">
      \(switches)
      <span class="legend">\(legend)</span>
      <div class="lanes">
      \(painter.names)
      <div class="scroll">
      \(svg)\(hasTime ? "\n" + clock.svg : "")
      </div>
      </div>
      </div>
      """
  }

  private var svg: String {
    let width = states.steps.count * pitch + 12
    let height = painter.height
    var lines = [
      "<svg class=\"timeline steps\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
        + "height=\"\(height)\" role=\"img\" aria-label=\"What each thread and object does, step by step\" "
        + "data-pitch=\"\(pitch)\">"
    ]
    lines += painter.grounds(width: states.steps.count * pitch)
    lines += axis(height)
    let stops = states.steps.indices.map { (position: $0, x: $0 * pitch) }
    for (lane, index, y) in painter.rows {
      lines.append("<g data-lane=\"\(index)\">" + painter.hit(y: y, width: states.steps.count * pitch))
      lines += painter.bars(
        lane, y: y, stops: stops, end: states.steps.count * pitch,
        inset: lane.type == .thread ? pitch / 2 + 6 : 5)
      if lane.type == .thread { lines += dots(lane, y) }
      lines.append("</g>")
    }
    lines.append(
      "<rect class=\"cursor\" y=\"\(LanePainter.top - 4)\" x=\"\((states.steps.count - 1) * pitch)\" "
        + "width=\"\(pitch)\" height=\"\(height - LanePainter.top)\"/>")
    return lines.joined(separator: "\n") + "\n</svg>"
  }

  /// The numbers of some steps, so that they do not run into each other, and the loops.
  private func axis(_ height: Int) -> [String] {
    let every = max(1, (40 + pitch - 1) / pitch)
    let numbers = stride(from: 0, to: states.steps.count, by: every).map { position in
      let x = position * pitch + pitch / 2
      return
        "<text class=\"axis\" x=\"\(max(x, 10))\" y=\"11\">\(states.steps[position].line.index)</text>"
        + "<path class=\"grid\" d=\"M\(x) 16V\(height - 6)\"/>"
    }
    let marks = loops.loops.map { loop in
      let (from, to) = (loop.start * pitch + 1, loop.end * pitch - 1)
      return
        "<path class=\"loop\" d=\"M\(from) 20V15H\(to)V20\"><title>"
        + "\(xmlText(loop.caption(in: states)))</title></path>"
    }
    return numbers + marks
  }

  /// The thread's own steps, with their words for the one that points at them.
  private func dots(_ lane: StateLanes.Lane, _ y: Int) -> [String] {
    states.steps.enumerated().filter { $0.element.line.participant == lane.title }.map {
      position, entry in
      let line = entry.line
      // Escaped where the title is written.
      let place = line.location.map { ", \($0.short)" } ?? ""
      let x = position * pitch + pitch / 2
      return
        "<circle class=\"\(line.outcome == .waits ? "dot waits" : "dot")\" data-dot=\"\(position)\" "
        + "cx=\"\(x)\" cy=\"\(y + 13)\" r=\"\(min(4, pitch / 2))\"><title>"
        + "\(xmlText("step \(line.index): \(line.participant) \(line.action)\(place)"))</title></circle>"
    }
  }
}

extension ScheduleLoops.Loop {
  /// "steps 8 to 31: the same 4 steps, 6 times".
  func caption(in states: StateLanes) -> String {
    let (first, last) = (states.steps[start].line.index, states.steps[end - 1].line.index)
    let steps = period == 1 ? "the same step" : "the same \(counted(period, "step"))"
    return "steps \(first) to \(last): \(steps), \(grouped(times)) times"
  }
}
