// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Executes the pending operation of an enabled task, or lets time pass for `TaskID.clock`.
  public mutating func perform(_ task: TaskID) -> Outcome {
    let index = Int(task.rawValue)
    stepCount += 1
    let operation = tasks[index].pending
    // The commonest first: a debug build tests cases one after the other. No more than these three: of four,
    // optimisation makes a jump through a table, which no processor predicts.
    let outcome: Outcome
    if operation.kind == .wait {
      outcome = wait(index, operation.object.index)
    } else if operation.kind == .signal {
      outcome = signal(index, operation.object.index)
    } else if operation.kind == .begin {
      outcome = tasks[index].kind == .thread ? beginThread(index) : begin(index)
    } else {
      outcome = execute(index, operation)
    }
    refreshClock()
    return outcome
  }

  private mutating func execute(_ task: Int, _ operation: Operation) -> Outcome {
    switch operation.kind {
    case .lock: return lock(task, operation.object.index)
    case .unlock: return unlock(task, operation.object.index)
    case .end: return end(task)
    case .none, .yield, .exit, .read, .write, .barrierWake: return done(task)
    case .begin: return tasks[task].kind == .thread ? beginThread(task) : begin(task)
    case .async, .barrierAsync: return async(task, Int(operation.other), operation.argument)
    case .arrive, .fire: return arrive(task)
    case .sync, .barrierSync:
      let isBarrier = operation.kind == .barrierSync
      if operation.other != 0 {
        return syncOnMain(task, laneIndex(operation.object), item: Int(operation.other), barrier: isBarrier)
      }
      return sync(task, laneIndex(operation.object), barrier: isBarrier)
    case .acquire: return acquire(task)
    case .endSync: return endSync(task)
    case .asyncAndWait:
      return asyncAndWait(task, laneIndex(operation.object), item: Int(operation.other), barrier: false)
    case .barrierAsyncAndWait:
      return asyncAndWait(task, laneIndex(operation.object), item: Int(operation.other), barrier: true)
    case .enter: return enter(task, operation.object.index)
    case .leave: return leave(operation.object.index, by: task)
    case .groupWait: return arriveAtGroup(task, operation.object.index, operation.argument)
    case .groupWake: return groupWake(task)
    case .notify: return notify(task, operation.object.index, item: Int(operation.other))
    case .wait: return wait(task, operation.object.index)
    case .signal: return signal(task, operation.object.index)
    case .suspend: return suspend(task, operation.object, choice: Int(operation.argument))
    case .resume: return resume(task, operation.object, choice: Int(operation.argument))
    case .activate: return activate(task, operation.object)
    case .retarget: return retarget(task, operation.object, to: ObjectID(rawValue: operation.other))
    case .setTimer: return setTimer(task, operation.object, operation.argument)
    case .cancel: return cancel(task, operation.object)
    case .mergeData: return mergeData(task, operation.object, operation.argument)
    case .tryLock: return tryLock(task, operation.object.index)
    case .conditionWait:
      return conditionWait(task, operation.object.index, lock: operation.other, operation.argument)
    case .conditionWake: return conditionWake(task)
    case .signalCondition: return signalCondition(task, operation.object.index, all: false)
    case .broadcastCondition: return signalCondition(task, operation.object.index, all: true)
    case .onceBegin: return onceBegin(task, operation.object.index)
    case .onceEnd: return onceEnd(task, operation.object.index, hasRun: operation.other == 0)
    case .futexWait: return futexWait(task, operation.object.index)
    case .futexWake: return futexWake(task, operation.object.index, limit: operation.argument)
    case .itemCancel: return cancelItem(task, operation.object.index)
    case .itemTestCancel: return testCancelItem(task, operation.object.index)
    case .itemWait: return waitForItem(task, operation.object.index, operation.argument)
    case .itemWake: return itemWake(task)
    case .itemNotify:
      return notifyOfItem(task, operation.object.index, item: Int(operation.other))
    case .itemEnd: return endItem(task, operation.object.index)
    case .sleep: return done(task)
    case .readDescriptor, .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send,
      .close, .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores, .waitForSignal:
      return descriptorCall(task)
    case .timerExpires: return timerExpires(task)
    case .eventArrives: return eventArrives(task)
    case .cancelAndWait: return cancelAndWait(task, operation.object)
    case .cancelDone: return done(task)
    case .sendSignal: return done(task)
    case .createThread: return createThread(task, Int(operation.other))
    case .join: return join(task, operation.object.index)
    case .tryJoin: return tryJoin(task, operation.object.index)
    case .detachThread: return detachThread(task, operation.object.index)
    case .cancelThread: return cancelThread(task, operation.object.index)
    case .interrupted: return done(task, World.cancelledResult)
    case .readLock: return readLock(task, operation.object.index)
    case .writeLock: return writeLock(task, operation.object.index)
    case .tryReadLock: return tryReadLock(task, operation.object.index)
    case .tryWriteLock: return tryWriteLock(task, operation.object.index)
    case .unlockReadWrite: return unlockReadWrite(task, operation.object.index)
    case .barrierWait: return barrierWait(task, operation.object.index)
    case .timePasses: return letTimePass()
    case .beginOnMain: return beginOnMain(task, choice: Int(operation.argument))
    case .enterMain: return enterMain(task)
    case .hosting: return done(task)
    }
  }

  private mutating func async(_ task: Int, _ item: Int, _ deadline: UInt64) -> Outcome {
    let lane = lanes + tasks[item].lane
    if lane.pointee.isWorkloop && lane.pointee.isInactive { return .failed(.wakeupOfInactiveWorkloop) }
    if deadline == 0 {
      if tasks[item].kind == .after { tasks[item].submissionInstant = now &+ 1 }
      submit(item)
    } else {
      own(item, by: task)
      delay(item, until: deadline)
    }
    return done(task)
  }
}
