// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import GCDSchedule

/// Counts what the schedules of an exploration reached.
///
/// A class, since the struct that has it is copied without optimisation.
final class CoverageCounter {
  /// Without the schedule that waits.
  private var counted = ExplorationCoverage()
  /// The trace hash of the last schedule, while `isWaiting`.
  ///
  /// Where it belongs is far off in memory, which is fetched while the next schedule runs.
  private var waiting: UInt64 = 0
  private var isWaiting = false

  /// What all schedules reached that were looked at, and those that were not.
  var coverage: ExplorationCoverage {
    get {
      countWaiting()
      return counted
    }
    _modify {
      countWaiting()
      yield &counted
    }
    set {
      isWaiting = false
      counted = newValue
    }
  }

  /// Counts a schedule that has run.
  func add(_ traceHash: UInt64) {
    countWaiting()
    counted.schedules.withPlace(of: traceHash) { gcdc_prefetch($0) }
    waiting = traceHash
    isWaiting = true
  }

  private func countWaiting() {
    if isWaiting { counted.add(waiting) }
    isWaiting = false
  }
}
#endif
