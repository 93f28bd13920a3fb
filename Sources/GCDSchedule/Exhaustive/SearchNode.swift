// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A step that has been tried at a node, with all that it can come to.
struct ExploredStep: Equatable {
  var task: UInt64
  var footprint: Footprint
}

/// A step that is still to be tried at a node.
struct BacktrackEntry: Equatable {
  /// Stable ids of the tasks whose steps are taken in this order, as far as that is possible.
  var order: [UInt64]

  var task: UInt64 { order[0] }
}

/// Which way an operation went that could go several.
struct EffectChoice: Equatable {
  var taken: Int
  var count: Int
}

/// A step that another one may turn into something else, or make impossible for good.
struct RevocableStep: Equatable {
  var task: UInt64
  var operation: UInt64
  var mayBeRevoked: Bool
}

/// One state on the path that a search is on, and the step that is being tried there.
struct SearchNode {
  /// Stable ids of the enabled tasks.
  var able: [UInt64]
  /// Steps that lead nowhere new: what could follow them has been seen with another step in front.
  var sleepSet: [ExploredStep]
  /// Of the enabled tasks: the pending step, where another task may change or revoke it.
  var fleeting: [RevocableStep] = []
  var tried: [ExploredStep] = []
  var open: [BacktrackEntry] = []
  /// The step that is being tried.
  var task: UInt64
  var effects: [EffectChoice] = []
  /// What that step used in the present run.
  var footprint = Footprint()
  /// The same, for all its effects so far.
  var wholeFootprint = Footprint()
  /// Tasks that the step enabled.
  var caused: [UInt64] = []
  /// Bounded searches: the preemptions up to and including this step.
  var preemptions = 0
  /// Bounded searches: the task that ran before, if it is enabled here; 0 = none.
  var running: UInt64 = 0

  func isAsleep(_ task: UInt64) -> Bool { sleepSet.contains { $0.task == task } }

  /// Whether a step of the task has been tried, is, or will be.
  func knows(_ task: UInt64) -> Bool {
    self.task == task || tried.contains { $0.task == task } || open.contains { $0.task == task }
  }
}
