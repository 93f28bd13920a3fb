// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How far an exploration has come, between two schedules.
public struct ExplorationProgress: Sendable, Equatable {
  /// Schedules that ran.
  public var schedules: Int
  /// Those of them that were different; an estimate where there are many, see `ScheduleCoverage`.
  public var distinct: Int
  /// The time is over, and what a schedule showed is still being looked into.
  package var isLate = false

  /// - Parameters:
  ///   - schedules: from 0.
  ///   - distinct: from 0 to `schedules`.
  public init(schedules: Int, distinct: Int) {
    self.schedules = schedules
    self.distinct = distinct
  }
}
