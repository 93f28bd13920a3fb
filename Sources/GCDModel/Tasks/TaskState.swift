// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Where a task is in its life.
public enum TaskPhase: UInt8, Sendable {
  /// The block exists, no task has submitted it.
  case unsubmitted
  /// Submitted with a delay, or the next handler of an armed timer: waits for its deadline.
  case delayed
  /// Registered with a group for its next return to zero.
  case registered
  /// Is in a queue.
  case queued
  case running
  case ended
}

/// The list of some object in which a task is through `listPrevious` and `listNext`.
enum ListMembership: UInt8 {
  case none
  /// The waiting list of lane `TaskState.waitLane`.
  case laneWaiting
  /// The admitted list of lane `TaskState.waitLane`.
  case laneAdmitted
  case semaphore
  case groupNotify
  case groupWait
  case lock
  case condition
  case once
  case futex
  case lateArrival
  case cancelWait
  case openArrival
  case readWriteLock
  case barrier
  case join
}

/// One task. Links are task indices, -1 = none.
@usableFromInline
struct TaskState {
  @usableFromInline var pending: Operation
  @usableFromInline var stableID: UInt64
  /// Of an item that is seen at work only by those behind it in its queue: a bit for each thing that it works
  /// on, and the last one; 0 = it is not such.
  var privacy: UInt64 = 0
  /// Operations announced so far.
  var announced: UInt32 = 0
  /// When the pending wait ends by itself; `Operation.noDeadline` = never.
  var deadline: UInt64
  /// Position in the deadline heap, -1 = not there.
  var heapIndex: Int
  /// Position in the enabled set, -1 = not there.
  @usableFromInline var enabledIndex: Int
  /// Neighbours in the list by age: of the enabled set, or of the items that wait for a pool slot.
  @usableFromInline var older: Int
  @usableFromInline var younger: Int
  var listPrevious: Int
  var listNext: Int
  /// Order of arrival at the level where the task is; compared only at concurrent levels.
  var ticket: UInt64
  /// The lane an item belongs to.
  @usableFromInline var lane: Int
  /// The lane in whose list the task is.
  var waitLane: Int
  /// The group that is left when the item ends, -1 = none.
  var group: Int
  /// The source whose handler this is, -1 = none.
  var source: Int
  /// The work item that this submission will run, -1 = none.
  var workItem: Int
  /// The thread that the task is, -1 = none that could be joined.
  var thread: Int
  /// The innermost frame, -1 = on no queue.
  var frame: Int
  /// Suspension of lanes above the item's own is ignored up to and including this lane, -1 = not at all: the
  /// item had been handed to them before they were suspended.
  var passed: Int
  /// The other half of an async-and-wait: of the item its caller, of the caller its item; -1 = none.
  var partner: Int
  /// What the wait gives when it is over.
  var waitResult: Int64
  /// Of a delayed block that was due when it was submitted, the instant after its submission; 0 = none.
  var submissionInstant: UInt64 = 0
  /// Of a block that starts when an object lets it, that object; known only where accesses to memory are
  /// watched.
  var registeredWith = ObjectID.none
  /// Of a retarget that waits for its turn, the new target.
  var newTarget = ObjectID.none
  /// The task has announced a join behind another one, and will be refused.
  var isLaterJoiner = false
  /// The task is a writer in the line of a read-write lock that prefers writers: it keeps readers out.
  var isWriterInLine = false
  var creator: TaskID
  /// Who has set the deadline of a delayed item, and in which of its epochs; -1 = equal deadlines are equal.
  var tieOwner: Int
  var tieEpoch: UInt32
  /// Grows with a clock read that follows a deadline: what the task sets from then on is later.
  var epoch: UInt32
  var hasSetDeadline: Bool
  /// Due items whose deadlines the task has set, which have not arrived.
  var ownArrivals: TaskList
  @usableFromInline var kind: TaskKind
  var phase: TaskPhase
  var list: ListMembership
  /// The item was submitted as a barrier.
  var isBarrier: Bool
  /// The standing at its level is exclusive: a barrier on a concurrent lane.
  var isExclusive: Bool
  /// The item left its lane from the waiting list, not as admitted.
  var cameFromList: Bool
  /// Startable, but every pool slot is taken.
  var waitsForPool: PoolSort
  @usableFromInline var slot: PoolSort
  /// The deadline of the pending wait has come.
  var isDue: Bool
  /// The item is the model's own: a retarget that waits for its turn.
  var isInternal: Bool
  /// The task on top of whose stack this block of the main queue runs, -1 = none.
  var host = -1
}
