// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What every thread, queue, group, semaphore and lock is in after each step of a schedule.
///
/// Only what the steps say for sure: where what came before the first one is not known, nothing is said about
/// blocks that wait in queues and about locks.
struct StateLanes: Sendable {
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

  /// One thread or object through the whole schedule.
  struct Lane: Sendable {
    var type: Sort
    var title: String
    /// One for each step: what holds after it.
    var states: [State]
  }

  let steps: [RecordedTrace.Step]
  let lanes: [Lane]
  /// Virtual nanoseconds since the start of the run after each step; nil = not known.
  let times: [UInt64?]
  let happensBefore: VectorClocks
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
      steps = recordedTrace.steps
      isWhole = recordedTrace.isWhole
      isContinued = recordedTrace.opening != nil
    } else {
      steps = finding.steps.lines.map { RecordedTrace.Step($0) }
      isWhole = false
      isContinued = false
    }
    var replay = StateReplay(finding, steps, isWhole: isWhole)
    for (index, step) in steps.enumerated() {
      replay.take(step, isLast: index == steps.count - 1)
    }
    times = replay.times
    lanes = replay.lanes(threads: StateLanes.mostThreads, objects: StateLanes.mostObjects)
    omitted = replay.laneTotal - lanes.count
    happensBefore = VectorClocks(steps)
  }

  /// Those who make steps, in the order in which they appear; the clock is none of them.
  var participants: [String] {
    steps.map(\.line.participant).filter { $0 != "clock" && $0 != "nobody" }.distinct
  }
}
