// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A step that has been tried at a node, with all that it can come to.
struct ExploredStep: Equatable {
  var task: UInt64
  var footprint: Footprint
}

/// A step that is still to be tried at a node.
struct BacktrackEntry: Codable, Equatable {
  /// Stable ids of the tasks whose steps are taken in this order, as far as that is possible.
  var order: [UInt64]

  var task: UInt64 { order[0] }
}

/// A step that a part of a search wants to be tried at a node that is not its own.
struct WantedStep: Equatable {
  /// Index on the path.
  var node: Int
  /// It is not needed where one of these tasks is tried.
  var others: [UInt64]
  /// As in a `BacktrackEntry`.
  var order: [UInt64]
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

  /// Another step is tried; `spent` is what was up to the step before.
  mutating func begin(_ task: UInt64, after spent: Int) {
    self.task = task
    effects = []
    footprint.removeAll()
    wholeFootprint.removeAll()
    caused = []
    preemptions = running == 0 || running == task ? spent : spent + 1
  }

  func isAsleep(_ task: UInt64) -> Bool { sleepSet.contains { $0.task == task } }

  /// Whether a step of the task has been tried, is, or will be.
  func knows(_ task: UInt64) -> Bool {
    self.task == task || tried.contains { $0.task == task } || open.contains { $0.task == task }
  }

  /// Something is left to be tried.
  var hasOpen: Bool {
    open.contains { step in
      step.task != task && !isAsleep(step.task) && !tried.contains { $0.task == step.task }
    }
  }

  /// Leaves out what only the next node, or a step that is tried there, follows from.
  mutating func leaveOut() {
    wholeFootprint.removeAll()
    fleeting = []
    tried = []
    for index in sleepSet.indices { sleepSet[index].footprint.removeAll() }
  }

  /// Without what is to be tried.
  var asCopy: SearchNode {
    var copy = self
    copy.open = []
    return copy
  }

  /// The other ways that the step can go, from its effect `first` on: each up to where it leaves this one.
  func otherEffects(from first: Int) -> [[EffectChoice]] {
    var ways: [[EffectChoice]] = []
    for index in effects.indices.reversed() where index >= first {
      for taken in effects[index].taken + 1..<max(effects[index].count, effects[index].taken + 1) {
        ways.append(effects[..<index] + [EffectChoice(taken: taken, count: effects[index].count)])
      }
    }
    return ways
  }
}
