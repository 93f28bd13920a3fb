// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// What an exploration has done, number by number: kept where its result is to be put together with others.
package struct ShardProgress: Sendable, Codable {
  /// The hashes of the schedules' traces, in the order of their numbers.
  package var hashes: [UInt64] = []
  /// How many of these hashes and of the findings come from the beginning, which is one shard's.
  package var beginning = Beginning()
  /// What was new to this process in the schedules that were looked at.
  package var looks: [CoverageSnapshot] = []
  /// Runs that were led to deadlocks, with the number of the schedule that let expect them.
  package var directed: [DirectedRuns] = []
  /// The number of the schedule that was looked at last.
  package var last = 0
  /// A finding ended the exploration there.
  package var isEndedByFinding = false
  /// So did the schedule of a regression file, before anything was explored.
  package var isEndedBySaved = false

  package struct Beginning: Sendable, Codable {
    package var hashes = 0
    package var findings = 0
  }

  package struct DirectedRuns: Sendable, Codable {
    package var number: Int
    package var runs: Int
  }

  package init() {}

  mutating func addDirected(_ runs: Int, at number: Int) {
    if runs > 0 { directed.append(DirectedRuns(number: number, runs: runs)) }
  }
}
