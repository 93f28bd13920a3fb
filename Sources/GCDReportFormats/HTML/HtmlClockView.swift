// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// The lanes in virtual time: steps take none, so that all steps between two passings of time are together.
struct HtmlClockView {
  /// A moment of virtual time at which steps are made.
  private struct Instant {
    var time: UInt64
    /// The first and the last step.
    var first: Int
    var last: Int
    var x = 0
  }

  private let states: StateLanes
  private let painter: LanePainter
  private var instants: [Instant] = []
  private static let width = 900
  /// Instants are at least so far apart.
  private static let closest = 46

  init(_ states: StateLanes, _ painter: LanePainter) {
    self.states = states
    self.painter = painter
    for (position, time) in states.times.enumerated() {
      guard let time else { continue }
      if instants.last?.time == time {
        instants[instants.count - 1].last = position
      } else {
        instants.append(Instant(time: time, first: position, last: position))
      }
    }
    place()
  }

  /// In proportion, but never too close.
  private mutating func place() {
    guard let first = instants.first, let last = instants.last, last.time > first.time else { return }
    var x = 8
    for index in instants.indices {
      if index > 0 {
        let passed = instants[index].time.subtractingSaturated(instants[index - 1].time)
        let share = min(Double(passed) / Double(last.time - first.time), 1)
        x += max(Int(share * Double(HtmlClockView.width)), HtmlClockView.closest)
      }
      instants[index].x = x
    }
  }

  /// Time passes in this schedule.
  var hasTime: Bool { instants.count > 1 }

  private var end: Int { (instants.last?.x ?? 0) + HtmlClockView.closest }

  var svg: String {
    let height = painter.height
    var lines = [
      "<svg class=\"timeline time\" viewBox=\"0 0 \(end + 40) \(height)\" width=\"\(end + 40)\" "
        + "height=\"\(height)\" role=\"img\" aria-label=\"What each thread and object does in virtual time\">"
    ]
    lines += painter.grounds(width: end)
    for instant in instants {
      let count = instant.last - instant.first + 1
      lines.append(
        "<g data-first=\"\(instant.first)\" data-last=\"\(instant.last)\" data-x=\"\(instant.x)\">"
          + "<text class=\"axis start\" x=\"\(instant.x)\" y=\"11\">"
          + "\(xmlText(clockTime(instant.time)))</text>"
          + "<path class=\"grid\" d=\"M\(instant.x) 16V\(height - 6)\"/><title>"
          + "\(xmlText("\(clockTime(instant.time)): \(counted(count, "step"))"))</title></g>")
    }
    let stops = instants.map { (position: $0.last, x: $0.x) }
    for (lane, index, y) in painter.rows {
      lines.append("<g data-lane=\"\(index)\">" + painter.hit(y: y, width: end))
      lines += painter.bars(lane, y: y, stops: stops, end: end, inset: 14)
      if lane.type == .thread { lines += counts(lane, y) }
      lines.append("</g>")
    }
    lines.append(
      "<rect class=\"cursor\" y=\"\(LanePainter.top - 4)\" x=\"\((instants.last?.x ?? 0) - 3)\" width=\"6\" "
        + "height=\"\(height - LanePainter.top)\"/>")
    return lines.joined(separator: "\n") + "\n</svg>"
  }

  /// How many steps a thread makes at each instant.
  private func counts(_ lane: StateLanes.Lane, _ y: Int) -> [String] {
    instants.compactMap { instant in
      let own = (instant.first...instant.last).filter { states.steps[$0].line.participant == lane.title }
      guard let last = own.last else { return nil }
      let title = own.prefix(12).map { position in
        // Escaped where the title is written.
        "step \(states.steps[position].line.index): \(states.steps[position].line.action)"
      }
      let more = own.count > title.count ? ["and \(own.count - title.count) more"] : []
      let text =
        own.count == 1 ? "" : "<text class=\"amount\" x=\"\(instant.x)\" y=\"\(y + 16)\">\(own.count)</text>"
      return "<g data-dot=\"\(last)\"><circle class=\"dot\" cx=\"\(instant.x)\" cy=\"\(y + 13)\" "
        + "r=\"\(own.count == 1 ? 4 : 9)\"/>\(text)<title>"
        + xmlText(([lane.title] + title + more).joined(separator: "\n")) + "</title></g>"
    }
  }
}
