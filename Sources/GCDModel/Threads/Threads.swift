// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Threads that the program makes (pthread_create(3), pthread_join(3), pthread_detach(3)).
///
/// A new thread takes part from the step of its creation; its start and its end are steps of their own.
extension World {
  /// Makes a thread that does not run before `createThread` with its task has been performed.
  public mutating func makeThread(creator: TaskID, isDetached: Bool) -> ObjectID {
    let task = appendTask(kind: .thread, creator: creator)
    return makeThreadObject(
      task: task, isDetached: isDetached,
      stableID: nextStableID(of: .thread, creator: creator))
  }

  /// Lets others join a task that is no thread of its own making: the body.
  public mutating func makeThread(of task: TaskID) -> ObjectID {
    makeThreadObject(
      task: Int(task.rawValue), isDetached: false,
      stableID: nextStableID(of: .thread, creator: task))
  }

  private mutating func makeThreadObject(task: Int, isDetached: Bool, stableID: UInt64) -> ObjectID {
    let index = threadCount
    if index == threadCapacity {
      moveTable(&threads, used: index, to: threadCapacity * 2)
      threadCapacity *= 2
    }
    threadCount = index + 1
    tasks[task].thread = index
    (threads + index).initialize(
      to: ThreadState(
        task: task, isDetached: isDetached, hasEnded: false, isJoined: false, isCancelled: false,
        ignoresCancellation: false, joiners: TaskList(), stableID: stableID))
    return ObjectID(.thread, index)
  }

  /// Whether this run has made a thread that can be joined, as every thread of a program's own can at first.
  public var hasThreads: Bool { mutating get { threadCount > 0 } }

  /// The task of a thread.
  public mutating func task(ofThread thread: ObjectID) -> TaskID {
    TaskID(UInt32(threads[thread.index].task))
  }

  /// The thread that a task is, or `.none`.
  public mutating func thread(of task: TaskID) -> ObjectID {
    let thread = tasks[Int(task.rawValue)].thread
    return thread < 0 ? .none : ObjectID(.thread, thread)
  }

  /// Whether a thread has come to its end.
  public mutating func hasEnded(_ thread: ObjectID) -> Bool { threads[thread.index].hasEnded }

  /// Whether no task will join a thread: it was detached, or a task has joined it.
  public mutating func isGivenUp(_ thread: ObjectID) -> Bool {
    threads[thread.index].isDetached || threads[thread.index].isJoined
  }

  /// Whether a thread is detached.
  public mutating func isDetached(_ thread: ObjectID) -> Bool { threads[thread.index].isDetached }

  /// Lets a thread take part that no step of the program has created: what happens outside has.
  public mutating func beginThread(_ thread: ObjectID) {
    let child = threads[thread.index].task
    tasks[child].phase = .running
    tasks[child].pending = Operation(.begin, thread)
    enable(child)
  }

  mutating func createThread(_ task: Int, _ child: Int) -> Outcome {
    beginThread(ObjectID(.thread, tasks[child].thread))
    return done(task)
  }

  mutating func beginThread(_ task: Int) -> Outcome {
    tasks[task].pending = Operation(.none)
    return .started
  }

  /// The one that joins it can continue.
  mutating func threadEnded(_ index: Int) {
    threads[index].hasEnded = true
    var joiner = threads[index].joiners.head
    while joiner >= 0 {
      enable(joiner)
      joiner = tasks[joiner].listNext
    }
  }

  /// `deadline` 0 or `UInt64.max` = none.
  mutating func announceJoin(_ task: Int, _ index: Int, _ deadline: UInt64) -> Bool {
    tasks[task].isLaterJoiner = threads[index].joiners.head >= 0
    return announceWait(
      task, in: &threads[index].joiners, as: .join, isOpen: canJoin(task, index),
      until: deadline == 0 ? Operation.noDeadline : deadline)
  }

  /// Also true where the join fails at once: of a detached thread, or behind another joiner.
  private mutating func canJoin(_ task: Int, _ index: Int) -> Bool {
    let state = threads + index
    return state.pointee.hasEnded || state.pointee.isDetached || tasks[task].isLaterJoiner
  }

  /// Result 0: joined. -1: the deadline has come, or a thread that is only tried still runs. -2: it cannot be
  /// joined, because it is detached or another task joins it.
  mutating func join(_ task: Int, _ index: Int) -> Outcome {
    remove(task, from: &threads[index].joiners)
    if tasks[task].heapIndex >= 0 { disarm(task) }
    if threads[index].isDetached || threads[index].isJoined || tasks[task].isLaterJoiner {
      return done(task, -2)
    }
    if !threads[index].hasEnded { return done(task, -1) }
    threads[index].isJoined = true
    return done(task)
  }

  mutating func tryJoin(_ task: Int, _ index: Int) -> Outcome {
    if threads[index].isDetached || threads[index].isJoined || threads[index].joiners.head >= 0 {
      return done(task, -2)
    }
    if !threads[index].hasEnded { return done(task, -1) }
    threads[index].isJoined = true
    return done(task)
  }

  /// Result -2: it was detached or joined before.
  mutating func detachThread(_ task: Int, _ index: Int) -> Outcome {
    if threads[index].isDetached || threads[index].isJoined { return done(task, -2) }
    threads[index].isDetached = true
    return done(task)
  }
}
