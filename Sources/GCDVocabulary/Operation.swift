// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a task is about to do, or did, at a scheduling point.
///
/// Raw values are part of the trace hash: they are never reused or reordered. C code has the same rows from
/// `CGCDOperations.h`; a test compares them.
///
/// A new operation is a case here and a row in that header, its columns of `OperationSemantics`, its place in
/// `World.announce`, `World.isPoint` and `World.perform`, and its words. The compiler names each of these
/// places, since no `switch` over operations has a `default` (a test of the house).
public enum OperationKind: UInt8, Sendable, CaseIterable {
  /// The task runs and has announced nothing.
  case none = 0
  // Blocks
  case begin = 1  // a queued block starts
  case end = 2  // a block that was started from a queue has returned
  case async = 3  // other = the item
  case barrierAsync = 4
  case arrive = 5  // a delayed item reaches its queue when its deadline is due
  case sync = 6
  case barrierSync = 7
  case acquire = 8  // a sync that had to queue takes its turn
  case endSync = 9
  case asyncAndWait = 10
  case barrierAsyncAndWait = 11
  // Groups
  case enter = 16
  case leave = 17
  case groupWait = 18
  case groupWake = 19  // a group wait that had to block ends
  case notify = 20  // other = the item
  // Semaphores
  case signal = 24
  case wait = 25
  // Objects
  case suspend = 32
  case resume = 33
  case activate = 34
  case retarget = 35  // other = the new target's raw value
  // Sources
  case setTimer = 40
  case cancel = 41
  case fire = 42
  case mergeData = 43
  // Locks
  case lock = 48
  case tryLock = 49
  case unlock = 50
  case conditionWait = 51
  case conditionWake = 52
  case signalCondition = 53
  case broadcastCondition = 54
  case onceBegin = 55
  case onceEnd = 56
  case futexWait = 57
  case futexWake = 58
  // Time
  case sleep = 64
  case yield = 65  // object = the Swift task that asks whether it is cancelled
  case timePasses = 66
  case exit = 67  // the process ends, before its handlers run
  // Variables of scenario files
  case read = 72
  case write = 73
  // Descriptors
  case readDescriptor = 104
  case writeDescriptor = 105
  case poll = 106
  case select = 107
  case epollWait = 108
  case accept = 109
  case connect = 110
  case receive = 111
  case send = 112
  case close = 113
  case timerExpires = 114  // a timer descriptor becomes readable
  case eventArrives = 115  // what a source watches has happened
  case cancelAndWait = 116
  case cancelDone = 117  // a cancel-and-wait that had to wait ends
  case sendSignal = 118  // other = the signal's number
  case sourceInstalls = 119  // a source of signals gets what comes from now on
  // Calls that are made again until they succeed
  case waitForProcess = 144
  case lockFile = 145
  case receiveMessage = 146
  case sendMessage = 147
  case changeSemaphores = 148
  case waitForSignal = 149
  case changeFiles = 150  // a name of a file is about to be made, removed or given to another file
  case lookForFile = 151  // a file is about to be looked for, or opened, by its name
  // Work items
  case itemCancel = 136
  case itemTestCancel = 137
  case itemWait = 138
  case itemWake = 139  // a work item's wait that had to block ends
  case itemNotify = 140  // other = the block
  case itemEnd = 141  // a work item has run, or never will: its group is left
  // Main queue and run loops
  case beginOnMain = 120  // the main thread takes the next block of the main queue; other = the block
  case hosting = 121  // the thread has a block of the main queue on top of its stack; other = the block
  case enterMain = 122  // dispatch_main
  // Threads
  case createThread = 80  // other = the new thread's task
  case join = 81
  case tryJoin = 82
  case detachThread = 83
  case cancelThread = 84
  case interrupted = 85  // a wait that a cancellation has ended
  // Read-write locks
  case readLock = 88
  case writeLock = 89
  case tryReadLock = 90
  case tryWriteLock = 91
  case unlockReadWrite = 92
  // Barriers
  case barrierWait = 96
  case barrierWake = 97  // a barrier wait that had to block ends
  // Swift tasks
  case enterActor = 160  // other = the actor that it leaves
  case awaitResumption = 161
  case resumeTask = 162  // the task's continuation is resumed
  case cancelTask = 163
  case leaveActor = 164  // for the pool
  case makeTask = 166  // object = the actor that the task comes from, whose line it may join
  case endTask = 167
  case awaitTask = 168  // on an actor, which the caller leaves if the task has not ended
  case awaitGroup = 169  // for children of the caller's, object = its own task
  case useStream = 170  // gives an element, or ends it
  case awaitElement = 171  // of a stream
}

extension OperationKind {
  /// Whether it is a call on a file descriptor or another object of the kernel's, which may have to wait
  /// until that is ready.
  public var isDescriptorCall: Bool { waitsFor == .descriptor }

  /// Whether it excludes all other blocks of its queue.
  public var isBarrier: Bool { self == .barrierAsync || self == .barrierSync || self == .barrierAsyncAndWait }

  /// Whether it is about a queue as a whole, also where that lets all of its blocks run at once.
  public var excludes: Bool {
    switch self {
    case .barrierAsync, .barrierSync, .barrierAsyncAndWait, .suspend, .resume, .activate, .retarget: true
    case .none, .begin, .end, .async, .arrive, .sync, .acquire, .endSync, .asyncAndWait, .enter, .leave,
      .groupWait, .groupWake, .notify, .signal, .wait, .setTimer, .cancel, .fire, .mergeData, .lock, .tryLock,
      .unlock, .conditionWait, .conditionWake, .signalCondition, .broadcastCondition, .onceBegin, .onceEnd,
      .futexWait, .futexWake, .sleep, .yield, .timePasses, .exit, .read, .write, .readDescriptor,
      .writeDescriptor,
      .poll, .select, .epollWait, .accept, .connect, .receive, .send, .close, .timerExpires, .eventArrives,
      .sourceInstalls, .changeFiles, .lookForFile,
      .cancelAndWait, .cancelDone, .sendSignal, .waitForProcess, .lockFile, .receiveMessage, .sendMessage,
      .changeSemaphores, .waitForSignal, .itemCancel, .itemTestCancel, .itemWait, .itemWake, .itemNotify,
      .itemEnd, .beginOnMain, .hosting, .enterMain, .createThread, .join, .tryJoin, .detachThread,
      .cancelThread, .interrupted, .readLock, .writeLock, .tryReadLock, .tryWriteLock, .unlockReadWrite,
      .barrierWait, .barrierWake, .enterActor, .leaveActor, .awaitResumption, .resumeTask, .cancelTask,
      .makeTask, .endTask, .awaitTask, .awaitGroup, .useStream, .awaitElement:
      false
    }
  }

  /// Whether it moves data or connections; the result -1 then says no more than that it did not wait.
  public var isTransfer: Bool {
    isDescriptorCall && self != .poll && self != .select && self != .epollWait
  }
}

/// An announced operation: plain data, copied freely on the hot path.
public struct Operation: Sendable, Equatable {
  public var kind: OperationKind
  public var object: ObjectID
  /// The item of a submission, or the raw value of a second object; 0 where there is none.
  public var other: UInt32
  /// A deadline in virtual nanoseconds (`noDeadline` = forever), a value, or a choice; the kind decides.
  public var argument: UInt64

  public static var noDeadline: UInt64 { @inlinable get { UInt64.max } }

  /// Whether it is a wait that gives up at a deadline.
  @inlinable public var isTimedWait: Bool {
    if argument == Operation.noDeadline { return false }
    // Of all others 0 is the default, and no deadline.
    return argument != 0 || kind == .wait || kind == .groupWait
  }

  /// The deadline of a submission that is due, at no certain time, when nothing else can continue.
  public static var whenSettled: UInt64 { @inlinable get { UInt64.max - 1 } }

  @inlinable
  public init(_ kind: OperationKind, _ object: ObjectID = .none, other: UInt32 = 0, argument: UInt64 = 0) {
    self.kind = kind
    self.object = object
    self.other = other
    self.argument = argument
  }
}

/// How a task came to be.
public enum TaskKind: UInt8, Sendable {
  case clock = 0
  case body = 1
  case async = 2
  case barrier = 3
  case after = 4
  case notify = 5
  case applyWorker = 6
  case eventHandler = 7
  case cancelHandler = 8
  case registrationHandler = 9
  case finalizer = 10
  case thread = 11
  case asyncAndWait = 12
  /// No block: libdispatch installs a source.
  case installation = 13
}

/// A client error for which libdispatch ends the process; the report gives its words.
public enum Misuse: UInt8, Sendable, CaseIterable, Hashable {
  case none = 0
  case unbalancedLeave = 1
  case overResume = 2
  case overResumeOfInactiveObject = 3
  case releaseOfSuspendedObject = 4
  case releaseOfInactiveObject = 5
  case semaphoreFreedBelowItsInitialValue = 6
  case retargetAfterActivation = 7
  case retargetOfTargetedQueue = 8
  case recursiveOnce = 9
  case negativeSemaphoreValue = 10
  case semaphoreSignaledBeyondItsLimit = 62
  case setTimerOnOtherSource = 11
  case changedTimerClock = 12
  case notOnQueue = 13
  case onQueue = 14
  case notBarrierOnQueue = 15
  case tooManyEnters = 16
  case targetCycle = 17
  case widthOfSerialQueue = 18
  case syncOnUnsupportedObject = 19
  case cancelAndWaitWithCancelHandler = 20
  case cancelAndWaitFromHandler = 21
  case cancelAndWaitWhileSuspended = 22
  case releaseOfSourceWithMandatoryCancelHandler = 23
  case blockRunAndWaitedFor = 24
  case blockWaitedForTwice = 25
  case blockRunAndObserved = 26
  case invalidBlockObject = 27
  case overcommitWithTarget = 28
  case mergeDataOnOtherSource = 29
  case nullBlock = 30
  case threadExitInBlock = 31
  case labelAfterCreation = 32
  case propertyAfterActivation = 33
  case specificOnUnsupportedObject = 34
  case applyOnOwnQueue = 35
  case intervalStart = 56
  case zeroInterval = 57
  case invalidLeeway = 58
  case handlerAfterActivation = 59
  case sourceUsedAfterRelease = 60
  case sourceNotCreated = 61
  case invalidPerformFlags = 36
  case invalidBlockCancelled = 37
  case invalidBlockTestCancelled = 38
  case invalidBlockObserved = 39
  case corruptBlockObject = 40
  case overRelease = 41
  case resurrection = 42
  case releaseOfLockedQueue = 43
  case invalidQueueAttribute = 44
  case invalidQueueAsserted = 45
  // 46 to 55: threads and workloops
  case wakeupOfInactiveWorkloop = 46
  case workloopPriorityMissing = 47
  case mainCallbackAfterMain = 66
  case mainCallbackOffMain = 67
  case notARunLoopQueue = 68
}
