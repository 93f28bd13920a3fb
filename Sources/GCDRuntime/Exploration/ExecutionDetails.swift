// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// What one execution reached.
package struct CoverageSample: Sendable, Codable {
  /// The hash of its partial order.
  package var order: UInt64
  /// A random strategy made it.
  package var isDrawn: Bool
  /// Its conflict pairs, without some that the executor has met before.
  package var conflictPairs: [UInt64]

  package init(order: UInt64, isDrawn: Bool, conflictPairs: [UInt64]) {
    self.order = order
    self.isDrawn = isDrawn
    self.conflictPairs = conflictPairs
  }
}

/// What a search for a smaller schedule wants to know of an execution.
package struct ShrinkingTrail: Sendable, Codable {
  package var deviations: [StableDeviation]
  /// Of the execution of the schedule itself alone.
  package var longestWaits: [StableDeviation] = []
  package var order = PartialSchedule()

  init(_ scheduler: Scheduler, isWhole: Bool) {
    deviations = scheduler.deviations
    guard isWhole else { return }
    longestWaits = scheduler.longestWaits
    order = scheduler.wholeOrder
  }
}

/// What became of orders of a regression file.
package struct MatchedDeviations: Sendable, Codable {
  /// The deviations that were made.
  package var made: [StableDeviation] = []
  /// The orders as deviations by the names that tasks have in this execution.
  package var mapped: [StableDeviation] = []

  package init() {}
}
