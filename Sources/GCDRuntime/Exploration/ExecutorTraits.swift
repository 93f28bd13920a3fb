// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

/// What an exploration has to know of its executor.
package struct ExecutorTraits: Sendable {
  /// All executions share one process: what is made once per process is there after the first, and what one
  /// leaves behind stays.
  package var sharesProcess: Bool
  /// Executions that may leave something behind for good, at most.
  package var mostAbandonedExecutions = Int.max
  package var shrinking: ShrinkingLimits
  /// Executions that look for one schedule of a regression file that no longer fits, at most.
  package var searchLimit = Int.max
  /// How a search through all orders is split.
  package var searchShares: SearchShares {
    // A tenth of a second at most, and worth a message: an execution takes a process some milliseconds.
    sharesProcess
      ? SearchShares(first: 256, early: 64, usual: 1_024) : SearchShares(first: 16, early: 4, usual: 32)
  }
  /// How a finding is run again; nil = as the options say.
  package var target: ReplayTarget?
  /// How the tool is called in replay commands; nil = as usual.
  package var command: String?

  package init(sharesProcess: Bool, shrinking: ShrinkingLimits) {
    self.sharesProcess = sharesProcess
    self.shrinking = shrinking
  }
}

/// How much is done to make schedules smaller.
package struct ShrinkingLimits: Sendable {
  /// Runs for one finding; nil = as the options say.
  package var runs: Int?
  package var runsInAll: Int
  /// Steps of a schedule that is made smaller at all.
  package var stepsOfOne: Int
  /// Steps of all runs for one finding.
  package var steps: Int

  package init(runs: Int?, runsInAll: Int, stepsOfOne: Int, steps: Int) {
    self.runs = runs
    self.runsInAll = runsInAll
    self.stepsOfOne = stepsOfOne
    self.steps = steps
  }
}
