// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What a lane lets run at once.
enum LaneKind: UInt8 {
  case serial
  case concurrent
  /// A global queue: excludes nothing.
  case root
}

/// One queue, or the queue-like half of a source (Libdispatch.md 2.1; sources are lanes, 2.9). Links are
/// indices, -1 = none.
@usableFromInline
struct LaneState {
  var kind: LaneKind
  /// A queue of the library's own: its suspensions are not the program's.
  var isInternal = false
  var isMain = false
  /// A root queue whose blocks do not wait for a free processor.
  var isOvercommit = false
  /// A root queue of the threads that run Swift tasks.
  var isCooperative = false
  /// A workloop: a serial queue that no sync may name.
  var isWorkloop = false
  var isInactive = false
  /// Made without an immutable target: may be retargeted while active (Libdispatch.md 2.3).
  var isMutable = false
  /// Some other object targets it.
  var isTargeted = false
  /// A serial lane, or a concurrent one with a serial lane above: its items start in order (Libdispatch.md
  /// 2.3).
  var isOrdered: Bool
  /// The serial lane at the end of the chain of targets, as the raw value of its object: its blocks, and
  /// those of all below it, are one sequence; 0 = there is none.
  var chain: UInt32 = 0
  /// Linked in its parent's list of children with work.
  var isActive = false
  /// `ticket` is valid: the lane is in its parent's order, or an item of it runs.
  var hasTicket = false
  /// The target as given, -1 = the default root.
  var target = -1
  /// The target if it excludes anything, else -1.
  var parent = -1
  var source = -1
  /// What keeps the lane without its owner's doing: blocks made for it and not ended, lanes that target it.
  var references = 0
  /// The program has given up its last reference.
  var isReleased = false
  var suspendCount = 0
  /// The task that holds the lane exclusively.
  var owner = -1
  /// How many tasks hold it shared; 0 while `owner` is set.
  var readers = 0
  /// Not yet admitted, in order of arrival: items, and tasks that wait in a sync.
  var waiting = TaskList()
  var waitCount = 0
  /// The first barrier in the waiting list of a concurrent lane.
  var firstExclusive = -1
  /// Concurrent lanes: admitted and not yet started; a barrier waits for them, a suspension does not stop
  /// them.
  var admitted = TaskList()
  var admittedCount = 0
  /// Its place at a concurrent parent.
  var ticket: UInt64 = 0
  /// As `TaskState.passed`, for the batch of this lane that its parents had begun to drain.
  var passed = -1
  /// Children with work.
  var activeChild = -1
  var activePrevious = -1
  var activeNext = -1
  /// All children, whether they have work or not.
  var firstChild = -1
  var nextSibling = -1
  /// Frames whose queue this is.
  var firstFrame = -1
  @usableFromInline var object: ObjectID
  @usableFromInline var stableID: UInt64

  @inline(__always)
  init(kind: LaneKind, object: ObjectID, stableID: UInt64) {
    self.kind = kind
    isOrdered = kind == .serial
    self.object = object
    self.stableID = stableID
  }
}
