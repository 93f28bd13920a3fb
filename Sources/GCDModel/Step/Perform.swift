// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Executes the pending operation of an enabled task, or lets time pass for `TaskID.clock`.
  public mutating func perform(_ task: TaskID) -> Outcome {
    let index = Int(task.rawValue)
    core.stepCount += 1
    let operation = core.tasks.at[index].pending
    // The commonest first: a debug build tests cases one after the other. No more than these three: of four,
    // optimisation makes a jump through a table, which no processor predicts.
    let outcome: Outcome
    if operation.kind == .wait {
      outcome = semaphores.wait(index, operation.object.index, &core)
    } else if operation.kind == .signal {
      outcome = semaphores.signal(index, operation.object.index, &core)
    } else if operation.kind == .begin {
      outcome = begin(index)
    } else {
      outcome = execute(index, operation)
      if outcome.kind == .blocked || outcome.kind == .deadlock { return waited(index, outcome) }
    }
    core.refreshClock()
    return outcome
  }

  /// An operation arrived where its task now waits: the outcome, if a cycle of owners has closed with it.
  @inline(never)
  private mutating func waited(_ task: Int, _ outcome: Outcome) -> Outcome {
    defer { core.refreshClock() }
    if outcome.kind == .deadlock {
      cycleStart = task
      return outcome
    }
    return !core.isEnabled(task) && closesOwnerCycle(task) ? .deadlock : outcome
  }

  private mutating func execute(_ task: Int, _ operation: Operation) -> Outcome {
    let index = operation.object.index
    switch operation.kind {
    case .lock: return locks.lock(task, index, &core)
    case .unlock: return locks.unlock(task, index, &core)
    case .end: return end(task)
    case .none, .yield, .exit, .read, .write, .barrierWake, .sleep, .cancelDone, .sendSignal, .changeFiles,
      .lookForFile, .hosting,
      .enterActor, .leaveActor, .awaitResumption, .resumeTask, .cancelTask, .makeTask, .endTask, .awaitTask,
      .awaitGroup, .useStream, .awaitElement:
      return core.done(task)
    case .begin: return begin(task)
    case .async, .barrierAsync: return async(task, Int(operation.other), operation.argument)
    case .arrive, .fire: return arrive(task)
    case .sync, .barrierSync:
      let lane = laneIndex(operation.object)
      let isBarrier = operation.kind == .barrierSync
      if operation.other == 0 { return queues.sync(task, lane, barrier: isBarrier, &core) }
      return queues.syncOnMain(task, lane, item: Int(operation.other), barrier: isBarrier, &groups, &core)
    case .acquire: return queues.acquire(task, &core)
    case .endSync: return queues.endSync(task, &core)
    case .asyncAndWait, .barrierAsyncAndWait:
      return queues.asyncAndWait(
        task, laneIndex(operation.object), item: Int(operation.other),
        barrier: operation.kind == .barrierAsyncAndWait, &groups, &core)
    case .enter: return groups.enter(task, index, &core)
    case .leave: return groups.leave(index, by: task, &queues, &core)
    case .groupWait: return groups.wait(task, index, operation.argument, &core)
    case .groupWake: return groups.wake(task, index, &core)
    case .notify: return groups.notify(task, index, item: Int(operation.other), &queues, &core)
    case .wait: return semaphores.wait(task, index, &core)
    case .signal: return semaphores.signal(task, index, &core)
    case .suspend:
      return queues.suspend(task, laneIndex(operation.object), choice: Int(operation.argument), &core)
    case .resume:
      return queues.resume(
        task, laneIndex(operation.object), choice: Int(operation.argument), &sources, &core)
    case .activate: return queues.activate(task, laneIndex(operation.object), &sources, &core)
    case .retarget:
      let target = laneIndex(ObjectID(rawValue: operation.other))
      return queues.retarget(task, laneIndex(operation.object), to: target, &core)
    case .setTimer: return sources.setTimer(task, operation.object, operation.argument, &queues, &core)
    case .cancel: return sources.cancel(task, operation.object, &queues, &core)
    case .mergeData: return sources.mergeData(task, operation.object, operation.argument, &queues, &core)
    case .tryLock: return locks.tryLock(task, index, &core)
    case .conditionWait:
      return conditions.wait(task, index, lock: operation.other, operation.argument, &locks, &core)
    case .conditionWake: return conditions.wake(task, index, &locks, &core)
    case .signalCondition: return conditions.signal(task, index, all: false, &locks, &core)
    case .broadcastCondition: return conditions.signal(task, index, all: true, &locks, &core)
    case .onceBegin: return onces.begin(task, index, &core)
    case .onceEnd: return onces.end(task, index, hasRun: operation.other == 0, &core)
    case .futexWait: return futexes.wait(task, index, &core)
    case .futexWake: return futexes.wake(task, index, limit: operation.argument, &core)
    case .itemCancel: return workItems.cancel(task, index, &core)
    case .itemTestCancel: return workItems.testCancel(task, index, &core)
    case .itemWait: return workItems.wait(task, index, operation.argument, &groups, &core)
    case .itemWake: return workItems.wake(task, index, &groups, &core)
    case .itemNotify:
      return workItems.notify(task, index, item: Int(operation.other), &groups, &queues, &core)
    case .itemEnd: return workItems.end(task, index, &groups, &queues, &core)
    // Result 0: ready. Result -1: the deadline has come, or the call did not wait.
    case .readDescriptor, .writeDescriptor, .poll, .select, .epollWait, .accept, .connect, .receive, .send,
      .close, .waitForProcess, .lockFile, .receiveMessage, .sendMessage, .changeSemaphores, .waitForSignal:
      return core.done(task, core.tasks.at[task].waitResult)
    case .timerExpires: return core.timerExpires(task)
    case .eventArrives: return sources.eventArrives(task, &queues, &core)
    case .sourceInstalls: return sources.installs(task, &queues, &core)
    case .cancelAndWait: return sources.cancelAndWait(task, operation.object, &queues, &core)
    case .createThread:
      threads.begin(core.tasks.at[Int(operation.other)].thread, &core)
      return core.done(task)
    case .join: return threads.join(task, index, &core)
    case .tryJoin: return threads.tryJoin(task, index, &core)
    case .detachThread: return threads.detach(task, index, &core)
    case .cancelThread: return cancelThread(task, index)
    case .interrupted: return core.done(task, World.cancelledResult)
    case .readLock: return readWriteLocks.read(task, index, &core)
    case .writeLock: return readWriteLocks.write(task, index, &core)
    case .tryReadLock: return readWriteLocks.tryRead(task, index, &core)
    case .tryWriteLock: return readWriteLocks.tryWrite(task, index, &core)
    case .unlockReadWrite: return readWriteLocks.unlock(task, index, &core)
    case .barrierWait: return barriers.wait(task, index, &core)
    case .timePasses: return core.letTimePass()
    case .beginOnMain: return queues.beginOnMain(task, choice: Int(operation.argument), &sources, &core)
    case .enterMain: return queues.enterMain(task, &core)
    }
  }
}
