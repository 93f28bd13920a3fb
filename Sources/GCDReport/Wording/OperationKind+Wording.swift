// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension OperationKind {
  /// The call as a Swift program writes it: "DispatchQueue.sync".
  ///
  /// - Parameter sort: What the call is made on, where one operation serves several types.
  public func call(on type: ObjectType? = nil) -> String {
    switch self {
    case .async, .arrive: "DispatchQueue.async"
    case .barrierAsync: "DispatchQueue.async(flags: .barrier)"
    case .sync, .acquire, .endSync: "DispatchQueue.sync"
    case .barrierSync: "DispatchQueue.sync(flags: .barrier)"
    case .asyncAndWait: "DispatchQueue.asyncAndWait"
    case .barrierAsyncAndWait: "DispatchQueue.asyncAndWait(flags: .barrier)"
    case .enter: "DispatchGroup.enter"
    case .leave: "DispatchGroup.leave"
    case .itemCancel: "DispatchWorkItem.cancel"
    case .itemTestCancel: "DispatchWorkItem.isCancelled"
    case .itemWait, .itemWake: "DispatchWorkItem.wait"
    case .itemNotify: "DispatchWorkItem.notify"
    case .itemEnd: "a work item"
    case .groupWait, .groupWake: "DispatchGroup.wait"
    case .notify: "DispatchGroup.notify"
    case .signal: type == .posixSemaphore ? "sem_post" : "DispatchSemaphore.signal"
    case .wait: type == .posixSemaphore ? "sem_wait" : "DispatchSemaphore.wait"
    case .retarget: "setTarget"
    case .setTimer: "DispatchSourceTimer.schedule"
    case .mergeData: "DispatchSource.add"
    case .conditionWait, .conditionWake: "a condition's wait"
    case .signalCondition: "a condition's signal"
    case .broadcastCondition: "a condition's broadcast"
    case .onceBegin, .onceEnd: type == .staticInitializer ? "the initializer of a static" : "dispatch_once"
    case .futexWait: "a lock"
    case .futexWake: "an unlock"
    case .begin, .end, .fire, .timePasses, .none, .beginOnMain, .hosting: "a block"
    case .enterMain: "dispatchMain"
    case .timerExpires: "a timer descriptor"
    case .eventArrives: "an event"
    case .sourceInstalls: "the installation of a source"
    case .cancelAndWait, .cancelDone: "dispatch_source_cancel_and_wait"
    case .sendSignal: "a signal"
    case .changeFiles: "a change of files"
    case .lookForFile: "a look for a file"
    case .readDescriptor, .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send,
      .close, .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores,
      .waitForSignal:
      verb
    case .createThread: "pthread_create"
    case .join, .tryJoin: "pthread_join"
    case .detachThread: "pthread_detach"
    case .cancelThread: "pthread_cancel"
    case .readLock, .tryReadLock: "pthread_rwlock_rdlock"
    case .writeLock, .tryWriteLock: "pthread_rwlock_wrlock"
    case .unlockReadWrite: "pthread_rwlock_unlock"
    case .barrierWait, .barrierWake: "pthread_barrier_wait"
    case .enterActor, .leaveActor: "await"
    case .awaitResumption: "withCheckedContinuation"
    case .resumeTask: "the resume of a continuation"
    case .cancelTask: "Task.cancel"
    case .makeTask: "Task.init"
    case .endTask: "the end of a task"
    case .awaitTask, .awaitGroup, .awaitElement: "await"
    case .useStream: "a call of an AsyncStream"
    case .interrupted: "a wait"
    case .suspend, .resume, .activate, .cancel, .lock, .tryLock, .unlock, .sleep, .yield, .exit, .read,
      .write:
      verb
    }
  }

  /// The action in one or two words: "sync", "leave", "wait".
  public var verb: String {
    switch self {
    case .none: "run"
    case .begin: "start"
    case .end: "end"
    case .async, .arrive: "async"
    case .barrierAsync: "async(.barrier)"
    case .sync, .acquire, .endSync: "sync"
    case .barrierSync: "sync(.barrier)"
    case .asyncAndWait: "asyncAndWait"
    case .barrierAsyncAndWait: "asyncAndWait(.barrier)"
    case .groupWait, .groupWake, .wait, .conditionWait, .conditionWake: "wait"
    case .enter: "enter"
    case .leave: "leave"
    case .notify: "notify"
    case .signal, .signalCondition: "signal"
    case .broadcastCondition: "broadcast"
    case .suspend: "suspend"
    case .resume: "resume"
    case .activate: "activate"
    case .retarget: "setTarget"
    case .setTimer: "schedule"
    case .cancel: "cancel"
    case .fire: "fire"
    case .mergeData: "add"
    case .lock, .futexWait: "lock"
    case .tryLock: "try lock"
    case .unlock, .futexWake: "unlock"
    case .onceBegin, .onceEnd: "once"
    case .sleep: "sleep"
    case .yield: "yield"
    case .timePasses: "time"
    case .exit: "exit"
    case .read: "read"
    case .write: "set"
    case .beginOnMain: "start"
    case .hosting: "run"
    case .enterMain: "dispatchMain"
    case .readDescriptor: "read"
    case .writeDescriptor: "write"
    case .poll: "poll"
    case .select: "select"
    case .epollWait: "epoll_wait"
    case .accept: "accept"
    case .connect: "connect"
    case .receive: "recv"
    case .send: "send"
    case .close: "close"
    case .waitForProcess: "waitpid"
    case .lockFile: "flock"
    case .receiveMessage: "msgrcv"
    case .sendMessage: "msgsnd"
    case .changeSemaphores: "semop"
    case .waitForSignal: "sigwait"
    case .timerExpires: "expire"
    case .eventArrives: "event"
    case .sourceInstalls: "install"
    case .cancelAndWait, .cancelDone: "cancel and wait"
    case .sendSignal: "send a signal"
    case .changeFiles: "change files"
    case .lookForFile: "look for a file"
    case .itemCancel: "cancel"
    case .itemTestCancel: "isCancelled"
    case .itemWait, .itemWake: "wait"
    case .itemNotify: "notify"
    case .itemEnd: "end"
    case .createThread: "create"
    case .join, .tryJoin: "join"
    case .detachThread: "detach"
    case .cancelThread: "cancel"
    case .readLock: "read lock"
    case .writeLock: "write lock"
    case .tryReadLock: "try read lock"
    case .tryWriteLock: "try write lock"
    case .unlockReadWrite: "unlock"
    case .barrierWait, .barrierWake, .interrupted: "wait"
    case .enterActor: "enter"
    case .leaveActor: "leave"
    case .awaitResumption: "await"
    case .resumeTask: "resume"
    case .cancelTask: "cancel"
    case .makeTask: "make a task"
    case .endTask: "end"
    case .awaitTask, .awaitGroup, .awaitElement: "await"
    case .useStream: "use a stream"
    }
  }
}

extension OperationKind {
  /// The action, by the call that was really made where the object tells it.
  func verb(on object: ObjectName?) -> String {
    guard self == .waitForSignal, object?.type == .signal else { return verb }
    return object?.label ?? verb
  }

  /// What a waiter hopes that a task does.
  var favor: String {
    switch self {
    case .leave: "leave it"
    case .signal: "signal it"
    case .unlock, .unlockReadWrite: "unlock it"
    case .join: "end"
    case .onceEnd: "finish it"
    case .writeLock: "have its turn"
    case .barrierWait: "come to it"
    case .resume, .activate, .resumeTask: "resume it"
    case .none, .begin, .end, .endSync: "run"
    case .async, .barrierAsync, .arrive, .sync, .barrierSync, .acquire, .asyncAndWait, .barrierAsyncAndWait,
      .enter, .groupWait, .groupWake, .notify, .wait, .suspend, .retarget, .setTimer, .cancel, .fire,
      .mergeData, .lock, .tryLock, .conditionWait, .conditionWake, .signalCondition, .broadcastCondition,
      .onceBegin, .futexWait, .futexWake, .sleep, .yield, .timePasses, .exit, .read, .write, .readDescriptor,
      .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send, .close, .timerExpires,
      .eventArrives, .sourceInstalls, .changeFiles, .lookForFile, .cancelAndWait, .cancelDone, .sendSignal,
      .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores, .waitForSignal,
      .itemCancel, .itemTestCancel, .itemWait, .itemWake,
      .itemNotify, .itemEnd, .beginOnMain, .hosting, .enterMain, .createThread, .tryJoin, .detachThread,
      .cancelThread, .interrupted, .readLock, .tryReadLock, .tryWriteLock, .barrierWake, .enterActor,
      .leaveActor,
      .awaitResumption, .cancelTask, .makeTask, .endTask, .awaitTask, .awaitGroup, .useStream, .awaitElement:
      "call \(verb)"
    }
  }
}

extension StepLine {
  /// What the participant did, for lists of steps: `async -> "com.acme.cache"`, `starts a block of
  /// "com.acme.net"`.
  public var action: String {
    let name = object?.compact ?? "nothing"
    let phrase: String =
      switch operation {
      case .none: "runs"
      case .begin where object?.type == .cooperativePool: "runs"
      case .async where object?.type == .cooperativePool: "makes a task ready"
      case .begin: object == nil || object?.type == .thread ? "starts" : "starts a block of \(name)"
      case .end: object == nil ? "ends" : "ends its block of \(name)"
      case .async, .barrierAsync, .sync, .barrierSync, .asyncAndWait, .barrierAsyncAndWait:
        "\(operation.verb) -> \(name)"
      case .arrive where object?.type == .cooperativePool: "its sleep ends"
      case .arrive: "a delayed block joins \(name)"
      case .acquire: "gets its turn on \(name)"
      case .endSync: "its sync on \(name) returns"
      case .groupWait, .wait, .conditionWait, .itemWait:
        outcome == .waits ? "waits for \(name)" : "wait for \(name)\(outcome == .done ? " returns" : "")"
      case .itemEnd: "\(name) is over"
      case .itemTestCancel: "asks whether \(name) is cancelled"
      case .groupWake, .conditionWake, .itemWake: "its wait for \(name) ends"
      case .fire: "\(name) fires"
      case .onceBegin: "enters \(object?.phrase ?? "dispatch_once")"
      case .onceEnd: "finishes \(object?.phrase ?? "dispatch_once")"
      case .lock: "acquires \(name)"
      case .tryLock: "tries \(name)"
      case .unlock: "releases \(name)"
      case .sleep: "sleeps"
      // Of a Swift task, by itself: others may cancel it at that moment.
      case .yield: object == nil ? "yields" : "asks whether it is cancelled"
      case .createThread: "creates \(name)"
      case .join: "joins \(name)"
      case .tryJoin: "tries to join \(name)"
      case .cancelThread: "cancels \(name)"
      case .interrupted: "its wait is cancelled"
      case .readLock: "acquires \(name) to read"
      case .writeLock: "acquires \(name) to write"
      case .tryReadLock: "tries \(name) to read"
      case .tryWriteLock: "tries \(name) to write"
      case .unlockReadWrite: "releases \(name)"
      case .barrierWait: "comes to \(name)"
      case .barrierWake: "leaves \(name)"
      case .enterActor: "enters \(name)"
      case .leaveActor: "leaves \(name)"
      case .awaitResumption: "awaits its continuation"
      case .resumeTask: object == nil ? "resumes a continuation" : "resumes \(name)"
      case .makeTask: "creates a task"
      case .endTask: "ends"
      case .awaitTask: "awaits \(name)"
      case .awaitGroup: "awaits its children"
      case .useStream: "gives an element to a stream, or ends it"
      case .awaitElement: "awaits an element of a stream"
      case .cancelTask: object == nil ? "cancels tasks" : "cancels \(name)"
      case .timePasses: "time passes"
      case .exit: "exits"
      case .timerExpires: "\(name) expires"
      case .eventArrives: "an event reaches \(name)"
      case .sourceInstalls: "installs \(name)"
      case .cancelDone: "its cancel of \(name) ends"
      case .changeFiles: "makes, renames or removes a file"
      case .lookForFile: "looks for a file, or opens it"
      case .sendSignal: object == nil ? "sends a signal" : "sends a signal to \(name)"
      case .read: "reads \(name)"
      case .write: "sets \(name)"
      case .enter, .leave, .notify, .signal, .suspend, .resume, .activate, .retarget, .setTimer, .cancel,
        .mergeData, .signalCondition, .broadcastCondition, .futexWait, .futexWake, .readDescriptor,
        .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send, .close,
        .cancelAndWait, .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores,
        .waitForSignal, .itemCancel, .itemNotify, .beginOnMain, .hosting, .enterMain, .detachThread:
        object == nil ? operation.verb : "\(operation.verb(on: object)) \(name)"
      }
    let isSaid = outcome == .waits && phrase.hasPrefix("waits for ")
    return phrase + (detail.map { " = \($0.onOneLine)" } ?? "") + (isSaid ? "" : consequence)
  }

  private var consequence: String {
    switch outcome {
    case .done: ""
    case .waits: ", waits"
    case .timedOut: operation.isAttempt ? ", without success" : ", times out"
    case .count(let before, let after): ", \(before) -> \(after)"
    case .clock(let time): " to \(clockTime(time))"
    case .dies: ": the process dies"
    }
  }
}

extension OperationKind {
  /// Does not wait: fails at once where it cannot have what it asks for.
  fileprivate var isAttempt: Bool {
    [.tryLock, .tryReadLock, .tryWriteLock, .tryJoin].contains(self)
  }
}

extension Submission {
  private var delayed: String { delay.map { "asyncAfter(+\(duration($0)))" } ?? "asyncAfter" }

  /// How the block got to its queue: "async", "asyncAfter(+5 s)", "notify".
  public var verb: String {
    switch kind {
    case .clock: "the clock"
    case .body: "the test"
    case .async: delay == nil ? "async" : delayed
    case .barrier: "async(flags: .barrier)"
    case .after: delayed
    case .notify: "notify"
    case .applyWorker: "concurrentPerform"
    case .eventHandler: "setEventHandler"
    case .cancelHandler: "setCancelHandler"
    case .registrationHandler: "setRegistrationHandler"
    case .finalizer: "dispatch_set_finalizer_f"
    case .thread: "pthread_create"
    case .asyncAndWait: "asyncAndWait"
    case .installation: "resume"
    }
  }
}
