// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What has come of a supposed end: the task that continues, or begins, and how.
public struct SupposedEnd: Sendable {
  public var task: TaskID
  public var outcome: Outcome
}

/// The end of a wait that nothing ends, supposed in a copy of the world to see what its task would do next
/// (Design.md "Dead sets").
///
/// Nothing is taken back: the task that held what another one now has is not changed. A world in which an end
/// was supposed is good for this question only.
extension World {
  /// Ends the wait of a stuck task as if what it waits for had come, or starts a block that is held back; nil
  /// where that cannot be supposed.
  public mutating func supposeEnd(ofWaitOf task: TaskID) -> SupposedEnd? {
    let index = Int(task.rawValue)
    if core.isEnabled(index) { return nil }
    core.forgetWave()
    let state = core.tasks.at[index]
    switch state.phase {
    case .queued: return supposeStart(index).map { SupposedEnd(task: task, outcome: $0) }
    case .registered: return supposeSubmission(index).map { SupposedEnd(task: task, outcome: $0) }
    case .running:
      // Another thread runs the block of this call: it is what starts.
      if state.partner >= 0, core.tasks.at[state.partner].phase == .queued {
        let block = TaskID(UInt32(state.partner))
        return supposeStart(state.partner).map { SupposedEnd(task: block, outcome: $0) }
      }
      return supposeEnd(index, state.pending).map { SupposedEnd(task: task, outcome: $0) }
    case .unsubmitted, .delayed, .ended: return nil
    }
  }

  /// The sources that the program has set up and left inactive or suspended: no handler of theirs runs.
  public mutating func closedSources() -> [ObjectID] {
    (0..<queues.lanes.count).filter { lane in
      let source = queues.lanes.at[lane].source
      return source >= 0 && queues.isClosed(lane) && !queues.lanes.at[lane].isInternal
        && sources.table.at[source].hasEventHandler
    }.map { queues.lanes.at[$0].object }
  }

  /// Activates a source, and resumes it as often as it was suspended.
  public mutating func supposeOpening(of object: ObjectID) {
    let lane = laneIndex(object)
    // The calls of a task that is none: what it was to do next stays.
    let pending = core.tasks.at[0].pending
    _ = queues.activate(0, lane, &sources, &core)
    while queues.lanes.at[lane].suspendCount > 0 {
      let outcome = queues.resume(0, lane, choice: 0, &sources, &core)
      if outcome.kind == .misuse { break }
    }
    core.tasks.at[0].pending = pending
    core.refreshClock()
  }

  private mutating func supposeEnd(_ task: Int, _ operation: Operation) -> Outcome? {
    let index = operation.object.index
    switch operation.kind.waitsFor {
    case .semaphore:
      if semaphores.isAwait(operation.object) { return nil }
      semaphores.table.at[index].value += 1
      core.enable(task)
      let outcome = semaphores.wait(task, index, &core)
      // There was none to take: the first signal that follows makes up for it, and wakes none.
      semaphores.table.at[index].value -= 1
      semaphores.table.at[index].supposedSignals += 1
      return outcome
    case .group, .workItem:
      core.tasks.at[task].waitResult = 0
      core.disarm(task)
      core.enable(task)
      return operation.kind == .itemWake
        ? workItems.wake(task, index, &groups, &core) : groups.wake(task, index, &core)
    case .lock:
      if locks.table.at[index].owner == task || locks.table.at[index].robustness != .none { return nil }
      if locks.table.at[index].owner >= 0 { locks.free(index, &core) }
      core.enable(task)
      return locks.lock(task, index, &core)
    case .condition:
      conditions.supposeSignal(task, index, &locks, &core)
      return !core.isEnabled(task)
        ? .blocked : locks.lock(task, core.tasks.at[task].pending.object.index, &core)
    case .futex:
      if futexes.table.at[index].holder >= 0 { return nil }
      core.tasks.at[task].waitResult = 0
      core.disarm(task)
      core.enable(task)
      return futexes.wait(task, index, &core)
    case .readWriteLock:
      core.enable(task)
      return readWriteLocks.supposeFree(task, index, &core)
    case .turn:
      let lane = core.tasks.at[task].waitLane
      if core.tasks.at[task].partner >= 0 || core.tasks.at[task].list != .laneWaiting { return nil }
      free(lane)
      core.enable(task)
      return queues.acquire(task, &core)
    case .nothing, .once, .thread, .barrier, .handler, .time, .host, .descriptor: return nil
    }
  }

  /// A block starts although others have what it needs.
  private mutating func supposeStart(_ item: Int) -> Outcome? {
    if core.tasks.at[item].isInternal || core.tasks.at[item].frame >= 0 { return nil }
    core.makeUnstartable(item)
    var lane = core.tasks.at[item].lane
    while lane >= 0 {
      free(lane)
      lane = queues.lanes.at[lane].parent
    }
    core.enable(item)
    return queues.begin(item, &sources, &core)
  }

  private mutating func free(_ lane: Int) {
    queues.lanes.at[lane].owner = -1
    queues.lanes.at[lane].readers = 0
  }

  /// A block that a group or a work item was to submit comes to its queue.
  private mutating func supposeSubmission(_ item: Int) -> Outcome? {
    guard let group = group(thatSubmits: item) else { return nil }
    core.tasks.unlink(item, from: &groups.table.at[group].notifies)
    queues.submit(item, &core)
    if !core.isEnabled(item) { return supposeStart(item) }
    return queues.begin(item, &sources, &core)
  }

  private mutating func group(thatSubmits item: Int) -> Int? {
    for index in 0..<groups.table.count {
      var registered = groups.table.at[index].notifies.head
      while registered >= 0 {
        if registered == item { return index }
        registered = core.tasks.at[registered].listNext
      }
    }
    return nil
  }

  /// What a registered block waits for: its group, or the work item that keeps the group for itself.
  mutating func registration(of item: Int) -> ObjectID {
    guard let group = group(thatSubmits: item) else { return .none }
    let workItem = groups.table.at[group].workItem
    return workItem < 0 ? ObjectID(.group, group) : ObjectID(.workItem, workItem)
  }
}

extension Conditions {
  /// As a signal that this waiter gets, whichever came first.
  fileprivate mutating func supposeSignal(
    _ task: Int, _ index: Int, _ locks: inout Locks, _ core: inout Core
  ) {
    core.tasks.unlink(task, from: &table.at[index].waiters)
    core.disarm(task)
    takeLockBack(task, result: 0, &locks, &core)
  }
}

extension ReadWriteLocks {
  /// Takes the lock as if no task had it.
  fileprivate mutating func supposeFree(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome? {
    if table.at[index].writer == task { return nil }
    table.at[index].writer = -1
    table.at[index].readers = 0
    table.at[index].firstHold = -1
    table.at[index].writersInLine = core.tasks.at[task].isWriterInLine ? 1 : 0
    return core.tasks.at[task].pending.kind == .readLock
      ? read(task, index, &core) : write(task, index, &core)
  }
}
