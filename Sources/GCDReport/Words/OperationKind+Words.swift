// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension OperationKind {
  /// The call as a Swift program writes it: "DispatchQueue.sync".
  ///
  /// - Parameter sort: What the call is made on, where one operation serves several types.
  public func call(on sort: ObjectSort? = nil) -> String {
    switch self {
    case .async, .arrive: "DispatchQueue.async"
    case .barrierAsync: "DispatchQueue.async(flags: .barrier)"
    case .sync, .acquire, .endSync: "DispatchQueue.sync"
    case .barrierSync: "DispatchQueue.sync(flags: .barrier)"
    case .asyncAndWait: "DispatchQueue.asyncAndWait"
    case .barrierAsyncAndWait: "DispatchQueue.asyncAndWait(flags: .barrier)"
    case .enter: "DispatchGroup.enter"
    case .leave: "DispatchGroup.leave"
    case .groupWait, .groupWake: sort == .workItem ? "DispatchWorkItem.wait" : "DispatchGroup.wait"
    case .notify: sort == .workItem ? "DispatchWorkItem.notify" : "DispatchGroup.notify"
    case .signal: "DispatchSemaphore.signal"
    case .wait: "DispatchSemaphore.wait"
    case .retarget: "setTarget"
    case .setTimer: "DispatchSourceTimer.schedule"
    case .mergeData: "DispatchSource.add"
    case .conditionWait, .conditionWake: "a condition's wait"
    case .signalCondition: "a condition's signal"
    case .broadcastCondition: "a condition's broadcast"
    case .onceBegin, .onceEnd: sort == .staticInitializer ? "the initializer of a static" : "dispatch_once"
    case .futexWait: "a lock"
    case .futexWake: "an unlock"
    case .timerExpires: "a timer descriptor"
    case .eventArrives: "an event"
    case .cancelAndWait, .cancelDone: "dispatch_source_cancel_and_wait"
    case .sendSignal: "a signal"
    case .begin, .end, .fire, .timePasses, .none: "a block"
    case .readDescriptor, .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send,
      .close:
      verb
    case .suspend, .resume, .activate, .cancel, .lock, .tryLock, .unlock, .sleep, .yield, .read, .write: verb
    }
  }

  /// The deed in one or two words: "sync", "leave", "wait".
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
    case .read: "read"
    case .write: "set"
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
    case .timerExpires: "expire"
    case .eventArrives: "event"
    case .cancelAndWait, .cancelDone: "cancel and wait"
    case .sendSignal: "send a signal"
    }
  }
}

extension StepLine {
  /// What the party did, for lists of steps: `async -> "com.acme.cache"`, `starts a block of "com.acme.net"`.
  public var deed: String {
    let name = object?.compact ?? "nothing"
    let words: String =
      switch operation {
      case .none: "runs"
      case .begin: object == nil ? "starts" : "starts a block of \(name)"
      case .end: object == nil ? "ends" : "ends its block of \(name)"
      case .async, .barrierAsync, .sync, .barrierSync, .asyncAndWait, .barrierAsyncAndWait:
        "\(operation.verb) -> \(name)"
      case .arrive: "a delayed block joins \(name)"
      case .acquire: "gets its turn on \(name)"
      case .endSync: "its sync on \(name) returns"
      case .groupWait, .wait, .conditionWait: "wait for \(name)"
      case .groupWake, .conditionWake: "its wait for \(name) ends"
      case .fire: "\(name) fires"
      case .onceBegin: "enters \(object?.phrase ?? "dispatch_once")"
      case .onceEnd: "finishes \(object?.phrase ?? "dispatch_once")"
      case .lock: "takes \(name)"
      case .tryLock: "tries \(name)"
      case .unlock: "releases \(name)"
      case .sleep: "sleeps"
      case .yield: "yields"
      case .timePasses: "time passes"
      case .timerExpires: "\(name) expires"
      case .eventArrives: "an event reaches \(name)"
      case .cancelDone: "its cancel of \(name) ends"
      case .sendSignal: object == nil ? "sends a signal" : "sends a signal to \(name)"
      case .read: "reads \(name)"
      case .write: "sets \(name)"
      default: object == nil ? operation.verb : "\(operation.verb) \(name)"
      }
    return words + (detail.map { " = \($0.onOneLine)" } ?? "") + consequence
  }

  private var consequence: String {
    switch outcome {
    case .done: ""
    case .waits: ", waits"
    case .timedOut: ", times out"
    case .count(let before, let after): ", \(before) -> \(after)"
    case .clock(let time): " to \(clockTime(time))"
    case .dies: ": the process dies"
    }
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
    }
  }
}
