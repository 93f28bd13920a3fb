// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A semaphore (Libdispatch.md 2.6). Waiters are all tasks that have announced a wait, enabled or not.
@usableFromInline
struct SemaphoreState {
  var value: Int
  var original: Int
  var waiters: TaskList
  @usableFromInline var stableID: UInt64
  /// The task that took the value last and has not given it back; -1 = none.
  var taker: Int
  /// Some task signalled what another one had taken: not used as a lock.
  var hasForeignSignal: Bool
  /// Some wait for it has ended by a signal, or by its value.
  var hasServed = false
  /// A `sem_t`: a cancelled thread leaves its wait.
  var isCancellationPoint: Bool
  /// An async function's next part is what it represents: a wait is an `await`, whose end others bring about.
  var isAwait: Bool
}

/// A group (Libdispatch.md 2.5).
struct GroupState {
  var count: Int
  /// Items to submit when the count returns to 0, in order of registration.
  var notifies: TaskList
  var waiters: TaskList
  /// The work item that keeps the group for itself, -1 = none.
  var workItem: Int
  /// The program has given up its last reference; while it is entered it lives on.
  var isReleased: Bool
  var stableID: UInt64
}

/// A work item (Libdispatch.md 2.7). Its group is entered once when it is made.
struct WorkItemState {
  /// The group that its first run leaves, or its end without one.
  var group: Int
  /// How many runs have ended, also those that skipped the body.
  var runs: Int
  /// How many calls run it, or wait for the queue on which they will.
  var runners: Int
  /// The last of those, -1 = none.
  var runner: Int
  var isCancelled: Bool
  /// A wait is on, or has succeeded: there must be no second one.
  var isWaitedFor: Bool
  /// A wait has succeeded: it must not run again.
  var wasWaitedFor: Bool
  /// It was called in place at some time.
  var ranInPlace: Bool
  /// A queue has got it, and neither the end of a run nor a wait has looked since.
  var isOnQueue: Bool
  var stableID: UInt64
}

/// A mutex. Waiters are all tasks that have announced a lock, enabled or not.
struct LockState {
  var owner: Int
  var depth: Int
  var isRecursive: Bool
  /// `PTHREAD_MUTEX_ERRORCHECK`.
  var checksOwner: Bool
  var robustness: Robustness
  var waiters: TaskList
  var stableID: UInt64
}

/// A read-write lock. Waiters are all tasks that have announced that they want it, enabled or not.
struct ReadWriteLockState {
  var writer: Int
  /// Shares in all, counting each time that one task has taken it.
  var readers: Int
  /// Who has shares: a list through `SharedHold.next`, -1 = the end.
  var firstHold: Int
  /// Writers that wait and keep new readers out; always 0 where writers are not preferred.
  var writersInLine: Int
  var prefersWriters: Bool
  var waiters: TaskList
  var stableID: UInt64
}

/// The shares that one task has of one read-write lock.
struct SharedHold {
  var task: Int
  var count: Int
  var next: Int
}

/// A barrier: tasks that wait in this round.
struct BarrierState {
  var count: Int
  var arrived: Int
  var waiters: TaskList
  var stableID: UInt64
}

/// A condition variable: tasks that wait, in order of arrival.
struct ConditionState {
  var waiters: TaskList
  var stableID: UInt64
}

/// A once token. Invariant: `owner` is set only while the initialiser runs.
struct OnceState {
  var owner: Int
  var isDone: Bool
  /// A second entry by the same task hangs (`swift_once`) instead of ending the process (`dispatch_once`).
  var hangsOnRecursion: Bool
  var waiters: TaskList
  var stableID: UInt64
}

/// A futex word: tasks that sleep on it, in order of arrival.
struct FutexState {
  var waiters: TaskList
  var stableID: UInt64
}

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
  var isCancelled: Bool
  var isReleased: Bool
  /// The first activation has happened: handlers may run.
  var isInstalled: Bool
  /// It has a mandatory cancel handler: nothing about it may change once it is active.
  var isStrict: Bool
  /// What it watches is gone, or could never be watched: no event comes any more.
  var isOver: Bool
  var hasEventHandler: Bool
  var hasCancelHandler: Bool
  var hasRegistrationHandler: Bool
  /// The handler that is in the lane, or that runs; -1 = none. Never more than one (Libdispatch.md 2.8).
  var eventTask: Int
  /// The handler whose deadline is armed; -1 = none.
  var armedTask: Int
  /// Timers: who has set it, and in which of its epochs; -1 = no task.
  var setter: Int
  var setterEpoch: UInt32
  /// Timers: the next deadline on the grid; `Operation.noDeadline` = disarmed.
  var next: UInt64
  /// Timers: the period; 0 = one shot.
  var interval: UInt64
  /// Timers: by how much the start lay before the run did, until the first event.
  var lag: UInt64
  /// Of the next setting of the timer.
  var pendingLag: UInt64
  /// The period that the next setting of the timer takes over.
  var pendingInterval: UInt64
  /// Data sources: what has been merged since the last handler began.
  var pendingData: UInt64
  /// Descriptors and signals: what the standing event tells; it has to be reported even if it is 0.
  var eventData: UInt64
  /// The event that arrives next has really happened; set by the owner of the world.
  var isEventReal: Bool
  /// Signals: one came while the handler ran.
  var hasSignal: Bool
  /// Tasks that wait for the end of a cancellation.
  var cancelWaiters: TaskList
  /// What `getData` answers.
  var data: UInt64
  /// How many handler tasks have been made.
  var handlerCount: UInt64
  /// How often in a row it fired while no other task became enabled.
  var consecutiveIdleFires: Int
  /// `World.progressCounter` when it fired last.
  var progressAtLastFire: UInt64
  var stableID: UInt64
}
