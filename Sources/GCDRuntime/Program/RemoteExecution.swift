// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// One execution in another process, as that reports it: the result, and what was asked for next to it.
///
/// What is empty most times is optional, so that it takes no room in a message.
package struct RemoteExecution: Sendable, Codable {
  package var result: ExecutionResult
  /// Nil where it was not asked for and nothing looks wrong.
  package var token: ScheduleToken?
  /// With places that are the same in each process.
  package var profile: ExecutionProfile?
  package var patterns: [DeadlockPattern]?
  package var sample: CoverageSample?
  package var trail: ShrinkingTrail?
  package var saved: SavedExecution?
  package var matched: MatchedDeviations?
  /// The search that it is a part of, after it.
  package var search: ExhaustiveSearch?
  /// What of the program's runtime could not be controlled.
  package var unknownParts: [RuntimePart]?
  /// Why the program did not follow the token.
  package var divergence: String?
  package var findings: [Finding]?
  /// Every step, and the hash up to it; only where the request asked for them.
  package var trace: [StepLine]?
  package var hashes: [UInt64]?
  /// Of a worker: tasks were left that can never continue.
  package var isAbandoned = false
  /// Of a worker: the values of the variables that a scenario asks for, where they were new to it.
  package var outcome: [Int]?

  package init(_ result: ExecutionResult) { self.result = result }
}
