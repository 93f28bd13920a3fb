// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Read-write locks (pthread_rwlock_rdlock(3p), pthread_rwlockattr_setkind_np(3)): taking one is one step.
///
/// glibc's default and its `PREFER_WRITER` kind let readers in whenever nothing writes, so that a reader may
/// come again; only `PREFER_WRITER_NONRECURSIVE` keeps new readers out while a writer is in line.
extension World {
  /// Makes a read-write lock.
  ///
  /// - Parameter prefersWriters: Readers that come stay behind a writer that waits.
  public mutating func makeReadWriteLock(prefersWriters: Bool, creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .readWriteLock, creator: creator)
    let index = readWriteLockCount
    if index == readWriteLockCapacity {
      moveTable(&readWriteLocks, used: index, to: readWriteLockCapacity * 2)
      readWriteLockCapacity *= 2
    }
    readWriteLockCount = index + 1
    (readWriteLocks + index).initialize(
      to: ReadWriteLockState(
        writer: -1, readers: 0, firstHold: -1, writersInLine: 0, prefersWriters: prefersWriters,
        waiters: TaskList(), stableID: stable))
    return ObjectID(.readWriteLock, index)
  }

  /// The task that holds a read-write lock alone, or `.none`.
  public mutating func writer(of lock: ObjectID) -> TaskID {
    let writer = readWriteLocks[lock.index].writer
    return writer < 0 ? .none : TaskID(UInt32(writer))
  }

  /// Whether any task holds a read-write lock, alone or shared.
  public mutating func isTaken(readWriteLock lock: ObjectID) -> Bool {
    readWriteLocks[lock.index].writer >= 0 || readWriteLocks[lock.index].readers > 0
  }

  mutating func canRead(_ index: Int) -> Bool {
    let state = readWriteLocks + index
    return state.pointee.writer < 0 && state.pointee.writersInLine == 0
  }

  mutating func canWrite(_ index: Int) -> Bool {
    let state = readWriteLocks + index
    return state.pointee.writer < 0 && state.pointee.readers == 0
  }

  private mutating func canTake(_ task: Int, _ index: Int) -> Bool {
    tasks[task].pending.kind == .readLock ? canRead(index) : canWrite(index)
  }

  /// `deadline` 0 or `UInt64.max` = none. Where writers are preferred, a writer arrives in a step of its own:
  /// only then does it keep readers out.
  mutating func announceReadWriteLock(_ task: Int, _ index: Int, _ deadline: UInt64) -> Bool {
    tasks[task].isWriterInLine = false
    return announceWait(
      task, in: &readWriteLocks[index].waiters, as: .readWriteLock,
      isOpen: canTake(task, index) || arrivesFirst(task, index),
      until: deadline == 0 ? Operation.noDeadline : deadline)
  }

  mutating func readLock(_ task: Int, _ index: Int) -> Outcome {
    leaveLine(task, index)
    if !canRead(index) { return done(task, -1) }
    share(task, index)
    refreshLine(index)
    return done(task)
  }

  mutating func writeLock(_ task: Int, _ index: Int) -> Outcome {
    if !canWrite(index) && !tasks[task].isDue && !tasks[task].isWriterInLine { return queueUp(task, index) }
    leaveLine(task, index)
    if canWrite(index) {
      readWriteLocks[index].writer = task
      refreshLine(index)
      return done(task)
    }
    refreshLine(index)
    return done(task, -1)
  }

  mutating func tryReadLock(_ task: Int, _ index: Int) -> Outcome {
    if !canRead(index) { return done(task, -1) }
    share(task, index)
    refreshLine(index)
    return done(task)
  }

  mutating func tryWriteLock(_ task: Int, _ index: Int) -> Outcome {
    if !canWrite(index) { return done(task, -1) }
    readWriteLocks[index].writer = task
    refreshLine(index)
    return done(task)
  }

  /// As in glibc, an unlock by a task that holds nothing takes a share from another one; -1 if there is none.
  mutating func unlockReadWrite(_ task: Int, _ index: Int) -> Outcome {
    let state = readWriteLocks + index
    if state.pointee.writer == task {
      state.pointee.writer = -1
    } else if state.pointee.readers > 0 {
      unshare(task, index)
    } else {
      return done(task, -1)
    }
    refreshLine(index)
    return done(task)
  }

  /// A writer that is preferred and cannot continue begins to wait.
  private mutating func queueUp(_ task: Int, _ index: Int) -> Outcome {
    let deadline = tasks[task].pending.argument
    tasks[task].isWriterInLine = true
    readWriteLocks[index].writersInLine += 1
    blockReason(task)
    refreshLine(index)
    return tasks[task].enabledIndex >= 0 && deadline != 0 ? .blocked : waitOnOwner(task)
  }

  private mutating func leaveLine(_ task: Int, _ index: Int) {
    remove(task, from: &readWriteLocks[index].waiters)
    if tasks[task].heapIndex >= 0 { disarm(task) }
    if tasks[task].isWriterInLine {
      tasks[task].isWriterInLine = false
      readWriteLocks[index].writersInLine -= 1
    }
  }

  /// Enables the task that can continue now, and holds up the one that no longer can.
  private mutating func refreshLine(_ index: Int) {
    var waiter = readWriteLocks[index].waiters.head
    while waiter >= 0 {
      if canTake(waiter, index) {
        enable(waiter)
      } else if !arrivesFirst(waiter, index) {
        blockReason(waiter)
      }
      waiter = tasks[waiter].listNext
    }
  }

  private mutating func arrivesFirst(_ task: Int, _ index: Int) -> Bool {
    readWriteLocks[index].prefersWriters && !tasks[task].isWriterInLine
      && tasks[task].pending.kind == .writeLock
  }

  // MARK: Shares

  private mutating func share(_ task: Int, _ index: Int) {
    readWriteLocks[index].readers += 1
    var hold = readWriteLocks[index].firstHold
    while hold >= 0 {
      if sharedHolds[hold].task == task {
        sharedHolds[hold].count += 1
        return
      }
      hold = sharedHolds[hold].next
    }
    hold = freeSharedHold
    if hold >= 0 {
      freeSharedHold = sharedHolds[hold].next
    } else {
      hold = sharedHoldCount
      if hold == sharedHoldCapacity {
        moveTable(&sharedHolds, used: hold, to: sharedHoldCapacity * 2)
        sharedHoldCapacity *= 2
      }
      sharedHoldCount = hold + 1
    }
    (sharedHolds + hold).initialize(
      to: SharedHold(task: task, count: 1, next: readWriteLocks[index].firstHold))
    readWriteLocks[index].firstHold = hold
  }

  private mutating func unshare(_ task: Int, _ index: Int) {
    readWriteLocks[index].readers -= 1
    var previous = -1
    var hold = readWriteLocks[index].firstHold
    while sharedHolds[hold].task != task && sharedHolds[hold].next >= 0 {
      previous = hold
      hold = sharedHolds[hold].next
    }
    sharedHolds[hold].count -= 1
    if sharedHolds[hold].count > 0 { return }
    let next = sharedHolds[hold].next
    if previous >= 0 { sharedHolds[previous].next = next } else { readWriteLocks[index].firstHold = next }
    sharedHolds[hold].next = freeSharedHold
    freeSharedHold = hold
  }

  // MARK: Diagnosis

  /// Who is in the way of a task that waits for a read-write lock.
  mutating func readWriteWaits(_ task: Int, _ index: Int) -> [WaitEdge] {
    let resource = ObjectID(.readWriteLock, index)
    func edge(_ holder: Int) -> WaitEdge {
      WaitEdge(
        waiter: TaskID(UInt32(task)), kind: .readWriteLock, resource: resource,
        holder: TaskID(UInt32(holder)))
    }
    if readWriteLocks[index].writer >= 0 { return [edge(readWriteLocks[index].writer)] }
    var edges: [WaitEdge] = []
    if tasks[task].pending.kind == .readLock {
      var waiter = readWriteLocks[index].waiters.head
      while waiter >= 0 {
        if tasks[waiter].isWriterInLine && waiter != task { edges.append(edge(waiter)) }
        waiter = tasks[waiter].listNext
      }
    } else {
      var hold = readWriteLocks[index].firstHold
      while hold >= 0 {
        edges.append(edge(sharedHolds[hold].task))
        hold = sharedHolds[hold].next
      }
    }
    return edges
  }
}
