// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Sets what a running task does next; it stays or becomes enabled exactly if that can be done now.
  ///
  /// Deadlines in `operation.argument` are virtual nanoseconds since the start of the run. `other` is the
  /// item of a submission, the lock of a condition wait, the new target of a retarget. `async` and
  /// `barrierAsync` take the deadline of `dispatch_after`, 0 = now; `lock` one of its own, 0 = none.
  /// `signal`, `futexWake`, `mergeData` take a count or value. `setTimer` takes the start, with the interval
  /// given before by `setInterval`.
  @discardableResult
  public mutating func announce(_ task: TaskID, _ operation: Operation) -> Announcement {
    let index = Int(task.rawValue)
    let state = core.tasks.at + index
    state.pointee.pending = operation
    state.pointee.announced &+= 1
    var isEnabled = true
    var isOwned = false
    switch operation.kind {
    case .wait:
      isEnabled = semaphores.announceWait(index, operation.object.index, operation.argument, &core)
    case .lock:
      isEnabled = locks.announce(index, operation.object.index, operation.argument, &core)
      isOwned = true
    case .onceBegin:
      isEnabled = onces.announceBegin(index, operation.object.index, &core)
      isOwned = true
    case .sleep:
      isEnabled = core.waitsNoLonger(index, than: operation.argument)
    case .futexWait:
      isEnabled = futexes.announceWait(index, operation.object.index, operation.argument, &core)
      isOwned = true
    case .join:
      isEnabled = threads.announceJoin(index, operation.object.index, operation.argument, &core)
      isOwned = true
    case .readLock, .writeLock:
      isEnabled = readWriteLocks.announce(index, operation.object.index, operation.argument, &core)
      isOwned = true
    case .readDescriptor, .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send,
      .close, .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores, .waitForSignal:
      // A deadline that is not in the future is that of a call which does not wait.
      core.tasks.at[index].waitResult = -1
      isEnabled = core.waitsNoLonger(index, than: operation.argument)
    case .none, .begin, .end, .async, .barrierAsync, .arrive, .sync, .barrierSync, .acquire, .endSync,
      .asyncAndWait, .barrierAsyncAndWait, .enter, .leave, .groupWait, .groupWake, .notify, .signal, .suspend,
      .resume, .activate, .retarget, .setTimer, .cancel, .fire, .mergeData, .tryLock, .unlock, .conditionWait,
      .conditionWake, .signalCondition, .broadcastCondition, .onceEnd, .futexWake, .yield, .timePasses, .exit,
      .read,
      .write, .timerExpires, .eventArrives, .sourceInstalls, .changeFiles, .lookForFile, .cancelAndWait,
      .cancelDone, .sendSignal, .itemCancel, .itemTestCancel, .itemWait, .itemWake, .itemNotify, .itemEnd,
      .beginOnMain, .hosting, .enterMain,
      .createThread, .tryJoin, .detachThread, .cancelThread, .interrupted, .tryReadLock, .tryWriteLock,
      .unlockReadWrite, .barrierWait, .barrierWake, .enterActor, .leaveActor, .awaitResumption, .resumeTask,
      .cancelTask, .makeTask, .endTask, .awaitTask, .awaitGroup, .useStream, .awaitElement:
      break
    }
    if isEnabled { return .enabled }
    core.refreshClock()
    return isOwned && closesOwnerCycle(index) ? .deadlock : .disabled
  }

  /// How many ways the announced operation itself can go; more than 1 only for some suspends and
  /// resumes, and for the next block of the main thread.
  public mutating func choiceCount(_ task: TaskID) -> Int {
    let operation = core.tasks.at[Int(task.rawValue)].pending
    if operation.kind == .suspend { return queues.suspendChoices(laneIndex(operation.object), &core) }
    if operation.kind == .beginOnMain { return queues.mainCandidates(&core) }
    return operation.kind == .resume ? queues.resumeChoices(laneIndex(operation.object), &core) : 1
  }

  /// Sets which way the announced operation goes: 0 ..< `choiceCount`.
  public mutating func setChoice(_ task: TaskID, _ choice: Int) {
    core.tasks.at[Int(task.rawValue)].pending.argument = UInt64(choice)
  }
}

/// Which operations are scheduling points (Design.md "Scheduling points"): those that another task could
/// observe or be enabled by.
extension World {
  /// Whether others may run between the announcement and the operation; if not, it is announced and
  /// performed in one go.
  public mutating func isPoint(_ task: TaskID, _ operation: Operation) -> Bool {
    switch operation.kind {
    case .none: return false
    case .enter: return groups.table.at[operation.object.index].count == 0
    case .end: return endIsPoint(Int(task.rawValue))
    case .endSync:
      let frame = core.tasks.at[Int(task.rawValue)].frame
      return frame < 0 || queues.lanes.at[queues.frames.at[frame].lane].kind != .root
    case .onceBegin: return !onces.table.at[operation.object.index].isDone
    case .begin, .async, .barrierAsync, .arrive, .sync, .barrierSync, .acquire, .asyncAndWait,
      .barrierAsyncAndWait, .leave, .groupWait, .groupWake, .notify, .signal, .wait, .suspend, .resume,
      .activate, .retarget, .setTimer, .cancel, .fire, .mergeData, .lock, .tryLock, .unlock, .conditionWait,
      .conditionWake, .signalCondition, .broadcastCondition, .onceEnd, .futexWait, .futexWake, .sleep, .yield,
      .timePasses, .exit, .read, .write, .readDescriptor, .writeDescriptor, .poll, .select, .epollWait,
      .accept,
      .connect, .receive, .send, .close, .timerExpires, .eventArrives, .sourceInstalls, .changeFiles,
      .lookForFile, .cancelAndWait, .cancelDone, .sendSignal, .waitForProcess, .lockFile, .receiveMessage,
      .sendMessage, .changeSemaphores,
      .waitForSignal, .itemCancel, .itemTestCancel, .itemWait, .itemWake, .itemNotify, .itemEnd, .beginOnMain,
      .hosting, .enterMain, .createThread, .join, .tryJoin, .detachThread, .cancelThread, .interrupted,
      .readLock, .writeLock, .tryReadLock, .tryWriteLock, .unlockReadWrite, .barrierWait, .barrierWake,
      .enterActor, .leaveActor, .awaitResumption, .resumeTask, .cancelTask, .makeTask, .endTask, .awaitTask,
      .awaitGroup, .useStream, .awaitElement:
      return true
    }
  }

  /// The end of a block on a global queue is observable only through its group, its waiter or a bounded pool.
  private mutating func endIsPoint(_ task: Int) -> Bool {
    let lane = core.tasks.at[task].lane
    if lane < 0 || queues.lanes.at[lane].kind != .root { return true }
    return core.tasks.at[task].group >= 0 || core.tasks.at[task].partner >= 0
      || core.tasks.at[task].source >= 0
      || core.pools.limit != .unbounded
  }
}
