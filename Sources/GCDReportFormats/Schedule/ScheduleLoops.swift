// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Where a schedule does the same again and again: runs of steps that repeat the steps before them.
struct ScheduleLoops: Sendable, Equatable {
  /// Steps that come `times` times in a row.
  struct Loop: Sendable, Equatable {
    /// Place of its first step.
    var start: Int
    /// Steps of one round.
    var period: Int
    var times: Int
    /// The place behind its last step.
    var end: Int { start + period * times }
    /// All rounds but the first.
    var repeats: Range<Int> { start + period..<end }
  }

  /// In order; no two share a step.
  private(set) var loops: [Loop] = []

  /// A round is no longer than this.
  private static let longestPeriod = 24
  private static let fewestTimes = 3

  /// - Parameter lines: Equal where two steps count as the same one: who, what and where, but not which block
  ///   and which count.
  init(_ lines: [StepLine]) {
    var numbers: [Action: Int] = [:]
    let actions = lines.map { line -> Int in
      let action = Action(line)
      let number = numbers[action] ?? numbers.count
      numbers[action] = number
      return number
    }
    var start = 0
    while start < actions.count {
      guard let loop = ScheduleLoops.longest(in: actions, from: start) else {
        start += 1
        continue
      }
      loops.append(loop)
      start = loop.end
    }
  }

  /// The loop that covers most steps from there on; the one with the shorter round where two cover as many.
  private static func longest(in actions: [Int], from start: Int) -> Loop? {
    var best: Loop?
    for period in 1...longestPeriod where start + period * fewestTimes <= actions.count {
      var end = start + period
      while end < actions.count, actions[end] == actions[end - period] { end += 1 }
      let loop = Loop(start: start, period: period, times: (end - start) / period)
      if loop.times >= fewestTimes, loop.end > best?.end ?? 0 { best = loop }
    }
    return best
  }

  private struct Action: Hashable {
    var participant: String
    var verb: String
    var object: ObjectName?
    var location: CodeLocation?
    var outcome: Int

    init(_ line: StepLine) {
      participant = line.participant
      verb = line.operation.verb
      object = line.object
      location = line.location
      outcome =
        switch line.outcome {
        case .done, .count: 0
        case .waits: 1
        case .timedOut: 2
        case .clock: 3
        case .dies: 4
        }
    }
  }
}
