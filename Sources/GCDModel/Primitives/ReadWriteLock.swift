// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A read-write lock. Waiters are all tasks that have announced that they want it, enabled or not.
struct ReadWriteLockState {
  var writer = -1
  /// Shares in all, counting each time that one task has taken it; below zero where one was given back that
  /// no task had: no writer gets the lock then.
  var readers = 0
  /// The run has made it, and so has seen every share.
  var isMadeInRun: Bool
  /// The tasks that have shares: a list through `SharedHold.next`, -1 = none.
  var firstHold = -1
  /// Writers that wait and keep new readers out; always 0 where writers are not preferred.
  var writersInLine = 0
  var prefersWriters: Bool
  var waiters = TaskList()
  var stableID: UInt64
}

/// The shares that one task has of one read-write lock.
struct SharedHold {
  var task: Int
  var count: Int
  var next: Int
}

/// Read-write locks (pthread_rwlock_rdlock(3p), pthread_rwlockattr_setkind_np(3)): taking one is one step.
///
/// glibc's default and its `PREFER_WRITER` kind let readers in whenever nothing writes, so that a reader may
/// come again; only `PREFER_WRITER_NONRECURSIVE` keeps new readers out while a writer is in line.
public struct ReadWriteLocks {
  var table = Table<ReadWriteLockState>()
  var holds = Table<SharedHold>()
  /// Head of the list of unused holds, through `next`.
  var freeHold = -1

  mutating func reset() {
    table.reset()
    holds.reset()
    freeHold = -1
  }

  func free() {
    table.free()
    holds.free()
  }

  /// The task that holds a read-write lock alone, or `.none`.
  public func writer(of lock: ObjectID) -> TaskID {
    let writer = table.at[lock.index].writer
    return writer < 0 ? .none : TaskID(UInt32(writer))
  }

  /// Whether a task holds a read-write lock, alone or shared.
  public func isTaken(_ lock: ObjectID) -> Bool {
    table.at[lock.index].writer >= 0 || table.at[lock.index].readers > 0
  }

  mutating func canRead(_ index: Int) -> Bool {
    let state = table.at + index
    return state.pointee.writer < 0 && state.pointee.writersInLine == 0
  }

  mutating func canWrite(_ index: Int) -> Bool {
    let state = table.at + index
    return state.pointee.writer < 0 && state.pointee.readers == 0
  }

  private mutating func canTake(_ task: Int, _ index: Int, _ core: inout Core) -> Bool {
    core.tasks.at[task].pending.kind == .readLock ? canRead(index) : canWrite(index)
  }

  /// `deadline` 0 or `Operation.noDeadline` = none. Where writers are preferred, a writer arrives in a step
  /// of its own: only then does it keep readers out.
  mutating func announce(_ task: Int, _ index: Int, _ deadline: UInt64, _ core: inout Core) -> Bool {
    core.tasks.at[task].isWriterInLine = false
    let isOpen = canTake(task, index, &core) || arrivesFirst(task, index, &core)
    return core.announceWait(
      task, in: &table.at[index].waiters, as: .readWriteLock, isOpen: isOpen,
      until: deadline == 0 ? Operation.noDeadline : deadline)
  }

  mutating func read(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    leaveLine(task, index, &core)
    if !canRead(index) { return core.done(task, -1) }
    share(task, index)
    refreshLine(index, &core)
    return core.done(task)
  }

  mutating func write(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    let waiter = core.tasks.at + task
    if !canWrite(index) && !waiter.pointee.isDue && !waiter.pointee.isWriterInLine {
      return queueUp(task, index, &core)
    }
    leaveLine(task, index, &core)
    if canWrite(index) {
      table.at[index].writer = task
      refreshLine(index, &core)
      return core.done(task)
    }
    refreshLine(index, &core)
    return core.done(task, -1)
  }

  mutating func tryRead(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    if !canRead(index) { return core.done(task, -1) }
    share(task, index)
    refreshLine(index, &core)
    return core.done(task)
  }

  mutating func tryWrite(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    if !canWrite(index) { return core.done(task, -1) }
    table.at[index].writer = task
    refreshLine(index, &core)
    return core.done(task)
  }

  /// As in glibc, an unlock by a task that holds nothing takes a share from another one, and where there is
  /// none from those to come (pthread_rwlock_common.c: the count of readers wraps). -1 where the lock may
  /// have been taken before the run.
  mutating func unlock(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    let state = table.at + index
    if state.pointee.writer == task {
      state.pointee.writer = -1
    } else if state.pointee.firstHold >= 0 {
      unshare(task, index)
    } else if state.pointee.isMadeInRun {
      state.pointee.readers -= 1
    } else {
      return core.done(task, -1)
    }
    refreshLine(index, &core)
    return core.done(task)
  }

  /// A writer that is preferred and cannot continue begins to wait.
  private mutating func queueUp(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    core.tasks.at[task].isWriterInLine = true
    table.at[index].writersInLine += 1
    core.stopWaiter(task)
    refreshLine(index, &core)
    return .blocked
  }

  private mutating func leaveLine(_ task: Int, _ index: Int, _ core: inout Core) {
    core.tasks.unlink(task, from: &table.at[index].waiters)
    if core.tasks.at[task].heapIndex >= 0 { core.disarm(task) }
    if core.tasks.at[task].isWriterInLine {
      core.tasks.at[task].isWriterInLine = false
      table.at[index].writersInLine -= 1
    }
  }

  /// Enables the task that can continue now, and holds up the one that no longer can.
  private mutating func refreshLine(_ index: Int, _ core: inout Core) {
    var waiter = table.at[index].waiters.head
    while waiter >= 0 {
      if canTake(waiter, index, &core) {
        core.enable(waiter)
      } else if !arrivesFirst(waiter, index, &core) {
        core.stopWaiter(waiter)
      }
      waiter = core.tasks.at[waiter].listNext
    }
  }

  private mutating func arrivesFirst(_ task: Int, _ index: Int, _ core: inout Core) -> Bool {
    table.at[index].prefersWriters && !core.tasks.at[task].isWriterInLine
      && core.tasks.at[task].pending.kind == .writeLock
  }

  // MARK: Shares

  private mutating func share(_ task: Int, _ index: Int) {
    table.at[index].readers += 1
    var hold = table.at[index].firstHold
    while hold >= 0 {
      if holds.at[hold].task == task {
        holds.at[hold].count += 1
        return
      }
      hold = holds.at[hold].next
    }
    let state = SharedHold(task: task, count: 1, next: table.at[index].firstHold)
    hold = freeHold
    if hold >= 0 {
      freeHold = holds.at[hold].next
      holds.at[hold] = state
    } else {
      hold = holds.append(state)
    }
    table.at[index].firstHold = hold
  }

  private mutating func unshare(_ task: Int, _ index: Int) {
    table.at[index].readers -= 1
    var previous = -1
    var hold = table.at[index].firstHold
    while holds.at[hold].task != task && holds.at[hold].next >= 0 {
      previous = hold
      hold = holds.at[hold].next
    }
    holds.at[hold].count -= 1
    if holds.at[hold].count > 0 { return }
    let next = holds.at[hold].next
    if previous >= 0 { holds.at[previous].next = next } else { table.at[index].firstHold = next }
    holds.at[hold].next = freeHold
    freeHold = hold
  }

  /// Adds the tasks that keep one from a read-write lock.
  mutating func addWaits(of task: Int, _ index: Int, _ core: inout Core, to edges: inout [WaitEdge]) {
    let resource = ObjectID(.readWriteLock, index)
    func add(_ holder: TaskID) {
      edges.append(
        WaitEdge(waiter: TaskID(UInt32(task)), kind: .readWriteLock, resource: resource, holder: holder))
    }
    if table.at[index].writer >= 0 { return add(TaskID(UInt32(table.at[index].writer))) }
    if core.tasks.at[task].pending.kind == .readLock {
      var waiter = table.at[index].waiters.head
      while waiter >= 0 {
        if core.tasks.at[waiter].isWriterInLine && waiter != task { add(TaskID(UInt32(waiter))) }
        waiter = core.tasks.at[waiter].listNext
      }
    } else {
      var hold = table.at[index].firstHold
      if hold < 0 { add(.none) }
      while hold >= 0 {
        add(TaskID(UInt32(holds.at[hold].task)))
        hold = holds.at[hold].next
      }
    }
  }
}
