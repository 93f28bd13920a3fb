// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A thread of the program's own, as pthread_join(3) and its kin see it.
struct ThreadState {
  var task: Int
  var isDetached: Bool
  var hasEnded = false
  var isJoined = false
  /// Its cancellation was asked for, and it has not acted on that.
  var isCancelled = false
  /// pthread_setcancelstate(3): cancellation waits until it is allowed again.
  var ignoresCancellation = false
  /// Tasks that have announced a join, in order; only the first of them can have it.
  var joiners = TaskList()
  var stableID: UInt64

  /// It has to end at its next cancellation point.
  var mustEnd: Bool { isCancelled && !ignoresCancellation }
}

/// Threads that the program makes (pthread_create(3), pthread_join(3), pthread_detach(3)).
///
/// A new thread takes part from the step of its creation; its start and its end are steps of their own.
public struct Threads {
  var table = Table<ThreadState>()

  /// Makes what others can join of a task.
  mutating func make(of task: Int, isDetached: Bool, stableID: UInt64, _ core: inout Core) -> ObjectID {
    let thread = table.append(ThreadState(task: task, isDetached: isDetached, stableID: stableID))
    core.tasks.at[task].thread = thread
    return ObjectID(.thread, thread)
  }

  /// Whether this run has made a thread that can be joined, as every thread of a program's own can at first.
  public var isUsed: Bool { table.count > 0 }

  /// The task of a thread.
  public func task(of thread: ObjectID) -> TaskID { TaskID(UInt32(table.at[thread.index].task)) }

  /// Whether a thread has come to its end.
  public func hasEnded(_ thread: ObjectID) -> Bool { table.at[thread.index].hasEnded }

  /// Whether no task will join a thread: it was detached or joined.
  public func isGivenUp(_ thread: ObjectID) -> Bool {
    table.at[thread.index].isDetached || table.at[thread.index].isJoined
  }

  /// Whether a thread is detached.
  public func isDetached(_ thread: ObjectID) -> Bool { table.at[thread.index].isDetached }

  /// Lets a thread take part.
  mutating func begin(_ index: Int, _ core: inout Core) {
    let child = table.at[index].task
    core.tasks.at[child].phase = .running
    core.tasks.at[child].pending = Operation(.begin, ObjectID(.thread, index))
    core.enable(child)
  }

  /// The task of a thread has ended: joiners are enabled.
  mutating func end(_ index: Int, _ core: inout Core) {
    table.at[index].hasEnded = true
    var joiner = table.at[index].joiners.head
    while joiner >= 0 {
      core.enable(joiner)
      joiner = core.tasks.at[joiner].listNext
    }
  }

  /// `deadline` 0 or `Operation.noDeadline` = none. A join that fails at once need not wait: of a detached
  /// thread, or behind another joiner.
  mutating func announceJoin(_ task: Int, _ index: Int, _ deadline: UInt64, _ core: inout Core) -> Bool {
    let state = table.at + index
    let isLater = state.pointee.joiners.head >= 0
    core.tasks.at[task].isLaterJoiner = isLater
    return core.announceWait(
      task, in: &state.pointee.joiners, as: .join,
      isOpen: state.pointee.hasEnded || state.pointee.isDetached || isLater,
      until: deadline == 0 ? Operation.noDeadline : deadline)
  }

  /// Result 0: joined. -1: the deadline has come, or a thread that is only tried still runs. -2: it cannot be
  /// joined, because it is detached or another task joins it.
  mutating func join(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    core.tasks.unlink(task, from: &table.at[index].joiners)
    if core.tasks.at[task].heapIndex >= 0 { core.disarm(task) }
    return finishJoin(task, index, isRefused: core.tasks.at[task].isLaterJoiner, &core)
  }

  mutating func tryJoin(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    finishJoin(task, index, isRefused: table.at[index].joiners.head >= 0, &core)
  }

  private mutating func finishJoin(
    _ task: Int, _ index: Int, isRefused: Bool, _ core: inout Core
  ) -> Outcome {
    let state = table.at + index
    if state.pointee.isDetached || state.pointee.isJoined || isRefused { return core.done(task, -2) }
    if !state.pointee.hasEnded { return core.done(task, -1) }
    state.pointee.isJoined = true
    return core.done(task)
  }

  /// Result -2: it was detached or joined before.
  mutating func detach(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    if table.at[index].isDetached || table.at[index].isJoined { return core.done(task, -2) }
    table.at[index].isDetached = true
    return core.done(task)
  }
}
