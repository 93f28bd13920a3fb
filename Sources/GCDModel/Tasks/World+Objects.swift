// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What the owner of the world sets in objects without a step.
extension World {
  /// From now on waits for a semaphore represent the `await` of an async function.
  public mutating func setAwait(semaphore: ObjectID) { semaphores.table.at[semaphore.index].isAwait = true }

  /// Sets the count of a group from outside the run.
  public mutating func setCount(_ count: Int, ofGroup group: ObjectID) {
    groups.table.at[group.index].count = count
  }

  /// Notes that a running task holds a lock that it took without the model's knowledge.
  public mutating func adopt(lock: ObjectID, heldBy task: TaskID) {
    if locks.table.at[lock.index].owner < 0 { locks.take(Int(task.rawValue), lock.index, &core) }
  }

  /// Marks an inconsistent mutex as consistent again; false for any other one.
  public mutating func makeConsistent(lock: ObjectID) -> Bool { locks.makeConsistent(lock.index) }

  /// How many tasks sleep on a word.
  public mutating func sleepers(onFutex futex: ObjectID) -> Int {
    var count = 0
    var task = futexes.table.at[futex.index].waiters.head
    while task >= 0 {
      count += 1
      task = core.tasks.at[task].listNext
    }
    return count
  }

  /// The thread that a task is, or `.none`.
  public mutating func thread(of task: TaskID) -> ObjectID {
    let thread = core.tasks.at[Int(task.rawValue)].thread
    return thread < 0 ? .none : ObjectID(.thread, thread)
  }

  /// Lets a thread take part that no step of the program has created: what happens outside has.
  public mutating func beginThread(_ thread: ObjectID) { threads.begin(thread.index, &core) }

  // MARK: Work items

  /// The work item that a submission runs, or `.none`.
  public mutating func workItem(of task: TaskID) -> ObjectID {
    let item = core.tasks.at[Int(task.rawValue)].workItem
    return item < 0 ? .none : ObjectID(.workItem, item)
  }

  /// Gives a work item from outside the run the state that it really has.
  public mutating func adopt(
    workItem: ObjectID, runs: Int, isLeft: Bool, isCancelled: Bool, isWaitedFor: Bool, wasWaitedFor: Bool
  ) {
    let state = workItems.table.at + workItem.index
    state.pointee.runs = runs
    state.pointee.isCancelled = isCancelled
    state.pointee.isWaitedFor = isWaitedFor || wasWaitedFor
    state.pointee.wasWaitedFor = wasWaitedFor
    if isLeft { groups.table.at[state.pointee.group].count = 0 }
  }

  /// Says that a submission will run a work item.
  public mutating func link(_ task: TaskID, toWorkItem item: ObjectID) {
    core.tasks.at[Int(task.rawValue)].workItem = item.index
    workItems.table.at[item.index].isOnQueue = true
  }

  /// Says that a task waits in a sync, or something of that sort, in which it will run a work item.
  public mutating func expectRun(ofWorkItem item: ObjectID, by task: TaskID) {
    workItems.table.at[item.index].isOnQueue = true
    workItems.noteRunner(item.index, Int(task.rawValue))
  }

  /// A run of a work item begins: whether its body is to be called, and what speaks against the run.
  ///
  /// - Parameter isInPlace: Only the caller knows of this run: the item was called like a function.
  public mutating func beginRun(
    ofWorkItem item: ObjectID, by task: TaskID, isInPlace: Bool
  ) -> (misuse: Misuse, callsBody: Bool) {
    workItems.beginRun(item.index, by: Int(task.rawValue), isInPlace: isInPlace)
  }

  /// A run has ended, whether or not it skipped the body; the first one is followed by `itemEnd`.
  ///
  /// - Parameters:
  ///   - isInPlace: As for `beginRun`.
  ///   - isSubmission: The run was that of a task that had been linked with the item.
  public mutating func endRun(ofWorkItem item: ObjectID, isInPlace: Bool, isSubmission: Bool) {
    workItems.endRun(item.index, isInPlace: isInPlace, isSubmission: isSubmission)
  }

  /// The blocks registered with a work item, in order.
  public mutating func notifies(ofWorkItem item: ObjectID) -> [TaskID] {
    notifies(of: ObjectID(.group, workItems.table.at[item.index].group))
  }

  // MARK: Sources

  /// Says whether a source has a handler of a kind: `eventHandler`, `cancelHandler` or `registrationHandler`.
  ///
  /// - Returns: what libdispatch would end the process for.
  public mutating func setHandler(_ source: ObjectID, _ kind: TaskKind, isPresent: Bool) -> Misuse {
    let misuse = sources.setHandler(source.index, kind, isPresent: isPresent, &queues, &core)
    if misuse == .none { core.refreshClock() }
    return misuse
  }

  /// The source gets a mandatory cancel handler: it is strict from now on.
  public mutating func makeStrict(_ source: ObjectID) {
    sources.table.at[source.index].isStrict = true
    queues.lanes.at[laneIndex(source)].isMutable = false
  }

  /// The last reference is gone without a cancel: the source stops in silence, its cancel handler never runs
  /// (Libdispatch.md 2.9 "Release without cancel").
  public mutating func releaseSource(_ source: ObjectID) {
    sources.release(source.index, &queues, &core)
    core.refreshClock()
  }

  /// The period that the next `setTimer` operation on the source gives it, as `Sources.setInterval`.
  ///
  /// - Parameter lag: By how many nanoseconds the start is before the run does: no virtual time tells it.
  public mutating func setInterval(_ source: ObjectID, _ interval: UInt64, lag: UInt64 = 0) {
    sources.setInterval(source.index, interval, lag: lag)
  }

  /// Something has happened that the source watches; nothing if it does not want to know.
  public mutating func raiseEvent(_ source: ObjectID) {
    sources.raiseEventIfWanted(source.index, &queues, &core)
    core.refreshClock()
  }

  /// A signal has come: reported at once or, while the handler runs, after it; several count as one.
  public mutating func raiseSignal(_ source: ObjectID) {
    sources.raiseSignal(source.index, &queues, &core)
  }

  /// Before `eventArrives` is performed: whether it is still true, what the handler is to read, and whether
  /// it is the last one (Libdispatch.md 2.9 "HUP").
  public mutating func setEvent(_ source: ObjectID, data: UInt64, isReal: Bool, isLast: Bool) {
    let state = sources.table.at + source.index
    state.pointee.eventData = data
    state.pointee.isEventReal = isReal
    if isLast { state.pointee.isOver = true }
  }

  /// What the source watches can never be watched.
  public mutating func endEvents(_ source: ObjectID) { sources.table.at[source.index].isOver = true }
}
