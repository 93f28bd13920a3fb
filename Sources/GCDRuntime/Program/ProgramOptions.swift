// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// What all executions of one program have in common.
package struct ProgramOptions: Sendable, Codable, Equatable {
  package var seed: UInt64
  package var strategy: String
  package var maxSteps: Int
  /// Virtual nanoseconds.
  package var skew: UInt64
  /// Virtual nanoseconds.
  package var settle: UInt64
  /// Exit statuses next to 0 that are no failure.
  package var allowedStatuses: [Int32]
  /// The folder that paths in regression files are relative to.
  package var root: String

  package init(_ options: ExplorationOptions, allowedStatuses: [Int32]) {
    seed = options.effectiveSeed
    strategy = options.strategy.description
    maxSteps = options.maxSteps
    skew = options.skewNanoseconds
    settle = options.settleNanoseconds
    self.allowedStatuses = allowedStatuses
    root = options.regressions?.root ?? ""
  }

  /// The options of an execution in the program's process.
  var exploration: ExplorationOptions {
    ExplorationOptions(
      seed: seed, strategy: Strategy(strategy) ?? .auto, maxSteps: maxSteps,
      skew: .nanoseconds(Int64(clamping: skew)), settle: .nanoseconds(Int64(clamping: settle)),
      bodyHost: .mainThread)
  }
}
