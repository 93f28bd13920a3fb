// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// How one schedule of a whole program ended, and what it looked like.
package struct ScheduleOutcome: Sendable, Codable, Equatable {
  /// The end of a program under control.
  package enum End: Sendable, Codable, Equatable {
    /// Nothing is left to do, and the program waits for more, as in `dispatchMain()`.
    case idle
    /// It can never go on: a deadlock, or a misuse for which libdispatch ends the process.
    case dead
    case stepLimit
    case exited(status: Int32)
    case crashed(signal: Int32)
    /// No step for a long time.
    case stalled
  }

  package var end: End
  package var steps: Int
  package var choicePoints: Int
  package var tasks: Int
  package var traceHash: UInt64
  /// Virtual nanoseconds that passed.
  package var virtualTime: UInt64
  /// Empty where nothing looks wrong and `tooNarrowPool` is 0.
  package var token: String
  /// Equal for schedules that went wrong in the same way; nil where nothing looks wrong.
  package var suspicion: UInt64?
  /// Equal for schedules that show one defect, whatever numbers their messages tell.
  package var signature: UInt64 = 0
  /// The clock may take part in the choices of other schedules.
  package var mayDifferByTime: Bool
  /// The raw value of a `PoolLimit` that leaves blocks of this schedule without a worker; 0 = none to try.
  package var tooNarrowPool: Int
  /// Blocks were left over for which there was no worker.
  package var isStarved: Bool
  /// A thread outside the run took part: running the schedule again need not show it again.
  package var hasForeignCalls: Bool
  /// An event from outside the process had a part in the schedule: another run of it may take another course.
  package var sawOutsideEvent = false
  /// What of the program's runtime could not be controlled.
  package var unknownParts: [RuntimePart]?
  /// Why the program did not follow the token.
  package var divergence: String?
  package var findings: [Finding] = []
  /// Every step, and the hash up to it; only where the order asked for them.
  package var trace: [StepLine] = []
  package var hashes: [UInt64] = []
  /// Of a run that a search for a smaller schedule asked for, where something looks wrong in it.
  package var shrinking: Shrinking?

  /// What such a search wants to know of a run.
  package struct Shrinking: Sendable, Codable, Equatable {
    package var detours: [Detour]
    /// Of the run of the schedule itself.
    package var longestWaits: [Detour] = []
    package var order = ScheduleExcerpt()

    init(_ scheduler: Scheduler, isWhole: Bool) {
      detours = scheduler.detours
      guard isWhole else { return }
      longestWaits = scheduler.longestWaits
      order = scheduler.wholeOrder
    }
  }

  /// The program has ended by itself, and says itself why.
  package var isFailure: Bool {
    switch end {
    case .exited, .crashed: true
    case .idle, .dead, .stepLimit, .stalled: false
    }
  }

  /// It did not come to an end.
  package var isGivenUp: Bool { end == .stepLimit || end == .stalled }

  /// Whether two runs of one schedule took the same course.
  package func agrees(with other: ScheduleOutcome) -> Bool {
    traceHash == other.traceHash && end == other.end && steps == other.steps
  }
}
