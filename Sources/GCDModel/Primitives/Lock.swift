// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Mutexes: a lock is one step, enabled while no other task holds it; every order of waking is explored.
extension World {
  /// Makes a mutex.
  ///
  /// - Parameters:
  ///   - recursive: Its owner may take it again.
  ///   - checksOwner: Only its owner may unlock it (`PTHREAD_MUTEX_ERRORCHECK`).
  ///   - isRobust: It is free, and says so, when its owner's thread ends.
  public mutating func makeLock(
    recursive: Bool, checksOwner: Bool = false, isRobust: Bool = false, creator: TaskID
  ) -> ObjectID {
    let stable = nextStableID(of: .lock, creator: creator)
    let index = lockCount
    if index == lockCapacity {
      moveTable(&locks, used: index, to: lockCapacity * 2)
      lockCapacity *= 2
    }
    lockCount = index + 1
    (locks + index).initialize(
      to: LockState(
        owner: -1, depth: 0, isRecursive: recursive, checksOwner: checksOwner,
        robustness: isRobust ? .consistent : .none, waiters: TaskList(), stableID: stable))
    if isRobust { hasRobustLocks = true }
    return ObjectID(.lock, index)
  }

  /// The task that holds a lock, or `.none`.
  public mutating func owner(ofLock lock: ObjectID) -> TaskID {
    let owner = locks[lock.index].owner
    return owner < 0 ? .none : TaskID(UInt32(owner))
  }

  /// Whether a mutex refuses its owner's second lock and every other task's unlock.
  public mutating func checksOwner(lock: ObjectID) -> Bool { locks[lock.index].checksOwner }

  /// Whether any task is in line for a lock.
  public mutating func isWanted(lock: ObjectID) -> Bool { locks[lock.index].waiters.head >= 0 }

  /// Notes that a running task holds a lock that it took without the model's knowledge.
  public mutating func adopt(lock: ObjectID, heldBy task: TaskID) {
    if locks[lock.index].owner < 0 { takeLock(Int(task.rawValue), lock.index) }
  }

  mutating func canLock(_ task: Int, _ index: Int) -> Bool {
    let owner = locks[index].owner
    return owner < 0 || (owner == task && locks[index].isRecursive)
  }

  /// `deadline` 0 or `UInt64.max` = none.
  mutating func announceLock(_ task: Int, _ index: Int, _ deadline: UInt64 = 0) -> Bool {
    announceWait(
      task, in: &locks[index].waiters, as: .lock, isOpen: canLock(task, index),
      until: deadline == 0 ? Operation.noDeadline : deadline)
  }

  /// Takes the lock, or gives up (-1) because the deadline has come: success is preferred.
  mutating func lock(_ task: Int, _ index: Int) -> Outcome {
    remove(task, from: &locks[index].waiters)
    if tasks[task].heapIndex >= 0 { disarm(task) }
    if !canLock(task, index) { return done(task, -1) }
    let result = tasks[task].waitResult
    tasks[task].waitResult = 0
    if locks[index].robustness != .none {
      let robust = takeRobustLock(task, index)
      return done(task, robust == 0 ? result : robust)
    }
    takeLock(task, index)
    return done(task, result)
  }

  mutating func tryLock(_ task: Int, _ index: Int) -> Outcome {
    if !canLock(task, index) { return done(task, -1) }
    if locks[index].robustness != .none { return done(task, takeRobustLock(task, index)) }
    takeLock(task, index)
    return done(task)
  }

  /// Unlocks. As in glibc any task can unlock a plain mutex that is locked; every other one is its owner's
  /// alone, and -1 is the result for every other task.
  mutating func unlock(_ task: Int, _ index: Int) -> Outcome {
    let owner = locks[index].owner
    if owner != task && (owner < 0 || !isPlain(index)) { return done(task, -1) }
    if locks[index].robustness == .inconsistent { locks[index].robustness = .notRecoverable }
    let depth = locks[index].depth - 1
    locks[index].depth = depth
    if depth == 0 { freeLock(index) }
    return done(task)
  }

  mutating func freeLock(_ index: Int) {
    locks[index].owner = -1
    locks[index].depth = 0
    var waiter = locks[index].waiters.head
    while waiter >= 0 {
      enable(waiter)
      waiter = tasks[waiter].listNext
    }
  }

  private mutating func isPlain(_ index: Int) -> Bool {
    let state = locks + index
    return !state.pointee.isRecursive && !state.pointee.checksOwner && state.pointee.robustness == .none
  }

  mutating func takeLock(_ task: Int, _ index: Int) {
    let state = locks + index
    state.pointee.owner = task
    state.pointee.depth += 1
    var waiter = state.pointee.waiters.head
    while waiter >= 0 {
      let deadline = tasks[waiter].pending.argument
      if deadline == 0 || deadline == UInt64.max { disable(waiter) } else { blockReason(waiter) }
      waiter = tasks[waiter].listNext
    }
  }

  /// A task that is in line and could have continued no longer can: it waits, at most until its deadline
  /// (`argument` of its operation, 0 or `UInt64.max` = none).
  mutating func blockReason(_ waiter: Int) {
    if tasks[waiter].isDue { return }
    let deadline = tasks[waiter].pending.argument
    if deadline != 0 && deadline <= now {
      if tasks[waiter].heapIndex >= 0 { disarm(waiter) }
      tasks[waiter].isDue = true
      enable(waiter)
      return
    }
    disable(waiter)
    if deadline != 0 && tasks[waiter].heapIndex < 0 { arm(waiter, deadline) }
  }
}
