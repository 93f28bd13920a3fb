// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// How a data source joins values that arrive before its handler runs (Libdispatch.md 2.9).
public enum SourceKind: UInt8, Sendable {
  case timer
  case add
  case or
  case replace
  /// A descriptor that can be read from, or written to.
  case read
  case write
  case signal
}

/// A source: a lane of its own plus what makes its handlers run (Libdispatch.md 2.8, 2.9).
struct SourceState {
  var lane: Int
  var kind: SourceKind
  var isCancelled = false
  var isReleased = false
  /// The first activation has happened: handlers may run.
  var isInstalled = false
  /// Signals: the task whose step installs it, from the activation to that step; -1 = none.
  var installTask = -1
  /// It has a mandatory cancel handler: nothing about it may change once it is active.
  var isStrict = false
  /// What it watches is gone, or could never be watched: no event comes any more.
  var isOver = false
  var hasEventHandler = false
  var hasCancelHandler = false
  var hasRegistrationHandler = false
  /// The handler that is in the lane, or that runs; -1 = none. Never more than one (Libdispatch.md 2.8).
  var eventTask = -1
  /// The handler whose deadline is armed; -1 = none.
  var armedTask = -1
  /// Timers: who has set it, and in which of its epochs; -1 = none.
  var setter = -1
  var setterEpoch: UInt32 = 0
  /// Timers: the next deadline on the grid; `Operation.noDeadline` = disarmed.
  var next = Operation.noDeadline
  /// Timers: the period; 0 = one shot.
  var interval: UInt64 = 0
  /// Timers: by how much the start lay before the run did, until the first event.
  var lag: UInt64 = 0
  /// Of the next setting of the timer.
  var pendingLag: UInt64 = 0
  /// The period that the next setting of the timer takes over.
  var pendingInterval: UInt64 = 0
  /// Data sources: what has been merged since the last handler began.
  var pendingData: UInt64 = 0
  /// Descriptors and signals: what the standing event tells; it has to be reported even if it is 0.
  var eventData: UInt64 = 0
  /// The event that arrives next has really happened; set by the owner of the world.
  var isEventReal = false
  /// Signals: one came while the handler ran.
  var hasSignal = false
  /// Signals: the last one came before the source was installed.
  var hasMissedSignal = false
  /// Tasks that wait for the end of a cancellation.
  var cancelWaiters = TaskList()
  /// What `getData` answers.
  var data: UInt64 = 0
  /// How many handler tasks have been made.
  var handlerCount: UInt64 = 0
  /// How often in a row it fired while no other task became enabled.
  var consecutiveIdleFires = 0
  /// `Core.progressCounter` when it fired last.
  var progressAtLastFire: UInt64 = 0
  var stableID: UInt64

  /// It has been activated: its setup is over, even where it is not installed yet.
  var isActivated: Bool { isInstalled || installTask >= 0 }

  init(kind: SourceKind, lane: Int, stableID: UInt64) {
    self.kind = kind
    self.lane = lane
    self.stableID = stableID
  }
}
