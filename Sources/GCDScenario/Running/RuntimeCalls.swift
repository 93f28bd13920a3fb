// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// What a scenario calls of GCDRuntime: one function per thing that it needs beyond Dispatch.
///
/// A value and not a set of calls, so that tests can run a scenario without control and watch what it asks
/// for.
struct RuntimeCalls: Sendable {
  /// Runs the body under many schedules; `afterSchedule` is called outside control when one has ended, before
  /// its evidence is given up.
  var explore:
    @Sendable (
      _ options: ExplorationOptions, _ observer: ((Finding) -> Void)?,
      _ progress: ((ExplorationProgress) -> Bool)?,
      _ checkpoint: ExplorationCheckpoint?, _ team: WorkSharing?, _ afterSchedule: () -> Void,
      _ body: () throws -> Void
    ) throws(ControlProblem) -> Exploration
  /// An index for the path of a scenario file.
  var intern: @Sendable (_ path: String) -> Int
  /// The place of the step that comes next.
  var at: @Sendable (_ file: Int, _ line: Int, _ column: Int) -> Void
  /// Which of so many branches to take.
  var choose: @Sendable (_ count: Int) -> Int
  var read: @Sendable (_ variable: Int) -> Void
  var write: @Sendable (_ variable: Int) -> Void
  var fail: @Sendable (_ message: String) -> Void
  var note: @Sendable (_ text: String) -> Void
  /// Scheduling points of the schedule so far.
  var stepsMade: @Sendable () -> Int
  /// The block that is submitted next is private in the sense of `PrivatePosts`, with that key.
  var privatePost: @Sendable (_ key: UInt64) -> Void
  /// Names the object that was made last.
  var nameLastObject: @Sendable (_ name: String) -> Void
  var nameVariable: @Sendable (_ variable: Int, _ name: String) -> Void

  /// Those of this process.
  static let live = RuntimeCalls(
    explore: { (options, observer, progress, checkpoint, team, afterSchedule, body) throws(ControlProblem) in
      try withoutActuallyEscaping(afterSchedule) { (after) throws(ControlProblem) in
        let failures: FailureProbe = {
          after()
          return []
        }
        return try GCDRuntime.explore(
          options, failures: failures, observer: observer, progress: progress,
          resuming: checkpoint, team: team, body: body)
      }
    },
    intern: { InsideRun.intern(file: $0) },
    at: { InsideRun.at(file: $0, line: $1, column: $2) },
    choose: { InsideRun.choose($0) },
    read: { InsideRun.read($0) },
    write: { InsideRun.write($0) },
    fail: { InsideRun.fail($0) },
    note: { InsideRun.note($0) },
    stepsMade: { InsideRun.stepsMade },
    privatePost: { InsideRun.privatePost($0) },
    nameLastObject: { InsideRun.nameLastObject($0) },
    nameVariable: { InsideRun.name(variable: $0, $1) })
}
