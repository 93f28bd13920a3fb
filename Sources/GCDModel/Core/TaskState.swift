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
  case whenSettled
  case cancelWait
  case openArrival
  case readWriteLock
  case barrier
  case join
}

/// One task. Links are task indices, -1 = none.
@usableFromInline
struct TaskState {
  @usableFromInline var pending = Operation(.none)
  @usableFromInline var stableID: UInt64
  /// Of an item that is seen at work only by those behind it in its queue: a bit for each thing that it works
  /// on, and the last one; 0 = it is not such.
  var privacy: UInt64 = 0
  /// Operations announced so far.
  var announced: UInt32 = 0
  /// When the pending wait ends by itself; `Operation.noDeadline` = never.
  var deadline = Operation.noDeadline
  /// Position in the deadline heap, -1 = not there.
  var heapIndex = -1
  /// Position in the enabled set, where it is below the number of its entries; else the task is not enabled
  /// (`Core.isEnabled`), and it is -1 or a place in a `Wave`.
  @usableFromInline var enabledIndex = -1
  /// Neighbours in the list by age: of the enabled set, or of the items that wait for a pool slot.
  @usableFromInline var older = -1
  @usableFromInline var younger = -1
  var listPrevious = -1
  var listNext = -1
  /// Order of arrival at the level where the task is; compared only at concurrent levels.
  var ticket: UInt64 = 0
  /// The lane an item belongs to.
  @usableFromInline var lane = -1
  /// The lane in whose list the task is.
  var waitLane = -1
  /// The group that is left when the item ends, -1 = none.
  var group = -1
  /// The source whose handler this is, -1 = none.
  var source = -1
  /// The work item that this submission will run, -1 = none.
  var workItem = -1
  /// The thread that the task is, -1 = none that could be joined.
  var thread = -1
  /// The innermost frame, -1 = on no queue.
  var frame = -1
  /// Suspension of lanes above the item's own is ignored up to and including this lane, -1 = not at all: the
  /// item had been handed to them before they were suspended.
  var passed = -1
  /// The other half of an async-and-wait: of the item its caller, of the caller its item; -1 = none.
  var partner = -1
  /// What the wait gives when it is over.
  var waitResult: Int64 = 0
  /// Of a delayed block that was due when it was submitted, the instant after its submission; 0 = none.
  var submissionInstant: UInt64 = 0
  /// Of a block that starts when an object lets it, that object; known only where accesses to memory are
  /// watched.
  var registeredWith = ObjectID.none
  /// Of a retarget that waits for its turn, the lane of the new target; -1 = the default root.
  var newTarget = -1
  /// The task has announced a join behind another one, and will be refused.
  var isLaterJoiner = false
  /// The task is a writer in the line of a read-write lock that prefers writers: it keeps readers out.
  var isWriterInLine = false
  var creator: TaskID
  /// Who has set the deadline of a delayed item, and in which of its epochs; -1 = equal deadlines are equal.
  var tieOwner = -1
  var tieEpoch: UInt32 = 0
  /// Grows with a clock read that follows a deadline: what the task sets from then on is later.
  var epoch: UInt32 = 0
  var hasSetDeadline = false
  /// Due items whose deadlines the task has set, which have not arrived.
  var ownArrivals = TaskList()
  @usableFromInline var kind: TaskKind
  var phase = TaskPhase.unsubmitted
  var list = ListMembership.none
  /// The item was submitted as a barrier.
  var isBarrier = false
  /// The standing at its level is exclusive: a barrier on a concurrent lane.
  var isExclusive = false
  /// The item left its lane from the waiting list, not as admitted.
  var cameFromList = false
  /// Startable, but every pool slot is taken.
  var waitsForPool = PoolSort.none
  @usableFromInline var slot = PoolSort.none
  /// The deadline of the pending wait has come.
  var isDue = false
  /// The item is the model's own: a retarget that waits for its turn.
  var isInternal = false
  /// The task on top of whose stack this block of the main queue runs, -1 = none.
  var host = -1
  /// The task's thread was cancelled, and nothing keeps it from ending at a wait.
  var mustEnd = false

  @inline(__always)
  init(kind: TaskKind, creator: TaskID, stableID: UInt64) {
    self.kind = kind
    self.creator = creator
    self.stableID = stableID
  }
}
