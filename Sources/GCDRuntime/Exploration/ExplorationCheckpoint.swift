// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// An exploration between two of its runs, for another process that takes it up again.
package struct ExplorationCheckpoint: Sendable, Codable {
  /// The number of the schedule that comes next.
  var next: Int
  /// A search through all orders is under way.
  var search: Search?
  /// The same, where the search is the whole exploration.
  var split: WholeSearch?
  /// It was cut while it had runs to make before the next schedule.
  var isInSearch: Bool
  var proofIsOver: Bool
  var proofIsComplete: Bool

  var schedulesRun: Int
  var abandonedExecutions: Int
  var steps: Int
  var shrinkingRuns: Int
  var traceHash: UInt64
  var coverage: ExplorationCoverage
  var recordedTrace: ShardProgress
  var isExhaustive: Bool
  var extent: SearchExtent?
  var output: [String]
  var notes: [SummaryNote]

  package var findings: [Finding]
  var saved: [SavedSchedule]
  var log: FindingLog.State
  var seenFailures: [UInt64]
  var mostWorkers: Int
  var cooperativeChecks: [PoolCheck]
  var idleRuns: Int
  var choicePoints: Int?
  var directedRuns: Int
  /// For each set of locks, the patterns over them that no run could confirm.
  var failures: [LockFailures]
  /// Values of the variables that a scenario asks for.
  package var outcomes: [[Int]] = []

  /// A schedule to be executed again with a pool that may be too narrow for it.
  struct PoolCheck: Codable {
    /// Of the schedule in its exploration.
    var number: Int
    /// Text of the token, with the width of that pool.
    var token: String
  }

  struct LockFailures: Codable {
    var locks: UInt64
    var count: Int
  }

  /// A search through all orders, with what is known of its runs.
  struct Search: Sendable, Codable {
    var search: ExhaustiveSearch
    var starts: Int
  }

  /// A search through all orders that is the whole exploration.
  struct WholeSearch: Sendable, Codable {
    var split: SplitSearch
    var starts = 1
    var isSound = true
    /// Runs made.
    var runs = 0
    /// Of the job that is next: the runs that count already, and those among them that repeat no other one.
    var counted = 0
    var countedExecutions = 0

    init(_ split: SplitSearch) { self.split = split }
  }
}

/// A checkpoint behind a reference: what holds it is copied often.
package final class CheckpointReference: Sendable {
  package let checkpoint: ExplorationCheckpoint

  package init(_ checkpoint: ExplorationCheckpoint) { self.checkpoint = checkpoint }
}

/// The same of a search.
final class InterruptedSearch: Sendable {
  let search: ExplorationCheckpoint.WholeSearch

  init(_ search: ExplorationCheckpoint.WholeSearch) { self.search = search }
}
