// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// What one run notes for its report, each in the order in which it came.
struct RunNotes {
  /// For each entry of the model's ledger, in order, where it was made; only while stacks are recorded.
  var ledger: [LedgerNote] = []
  /// Steps before which a task was preempted that could have made the next one; only while stacks are
  /// recorded.
  var preemptions: [Int] = []
  /// Where others went first although the task could run on; only while stacks are recorded.
  var pauses: [PauseNote] = []
  /// For each step, the Swift task that made it; only while stacks are recorded.
  var swiftTasks: [ObjectID] = []
  /// Calls that cancel Swift tasks.
  var cancellations: [CancellationNote] = []
  /// Where streams were unlocked, which is no step; as far as the order of locks is looked at.
  var unlockedStreams: [UnlockNote] = []
  /// Where checked continuations were dropped that had not been resumed; only while stacks are recorded.
  var droppedContinuations: [StackReference] = []
  /// Where blocks were submitted that are due in the distant future; only while stacks are recorded.
  var blocksNeverDue: [StackReference] = []
  /// Calls for a lock that failed since their thread has it already; only while stacks are recorded.
  var refusedLocks: [RefusedLockNote] = []
  /// What the program asked of Foundation's operations; only while stacks are recorded.
  var operations = OperationNotes()
  /// Swift tasks that were suspended while they held a lock (GCD304).
  var suspensions: [SuspensionNote] = []
  /// What Swift tasks wrote in actors; only while stacks are recorded.
  var actors = ActorHistory()
  /// Barrier blocks sent to a global queue: a warning each (GCD303).
  var globalBarriers: [GlobalBarrierNote] = []
  /// Sources dropped while they ran (GCD208).
  var droppedSources: [DroppedSourceNote] = []
  /// Failures reported by the program itself (scenario assertions).
  var failures: [RunFailure] = []
  /// Threads that the program made while under control (GCD902).
  var uncontrolledThreads: [Site] = []
  /// Queues and groups from outside on which real work was in flight when the run adopted them (GCD902).
  var workInFlight: [ObjectID] = []
  /// Groups and semaphores from outside, with the counts that they had when the run adopted them.
  var externalObjects: [ExternalObject] = []
  var output = ProgramOutput()
  /// Names that the program gave to objects which have no label of their own (scenario files).
  var names: [ObjectID: String] = [:]

  /// Most runs note nothing, and an array that is empty costs nothing to keep.
  mutating func removeAll() {
    if !ledger.isEmpty { ledger.removeAll(keepingCapacity: true) }
    if !preemptions.isEmpty { preemptions.removeAll(keepingCapacity: true) }
    if !pauses.isEmpty { pauses.removeAll(keepingCapacity: true) }
    if !swiftTasks.isEmpty { swiftTasks.removeAll(keepingCapacity: true) }
    if !cancellations.isEmpty { cancellations.removeAll(keepingCapacity: true) }
    if !unlockedStreams.isEmpty { unlockedStreams.removeAll(keepingCapacity: true) }
    if !droppedContinuations.isEmpty { droppedContinuations.removeAll(keepingCapacity: true) }
    if !blocksNeverDue.isEmpty { blocksNeverDue.removeAll(keepingCapacity: true) }
    if !refusedLocks.isEmpty { refusedLocks.removeAll(keepingCapacity: true) }
    if !operations.isEmpty { operations = OperationNotes() }
    if !suspensions.isEmpty { suspensions.removeAll(keepingCapacity: true) }
    if !actors.isEmpty { actors = ActorHistory() }
    if !globalBarriers.isEmpty { globalBarriers.removeAll(keepingCapacity: true) }
    if !droppedSources.isEmpty { droppedSources.removeAll(keepingCapacity: true) }
    if !failures.isEmpty { failures.removeAll(keepingCapacity: true) }
    if !uncontrolledThreads.isEmpty { uncontrolledThreads.removeAll() }
    if !workInFlight.isEmpty { workInFlight.removeAll() }
    if !externalObjects.isEmpty { externalObjects.removeAll(keepingCapacity: true) }
    if !output.isEmpty { output.removeAll() }
    if !names.isEmpty { names.removeAll(keepingCapacity: true) }
  }
}

/// Where a count was changed.
struct LedgerNote {
  var step: Int
  var site: Site
  var stack: StackReference
}

/// A task could run on behind a step, and others went first.
struct PauseNote {
  var task: TaskID
  var step: Int
  /// How many steps there were when the task ran on; `.max` until then.
  var end = Int.max
  /// The call of a library that the step is within; `.none` where the step is the program's own call.
  var call: Site
  var stack: StackReference
  /// It is in front of `call`, which the model does not see.
  var isBeforeCall = false
}

/// A call for a lock that returned EDEADLK.
struct RefusedLockNote {
  var task: TaskID
  var lock: ObjectID
  var stack: StackReference
}

/// A lock is given back without a step.
struct UnlockNote {
  var task: TaskID
  var lock: ObjectID
  /// How many steps there were.
  var steps: Int
}

/// A call that cancels a Swift task: the task's handlers run in it.
struct CancellationNote {
  var task: TaskID
  var cancelled: ObjectID
  /// How many steps there were when it returned; `.max` until then.
  var end = Int.max
}

/// A Swift task that was suspended while it held a lock.
struct SuspensionNote {
  var lock: ObjectID
  /// The task of the model's that ran it and took the lock.
  var task: TaskID
  var swiftTask: ObjectID
  /// Return addresses of the functions that it is suspended in, the innermost first.
  var stack: [UInt]

  /// The same for all suspensions with one lock.
  var key: UInt64 { UInt64(lock.rawValue) }
}

/// A barrier block that was handed to a global queue.
struct GlobalBarrierNote {
  var task: TaskID
  var queue: ObjectID
  var kind: OperationKind
  var site: Site
  var stack: StackReference
}

/// A source whose last reference was released while it ran.
struct DroppedSourceNote {
  var source: ObjectID
  var step: Int
  var task: TaskID
  var site: Site
  var stack: StackReference
}

/// A failure that the program reported while it ran.
struct RunFailure: Sendable, Equatable {
  var message: String
  var site: Site
  var step: Int
  var task: TaskID
}
#endif
