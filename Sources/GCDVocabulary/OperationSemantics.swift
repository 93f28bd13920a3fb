// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What an operation means to tasks other than its own: the only table that says so.
///
/// Footprints, uses, race edges, happens-before, lock order, waits and the report's states switch over these
/// columns, each without a `default`. An operation like one that exists is one more name in each column; one
/// that is like no other gets a case of its own, and the compiler names every place that must know of it.
///
/// Columns are read at each step: each is a plain `switch`, a jump through a table also where nothing is
/// optimised. A row as one value would be built at each reading.
public enum OperationSemantics {
  /// Which places a step uses, and how: what decides whether its order with other steps may matter.
  public enum Use: UInt8, Sendable, CaseIterable {
    case nothing
    case blockStart, blockEnd
    /// A block, now or at its deadline.
    case submission
    /// A delayed block arrives at its queue.
    case arrival
    case sync
    /// A `sync` that had to queue continues.
    case turn
    case syncEnd
    case submissionWithWait
    /// Opens or closes a queue.
    case suspension
    /// The main queue is served from now on, and the caller ends.
    case mainQueue
    case groupEnter, groupLeave, groupWait, groupWake, groupNotify
    case semaphoreSignal, semaphoreWait
    case onceBegin, onceEnd
    case lock, unlock
    /// The object, together with others that use it so; of a lock that prefers writers alone.
    case shared
    /// The object, alone.
    case exclusive
    /// The condition and the lock that is given back.
    case conditionWait
    /// The condition and the lock that is taken again.
    case conditionWake
    case join
    /// A thread, and its right to be joined.
    case thread
    case workItem
    /// An actor that is entered, and one that is left.
    case hop
    /// A Swift task; of one that is not known, all.
    case swiftTask
    /// That a Swift task has ended.
    case swiftTaskEnd
    /// Whether a Swift task has ended.
    case swiftTaskWait
    /// Which children in the groups of a Swift task have ended.
    case swiftGroupWait
    /// What a library shares between its callers: where that is, is not known.
    case libraryState
    /// Rare enough to be taken for a use of everything.
    case everything
  }

  /// What the happens-before edges that begin at an operation go to.
  public enum Release: UInt8, Sendable, CaseIterable {
    case none
    /// The block that is submitted.
    case block
    /// The same; the caller waits for it.
    case blockWithWait
    /// The same where another thread runs the block of a `sync`.
    case blockElsewhere
    /// A block that starts when the object lets it.
    case registration
    /// A delayed block at its queue.
    case arrival
    case thread
    case blockEnd, syncEnd
    /// The task that takes the object next: which task that is decides the schedule.
    case lock
    /// The same of a lock that may have been held to read.
    case readWriteLock
    /// The lock of a condition wait.
    case heldLock
    /// Tasks that wait for the work item.
    case workItem
    /// The others at the barrier.
    case barrier
    /// Tasks that wait for the count of a group or semaphore.
    case count
    case condition
    /// Later blocks of a queue, later handlers of a source.
    case lane
    case cancelHandler
    /// Tasks that read from descriptors.
    case descriptors
  }

  /// What the happens-before edges that end at an operation come from.
  public enum Acquire: UInt8, Sendable, CaseIterable {
    case none
    /// The submission of the block that starts.
    case submission
    /// The submission of a block that has been delayed.
    case delayedSubmission
    /// Blocks before that of a `sync`, or its end on another thread.
    case sync
    /// The same where the caller has had to queue.
    case turn
    /// The same of a block that the caller has handed over.
    case blockWithWait
    /// The task that held the object before: which task that is decides the schedule.
    case lock
    /// The same, and all that read under the lock.
    case writeLock
    /// The lock of a condition wait, which has been taken again.
    case heldLock
    /// The task that ended the wait, if it did not have to begin.
    case event
    /// The task that ended the wait.
    case wake
    case barrier
    case threadEnd
    /// Handlers of a source that will not run again.
    case handlers
    /// Tasks that wrote to descriptors.
    case descriptors
  }

  /// What a task has in hand after an operation, and before it wants: locks and queues.
  public enum LockEffect: UInt8, Sendable, CaseIterable {
    case none
    case submission
    /// The submission of a block that excludes others.
    case barrierSubmission
    case blockStart
    /// The same of a block of the main queue, on the main thread.
    case mainBlockStart
    case blockEnd
    /// A `sync` enters its queue.
    case section
    /// The same; another thread may run the block.
    case handedSection
    /// A `sync` that had to queue enters its queue.
    case turn
    case sectionEnd
    case take, takeShared
    /// Without a wait.
    case tryTake, tryTakeShared
    case giveBack
    /// A once token, if it has not run.
    case once
    /// Gives back what others wait for as they do for a lock: a once token, a place in a group.
    case settle
    case semaphoreWait, semaphoreSignal
    case groupWait
    /// Gives the lock back, and takes it again later.
    case conditionWait
    /// Locks the status of a Swift task within the call.
    case status
    /// The same, while the call runs the task's handlers.
    case statusSection
  }

  /// What a task waits for as long as it cannot perform the operation.
  public enum Wait: UInt8, Sendable, CaseIterable {
    /// It always can.
    case nothing
    /// Its turn at a queue.
    case turn
    case lock, readWriteLock
    case once
    case group, workItem, semaphore, condition, futex, barrier, thread
    /// The last handler of a source.
    case handler
    case time
    /// A block on top of its stack.
    case host
    case descriptor
  }
}

extension OperationKind {
  /// Which places it uses, and how.
  @inlinable public var uses: OperationSemantics.Use {
    switch self {
    case .none, .sleep, .yield, .cancelDone, .createThread, .interrupted, .barrierWake: .nothing
    case .begin: .blockStart
    case .end: .blockEnd
    case .async, .barrierAsync: .submission
    case .arrive: .arrival
    case .sync, .barrierSync: .sync
    case .acquire: .turn
    case .endSync: .syncEnd
    case .asyncAndWait, .barrierAsyncAndWait: .submissionWithWait
    case .suspend, .resume, .activate: .suspension
    case .enterMain: .mainQueue
    case .enter: .groupEnter
    case .leave: .groupLeave
    case .groupWait: .groupWait
    case .groupWake: .groupWake
    case .notify: .groupNotify
    case .signal: .semaphoreSignal
    case .wait: .semaphoreWait
    case .onceBegin: .onceBegin
    case .onceEnd: .onceEnd
    case .lock: .lock
    case .unlock: .unlock
    case .read, .lookForFile, .itemTestCancel, .readLock, .tryReadLock: .shared
    case .tryLock, .signalCondition, .broadcastCondition, .futexWait, .futexWake, .write, .itemCancel,
      .writeLock, .tryWriteLock, .unlockReadWrite, .barrierWait, .makeTask:
      .exclusive
    case .conditionWait: .conditionWait
    case .conditionWake: .conditionWake
    case .join: .join
    case .tryJoin, .detachThread: .thread
    case .itemWait, .itemWake, .itemNotify, .itemEnd: .workItem
    case .enterActor, .leaveActor: .hop
    case .awaitResumption, .resumeTask, .cancelTask: .swiftTask
    case .endTask: .swiftTaskEnd
    case .awaitTask: .swiftTaskWait
    case .awaitGroup: .swiftGroupWait
    case .useStream, .awaitElement: .libraryState
    case .retarget, .setTimer, .cancel, .fire, .mergeData, .timePasses, .exit, .readDescriptor,
      .writeDescriptor,
      .poll, .select, .epollWait, .accept, .connect, .receive, .send, .close, .timerExpires, .eventArrives,
      .sourceInstalls, .changeFiles,
      .cancelAndWait, .sendSignal, .waitForProcess, .lockFile, .receiveMessage, .sendMessage,
      .changeSemaphores, .waitForSignal, .beginOnMain, .hosting, .cancelThread:
      .everything
    }
  }

  /// Where the happens-before edges go that begin here.
  public var releases: OperationSemantics.Release {
    switch self {
    case .async, .barrierAsync: .block
    case .asyncAndWait, .barrierAsyncAndWait: .blockWithWait
    case .sync, .barrierSync: .blockElsewhere
    case .notify, .itemNotify: .registration
    case .arrive: .arrival
    case .createThread: .thread
    case .end: .blockEnd
    case .endSync: .syncEnd
    case .unlock, .onceEnd, .futexWake: .lock
    case .unlockReadWrite: .readWriteLock
    case .conditionWait: .heldLock
    case .itemEnd: .workItem
    case .barrierWait: .barrier
    case .leave, .signal: .count
    case .signalCondition, .broadcastCondition: .condition
    case .resume, .activate, .setTimer, .mergeData: .lane
    case .cancel, .cancelAndWait: .cancelHandler
    case .writeDescriptor, .connect, .send, .close, .sendSignal: .descriptors
    case .none, .begin, .acquire, .enter, .groupWait, .groupWake, .wait, .suspend, .retarget, .fire, .lock,
      .tryLock, .conditionWake, .onceBegin, .futexWait, .sleep, .yield, .timePasses, .exit, .read, .write,
      .readDescriptor, .poll, .select, .epollWait, .accept, .receive, .timerExpires, .eventArrives,
      .sourceInstalls, .changeFiles, .lookForFile,
      .cancelDone, .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores,
      .waitForSignal, .itemCancel, .itemTestCancel, .itemWait, .itemWake, .beginOnMain, .hosting, .enterMain,
      .join, .tryJoin, .detachThread, .cancelThread, .interrupted, .readLock, .writeLock, .tryReadLock,
      .tryWriteLock, .barrierWake, .enterActor, .leaveActor, .awaitResumption, .resumeTask, .cancelTask,
      .makeTask, .endTask, .awaitTask, .awaitGroup, .useStream, .awaitElement:
      .none
    }
  }

  /// Where the happens-before edges come from that end here.
  public var acquires: OperationSemantics.Acquire {
    switch self {
    case .begin, .beginOnMain: .submission
    case .arrive: .delayedSubmission
    case .sync, .barrierSync: .sync
    case .acquire: .turn
    case .asyncAndWait, .barrierAsyncAndWait: .blockWithWait
    case .lock, .tryLock, .onceBegin, .futexWait, .readLock, .tryReadLock: .lock
    case .writeLock, .tryWriteLock: .writeLock
    case .conditionWait: .heldLock
    case .groupWait, .wait, .itemWait: .event
    case .groupWake, .conditionWake, .itemWake, .barrierWake: .wake
    case .barrierWait: .barrier
    case .join, .tryJoin: .threadEnd
    case .cancelAndWait: .handlers
    case .readDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive: .descriptors
    case .none, .end, .async, .barrierAsync, .endSync, .enter, .leave, .notify, .signal, .suspend, .resume,
      .activate, .retarget, .setTimer, .cancel, .fire, .mergeData, .unlock, .signalCondition,
      .broadcastCondition, .onceEnd, .futexWake, .sleep, .yield, .timePasses, .exit, .read, .write,
      .writeDescriptor,
      .send, .close, .timerExpires, .eventArrives, .sourceInstalls, .changeFiles, .lookForFile,
      .cancelDone, .sendSignal, .waitForProcess, .lockFile,
      .receiveMessage, .sendMessage, .changeSemaphores, .waitForSignal, .itemCancel, .itemTestCancel,
      .itemNotify, .itemEnd, .hosting, .enterMain, .createThread, .detachThread, .cancelThread, .interrupted,
      .unlockReadWrite, .enterActor, .leaveActor, .awaitResumption, .resumeTask, .cancelTask, .makeTask,
      .endTask, .awaitTask, .awaitGroup, .useStream, .awaitElement:
      .none
    }
  }

  /// What the task has in hand afterwards.
  public var lockEffect: OperationSemantics.LockEffect {
    switch self {
    case .async: .submission
    case .barrierAsync: .barrierSubmission
    case .begin: .blockStart
    case .beginOnMain: .mainBlockStart
    case .end: .blockEnd
    case .sync, .barrierSync: .section
    case .asyncAndWait, .barrierAsyncAndWait: .handedSection
    case .acquire: .turn
    case .endSync: .sectionEnd
    case .lock, .writeLock: .take
    case .readLock: .takeShared
    case .tryLock, .tryWriteLock: .tryTake
    case .tryReadLock: .tryTakeShared
    case .unlock, .unlockReadWrite: .giveBack
    case .onceBegin: .once
    case .leave, .onceEnd: .settle
    case .wait: .semaphoreWait
    case .signal: .semaphoreSignal
    case .groupWait: .groupWait
    case .conditionWait: .conditionWait
    case .resumeTask: .status
    case .cancelTask: .statusSection
    case .none, .arrive, .enter, .groupWake, .notify, .suspend, .resume, .activate, .retarget, .setTimer,
      .cancel, .fire, .mergeData, .conditionWake, .signalCondition, .broadcastCondition, .futexWait,
      .futexWake, .sleep, .yield, .timePasses, .exit, .read, .write, .readDescriptor, .writeDescriptor, .poll,
      .select, .epollWait, .accept, .connect, .receive, .send, .close, .timerExpires, .eventArrives,
      .sourceInstalls, .changeFiles, .lookForFile,
      .cancelAndWait, .cancelDone, .sendSignal, .waitForProcess, .lockFile, .receiveMessage, .sendMessage,
      .changeSemaphores, .waitForSignal, .itemCancel, .itemTestCancel, .itemWait, .itemWake, .itemNotify,
      .itemEnd, .hosting, .enterMain, .createThread, .join, .tryJoin, .detachThread, .cancelThread,
      .interrupted, .barrierWait, .barrierWake, .enterActor, .leaveActor, .awaitResumption,
      .makeTask, .endTask, .awaitTask, .awaitGroup, .useStream, .awaitElement:
      .none
    }
  }

  /// What the task waits for until it can perform the operation.
  public var waitsFor: OperationSemantics.Wait {
    switch self {
    case .acquire: .turn
    case .lock: .lock
    case .readLock, .writeLock: .readWriteLock
    case .onceBegin: .once
    case .groupWake: .group
    case .itemWake: .workItem
    case .wait: .semaphore
    case .conditionWake: .condition
    case .futexWait: .futex
    case .barrierWake: .barrier
    case .join: .thread
    case .cancelDone: .handler
    case .sleep: .time
    case .hosting: .host
    case .readDescriptor, .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send,
      .close, .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores, .waitForSignal:
      .descriptor
    case .none, .begin, .end, .async, .barrierAsync, .arrive, .sync, .barrierSync, .endSync, .asyncAndWait,
      .barrierAsyncAndWait, .enter, .leave, .groupWait, .notify, .signal, .suspend, .resume, .activate,
      .retarget, .setTimer, .cancel, .fire, .mergeData, .tryLock, .unlock, .conditionWait, .signalCondition,
      .broadcastCondition, .onceEnd, .futexWake, .yield, .timePasses, .exit, .read, .write, .timerExpires,
      .eventArrives, .sourceInstalls, .changeFiles, .lookForFile, .cancelAndWait, .sendSignal, .itemCancel,
      .itemTestCancel, .itemWait, .itemNotify,
      .itemEnd, .beginOnMain, .enterMain, .createThread, .tryJoin, .detachThread, .cancelThread, .interrupted,
      .tryReadLock, .tryWriteLock, .unlockReadWrite, .barrierWait, .enterActor, .leaveActor, .awaitResumption,
      .resumeTask, .cancelTask, .makeTask, .endTask, .awaitTask, .awaitGroup, .useStream, .awaitElement:
      .nothing
    }
  }
}
