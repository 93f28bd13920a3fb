// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// What could still have ended a wait, and why it did not come.
public enum Waker: Sendable, Codable, Equatable {
  /// A block of `queue` must return first; `participant` runs it.
  case endOfBlock(queue: ObjectName, participant: String)
  /// `participant` would have to make this call, and is stuck itself at `location`.
  case call(OperationKind, by: String, location: CodeLocation?)
  /// A block that would make this call, submitted at `location`, is queued on `queue` and cannot start.
  case queuedBlock(OperationKind, queue: ObjectName, location: CodeLocation?, held: BlockReason? = nil)
  /// What the blocks that have not started would do is not known: so many are queued, the likeliest of them,
  /// submitted at `location`, on `queue`.
  case queuedBlocks(count: Int, queue: ObjectName, location: CodeLocation?, held: BlockReason?)
  /// What `participant` would have done after its own wait at `location` is not known; so many others wait as
  /// well.
  case stuckThread(String, location: CodeLocation?, others: Int)
  /// `participant` made this call before the wait began, and what is waited for keeps no memory of it.
  case tooEarly(OperationKind, by: String, location: CodeLocation?, step: StepIndex)
  /// Continued in a copy of the run, the waiter looks and waits again; `participant` made this call last,
  /// before the wait began.
  case lastSignal(OperationKind, by: String, location: CodeLocation?, step: StepIndex)
  /// The blocks that were submitted at these places have ended without the call, or what else was made there.
  case endedWithout(OperationKind, [CodeLocation], of: EndedWork? = nil)
  /// So many blocks that were submitted at `location`, or what else was made there, have ended and never had
  /// the condition's lock, which others from there had.
  case endedWithoutLock(CodeLocation, count: Int, of: EndedWork? = nil)
  /// `participant` must leave the actor first, on which it is stuck itself.
  case leavesActor(String)
  /// Only the main thread runs blocks of the main queue, and it is stuck itself.
  case mainThread
  /// An unfinished `resume` or `activate` of the object; no task is left to call it.
  case resume(ObjectName)
  /// A worker thread, of which none is free.
  case worker
  /// `by` took the object at `location`, and ended without giving it back.
  case neverGivenBack(by: String, location: CodeLocation?)
  /// The Swift task `by` took the object at `location`, and has left its thread at an await since then.
  case heldAcrossAwait(by: String, location: CodeLocation?)
  /// The work item that was submitted at `location` was cancelled before it began, by the call at `by`.
  case cancelled(location: CodeLocation?, by: CodeLocation? = nil)
  /// So many others are stuck as well; each was continued in a copy of the run, and none ends this wait. One
  /// of them is `participant`, stuck at `location` in a function that was called at `caller`.
  case othersWouldNot(
    count: Int, participant: String? = nil, location: CodeLocation? = nil, caller: CodeLocation? = nil)
  /// `by` signalled at `location` after the wait had begun, which woke another task alone.
  case wokeAnother(by: String, location: CodeLocation?, step: StepIndex)
  /// After the wait had begun, `by` acquired the condition's lock at `location`, in a function that was
  /// called at `caller`, and gave it back without a signal.
  case gaveBackSilently(by: String, location: CodeLocation?, caller: CodeLocation? = nil)
  /// After the wait had begun, `by` had the condition's lock, and signalled another condition at `location`.
  case signalledAnother(by: String, condition: ObjectName, location: CodeLocation?)
  /// `by` took the semaphore at `location`, and did not signal it when it was continued in a copy of the run.
  case keepsPermit(by: String, location: CodeLocation?)
  /// `by` waits for another permit while it has the one that it took at `location`, and would give back both.
  case holdsPermit(by: String, location: CodeLocation?)
  /// `by` unlocked at `location` what no task had locked: the count of its readers is wrong since then.
  case unlockedTooOften(by: String, location: CodeLocation?)
  /// A wait of `by` at `location` had run out before it ended.
  case ranOut(by: String, location: CodeLocation?, step: StepIndex)
  /// `by` had the lock when it asked for it again at `location`, and that call failed.
  case refused(by: String, location: CodeLocation?)
  /// So many delayed blocks, the first of them submitted at `location`, are due in the distant future.
  case neverDue(location: CodeLocation?, count: Int)
  /// No event handler of `source` runs any more, since the call at `location`.
  case silentSource(source: ObjectName, silence: SourceSilence, location: CodeLocation?)
  /// The I/O channel that was made at `location` is open, and what its end brings has not come; `awaits` is
  /// what it would need from its descriptor.
  case openChannel(location: CodeLocation?, awaits: ChannelNeed?)
  /// A process that the program has started waits for it, and would have ended the wait.
  case stuckChild(StuckChild)
  /// Foundation's operations that have not finished may have been meant to end the wait.
  case operations(OperationObstacle)
  /// No task is left who could, but for loops that poll for what the waiter would do.
  case onlyLoops
  /// No task is left who could.
  case nobody

  private enum CodingKeys: String, CodingKey {
    case endOfBlock = "endOfBlock"
    case call = "call"
    case queuedBlock = "queuedBlock"
    case queuedBlocks = "queuedBlocks"
    case stuckThread = "stuckParty"
    case tooEarly = "tooEarly"
    case lastSignal = "lastSignal"
    case endedWithout = "endedWithout"
    case endedWithoutLock = "endedWithoutLock"
    case leavesActor = "leavesActor"
    case mainThread = "mainThread"
    case resume = "resume"
    case worker = "worker"
    case neverGivenBack = "neverGivenBack"
    case heldAcrossAwait = "heldAcrossAwait"
    case cancelled = "cancelled"
    case othersWouldNot = "othersWouldNot"
    case wokeAnother = "wokeAnother"
    case gaveBackSilently = "gaveBackSilently"
    case signalledAnother = "signalledAnother"
    case keepsPermit = "keepsPermit"
    case holdsPermit = "holdsPermit"
    case unlockedTooOften = "unlockedTooOften"
    case ranOut = "ranOut"
    case refused = "refused"
    case neverDue = "neverDue"
    case silentSource = "silentSource"
    case openChannel = "openChannel"
    case stuckChild = "stuckChild"
    case operations = "operations"
    case onlyLoops = "onlyLoops"
    case nobody = "nobody"
  }
  private enum EndOfBlockCodingKeys: String, CodingKey {
    case queue = "queue"
    case participant = "party"
  }
  private enum CallCodingKeys: String, CodingKey {
    case _0 = "_0"
    case by = "by"
    case location = "location"
  }
  private enum QueuedBlockCodingKeys: String, CodingKey {
    case _0 = "_0"
    case queue = "queue"
    case location = "location"
    case held = "held"
  }
  private enum QueuedBlocksCodingKeys: String, CodingKey {
    case count = "count"
    case queue = "queue"
    case location = "location"
    case held = "held"
  }
  private enum StuckThreadCodingKeys: String, CodingKey {
    case _0 = "_0"
    case location = "location"
    case others = "others"
  }
  private enum EndedWithoutCodingKeys: String, CodingKey {
    case _0 = "_0"
    case _1 = "_1"
    case of = "of"
  }
  private enum EndedWithoutLockCodingKeys: String, CodingKey {
    case _0 = "_0"
    case count = "count"
    case of = "of"
  }
  private enum NeverGivenBackCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
  }
  private enum OpenChannelCodingKeys: String, CodingKey {
    case location = "location"
    case awaits = "awaits"
  }
  private enum NeverDueCodingKeys: String, CodingKey {
    case location = "location"
    case count = "count"
  }
  private enum SilentSourceCodingKeys: String, CodingKey {
    case source = "source"
    case silence = "silence"
    case location = "location"
  }
  private enum HeldAcrossAwaitCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
  }
  private enum CancelledCodingKeys: String, CodingKey {
    case location = "location"
    case by = "by"
  }
  private enum OthersWouldNotCodingKeys: String, CodingKey {
    case count = "count"
    case participant = "party"
    case location = "location"
    case caller = "caller"
  }
  private enum WokeAnotherCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
    case step = "step"
  }
  private enum GaveBackSilentlyCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
    case caller = "caller"
  }
  private enum SignalledAnotherCodingKeys: String, CodingKey {
    case by = "by"
    case condition = "condition"
    case location = "location"
  }
  private enum KeepsPermitCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
  }
  private enum HoldsPermitCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
  }
  private enum UnlockedTooOftenCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
  }
  private enum RanOutCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
    case step = "step"
  }
  private enum RefusedCodingKeys: String, CodingKey {
    case by = "by"
    case location = "location"
  }
  private enum LastSignalCodingKeys: String, CodingKey {
    case _0 = "_0"
    case by = "by"
    case location = "location"
    case step = "step"
  }
  private enum TooEarlyCodingKeys: String, CodingKey {
    case _0 = "_0"
    case by = "by"
    case location = "location"
    case step = "step"
  }
}

/// What has ended without a call, where that is no block which was submitted.
public enum EndedWork: String, Sendable, Codable, CaseIterable {
  case thread = "thread"
  case task = "task"
  /// A handler of a source, which was made at the place that is meant.
  case handler = "handler"
}

/// Why a block that is queued does not start.
public enum BlockReason: Sendable, Codable, Equatable {
  /// `participant` runs where it would have to run, since it entered the queue at `location`; nil where it
  /// did not by a call. It is in `queue`, where the block has that one to go through and is not queued on it.
  case participant(String, location: CodeLocation? = nil, queue: ObjectName? = nil)
  /// Another block that cannot start is before it.
  case earlierBlock
  /// What it is behind is suspended or inactive.
  case closed(ObjectName)
  /// No worker is free.
  case noWorker

  private enum CodingKeys: String, CodingKey {
    case participant = "party"
    case earlierBlock = "earlierBlock"
    case closed = "closed"
    case noWorker = "noWorker"
  }
  private enum ParticipantCodingKeys: String, CodingKey {
    case _0 = "_0"
    case location = "location"
    case queue = "queue"
  }
}

/// One arrow of a wait-for graph: a participant waits for a resource that a task holds.
public struct WaitEdge: Sendable, Codable, Equatable {
  /// The participant that waits, by name.
  public var waiter: String
  /// The call it waits in.
  public var operation: OperationKind
  /// What is waited for.
  public var resource: ObjectName
  /// The participant that holds the resource or would have to act, by name; nil when there is none.
  public var holder: String?
  /// Where the waiter made the call.
  public var location: CodeLocation?
  /// Where the holder took the resource, for locks.
  public var heldSince: CodeLocation?
  /// What could still have ended the wait; empty when nothing is known.
  public var wakers: [Waker]

  package init(
    waiter: String, _ operation: OperationKind, for resource: ObjectName, heldBy holder: String? = nil,
    at location: CodeLocation? = nil, heldSince: CodeLocation? = nil, wakers: [Waker] = []
  ) {
    self.waiter = waiter
    self.operation = operation
    self.resource = resource
    self.holder = holder
    self.location = location
    self.heldSince = heldSince
    self.wakers = wakers
  }

  private enum CodingKeys: String, CodingKey {
    case waiter = "waiter"
    case operation = "operation"
    case resource = "resource"
    case holder = "holder"
    case location = "location"
    case heldSince = "heldSince"
    case wakers = "wakers"
  }
}
