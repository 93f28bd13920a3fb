// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// What one execution came by.
package struct CoverageSample: Sendable, Codable {
  /// The hash of its partial order.
  package var order: UInt64
  /// A random strategy made it.
  package var isDrawn: Bool
  /// Its hand-offs, without some that the executor has met before.
  package var handOffs: [UInt64]

  package init(order: UInt64, isDrawn: Bool, handOffs: [UInt64]) {
    self.order = order
    self.isDrawn = isDrawn
    self.handOffs = handOffs
  }
}

/// What a search for a smaller schedule wants to know of an execution.
package struct ShrinkingTrail: Sendable, Codable {
  package var detours: [Detour]
  /// Of the execution of the schedule itself alone.
  package var longestWaits: [Detour] = []
  package var order = ScheduleExcerpt()

  init(_ scheduler: Scheduler, isWhole: Bool) {
    detours = scheduler.detours
    guard isWhole else { return }
    longestWaits = scheduler.longestWaits
    order = scheduler.wholeOrder
  }
}

/// What became of orders of a regression file.
package struct MatchedOrders: Sendable, Codable {
  /// The detours that were made.
  package var made: [Detour] = []
  /// The orders as detours by the names that tasks have in this execution.
  package var mapped: [Detour] = []

  package init() {}
}
