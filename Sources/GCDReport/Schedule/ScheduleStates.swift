// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What every thread, queue, group, semaphore and lock is in after each step of a schedule.
///
/// Only what the steps say for sure: where the schedule is not told from its first step on, nothing is said
/// about blocks that wait in queues.
struct ScheduleStates: Sendable {
  /// How a state looks.
  enum Tone: String, Sendable {
    case idle, runs, waits, plain
  }

  struct State: Sendable, Equatable {
    var text: String
    var tone: Tone
  }

  enum Sort: String, Sendable {
    case thread, queue, count, lock
  }

  /// One thing through the whole schedule.
  struct Lane: Sendable {
    var sort: Sort
    var title: String
    /// One for each step: what holds after it.
    var states: [State]
  }

  /// A step and what changed by it.
  struct Position: Sendable {
    var line: StepLine
    var block: Int?
  }

  let positions: [Position]
  let lanes: [Lane]
  /// Threads and objects for which there was no room.
  let omitted: Int
  /// Nothing is missing between the start of the schedule and the finding.
  let isWhole: Bool

  private static let mostThreads = 16
  private static let mostObjects = 24

  init(_ finding: Finding) {
    if let course = finding.course, !course.steps.isEmpty {
      positions = course.steps.map { Position(line: $0.line, block: $0.block) }
      isWhole = course.isWhole
    } else {
      positions = finding.steps.lines.map { Position(line: $0, block: nil) }
      isWhole = false
    }
    var walk = ScheduleWalk(finding, positions.map(\.line), isWhole: isWhole)
    for position in positions { walk.take(position) }
    lanes = walk.lanes(threads: ScheduleStates.mostThreads, objects: ScheduleStates.mostObjects)
    omitted = walk.laneTotal - lanes.count
  }

  /// Those who make steps, in the order in which they appear; the clock is none of them.
  var parties: [String] { positions.map(\.line.party).filter { $0 != "clock" && $0 != "nobody" }.distinct }
}
