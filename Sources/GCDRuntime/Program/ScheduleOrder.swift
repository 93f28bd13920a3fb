// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// One schedule of a whole program, as it is asked for in a process of its own.
package struct ScheduleOrder: Sendable, Codable, Equatable {
  /// Which schedule.
  package enum Course: Sendable, Codable, Equatable {
    /// The one of this number, from 0; all after 0 depend on the profile of that one.
    case numbered(Int, choicePoints: Int, steps: Int, tasks: Int)
    /// That of a token; with `fairAfter`, its choices up to that point and a fair order afterwards.
    case replayed(token: String, fairAfter: Int?)
    /// One that a search for a smaller schedule than that of the token asks for.
    case shrunk(token: String, ShrinkingRun)
  }

  package var course: Course
  /// Workers of the virtual pool; 0 = unbounded.
  package var width: Int
  /// Keeps full stacks and makes findings of what went wrong.
  package var explains = false
  /// Answers with every step.
  package var isTraced = false
  /// Lets what the program prints through.
  package var showsOutput = false
  /// For GCD106: the smallest width of the pool that suffices; 0 = not looked for.
  package var neededWorkers = 0
  /// Goes into findings.
  package var context: RunContext

  package init(_ course: Course, width: Int, context: RunContext) {
    self.course = course
    self.width = width
    self.context = context
  }
}

/// What all schedules of one exploration have in common.
package struct ProgramOptions: Sendable, Codable, Equatable {
  package var seed: UInt64
  package var strategy: String
  package var maxSteps: Int
  /// Virtual nanoseconds.
  package var skew: UInt64
  /// Virtual nanoseconds.
  package var settle: UInt64
  /// Exit statuses beside 0 that are no failure.
  package var allowedStatuses: [Int32]

  package init(_ options: ExplorationOptions, allowedStatuses: [Int32]) {
    seed = options.effectiveSeed
    strategy = options.strategy.description
    maxSteps = options.maxSteps
    skew = options.skewNanoseconds
    settle = options.settleNanoseconds
    self.allowedStatuses = allowedStatuses
  }

  /// The options of the run in the program's process.
  var exploration: ExplorationOptions {
    ExplorationOptions(
      seed: seed, strategy: Strategy(strategy) ?? .auto, maxSteps: maxSteps,
      skew: .nanoseconds(Int64(clamping: skew)), settle: .nanoseconds(Int64(clamping: settle)),
      bodyHost: .mainThread)
  }
}
