// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What every thread, queue, group, semaphore and lock is in after each step of a schedule.
///
/// Only what the steps say for sure: where what came before the first one is not known, nothing is said about
/// blocks that wait in queues and about locks.
struct ScheduleStates: Sendable {
  /// How a state looks.
  enum Tone: String, Sendable {
    /// `runs` is who made the step, `ready` who could have.
    case idle, runs, ready, waits, sleeps, plain
  }

  struct State: Sendable, Equatable {
    var text: String
    var tone: Tone
    /// What a thread has that others may need, in words; empty for objects.
    var holds: [String] = []
    /// What it waits for.
    var waitsFor: ObjectName?
  }

  enum Sort: String, Sendable {
    case thread, queue, count, lock
  }

  /// One thing through the whole schedule.
  struct Lane: Sendable {
    var type: Sort
    var title: String
    /// One for each step: what holds after it.
    var states: [State]
  }

  /// A step and the block that it is about.
  struct Position: Sendable {
    var line: StepLine
    var block: Int?
  }

  let positions: [Position]
  let lanes: [Lane]
  /// Virtual nanoseconds since the start of the run after each step; nil = not known.
  let times: [UInt64?]
  let knowledge: ScheduleKnowledge
  /// Threads and objects for which there was no room.
  let omitted: Int
  /// Nothing is missing between the start of the schedule and the finding.
  let isWhole: Bool
  /// The steps follow each other without a gap, and what held before the first one is known.
  let isContinued: Bool

  private static let mostThreads = 16
  private static let mostObjects = 24

  init(_ finding: Finding) {
    if let recordedTrace = finding.recordedTrace, !recordedTrace.steps.isEmpty {
      positions = recordedTrace.steps.map { Position(line: $0.line, block: $0.block) }
      isWhole = recordedTrace.isWhole
      isContinued = recordedTrace.opening != nil
    } else {
      positions = finding.steps.lines.map { Position(line: $0, block: nil) }
      isWhole = false
      isContinued = false
    }
    var walk = ScheduleWalk(finding, positions.map(\.line), isWhole: isWhole)
    for (index, position) in positions.enumerated() {
      walk.take(position, isLast: index == positions.count - 1)
    }
    times = walk.times
    lanes = walk.lanes(threads: ScheduleStates.mostThreads, objects: ScheduleStates.mostObjects)
    omitted = walk.laneTotal - lanes.count
    knowledge = ScheduleKnowledge(positions)
  }

  /// Those who make steps, in the order in which they appear; the clock is none of them.
  var participants: [String] {
    positions.map(\.line.participant).filter { $0 != "clock" && $0 != "nobody" }.distinct
  }
}
