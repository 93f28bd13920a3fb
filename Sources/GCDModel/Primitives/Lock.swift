// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A mutex. Waiters are all tasks that have announced a lock, enabled or not.
struct LockState {
  var owner = -1
  var depth = 0
  var isRecursive: Bool
  /// `PTHREAD_MUTEX_ERRORCHECK`.
  var checksOwner: Bool
  var robustness: Robustness
  var waiters = TaskList()
  var stableID: UInt64

  /// As in glibc, any task may unlock it.
  var isPlain: Bool { !isRecursive && !checksOwner && robustness == .none }
}

/// Mutexes: a lock is one step, enabled while no other task holds it; every order of waking is explored.
public struct Locks {
  var table = Table<LockState>()
  /// How many are taken now.
  var takenCount = 0
  /// A robust mutex was made in this run: ends of threads look for theirs.
  var hasRobust = false

  /// The task that holds a lock, or `.none`.
  public func owner(of lock: ObjectID) -> TaskID {
    let owner = table.at[lock.index].owner
    return owner < 0 ? .none : TaskID(UInt32(owner))
  }

  /// Whether a mutex refuses its owner's second lock and every other task's unlock.
  public func checksOwner(_ lock: ObjectID) -> Bool { table.at[lock.index].checksOwner }

  /// Whether a task has announced that it wants a lock.
  public func isWanted(_ lock: ObjectID) -> Bool { table.at[lock.index].waiters.head >= 0 }

  mutating func canLock(_ task: Int, _ index: Int) -> Bool {
    let owner = table.at[index].owner
    return owner < 0 || (owner == task && table.at[index].isRecursive)
  }

  /// `deadline` 0 or `Operation.noDeadline` = none.
  mutating func announce(_ task: Int, _ index: Int, _ deadline: UInt64, _ core: inout Core) -> Bool {
    core.tasks.at[task].waitResult = 0
    let isOpen = canLock(task, index)
    let end = deadline == 0 ? Operation.noDeadline : deadline
    let isEnabled = core.announceWait(
      task, in: &table.at[index].waiters, as: .lock, isOpen: isOpen, until: end)
    core.joinWave(task, of: ObjectID(.lock, index), mayWait: end == Operation.noDeadline)
    return isEnabled
  }

  /// Takes the lock, or gives up (-1) because the deadline has come: success is preferred.
  mutating func lock(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    core.tasks.unlink(task, from: &table.at[index].waiters)
    core.leaveWave(task, of: ObjectID(.lock, index))
    if core.tasks.at[task].heapIndex >= 0 { core.disarm(task) }
    if !canLock(task, index) { return core.done(task, -1) }
    let result = core.tasks.at[task].waitResult
    core.tasks.at[task].waitResult = 0
    if table.at[index].robustness != .none {
      let robust = takeRobust(task, index, &core)
      return core.done(task, robust == 0 ? result : robust)
    }
    take(task, index, &core)
    return core.done(task, result)
  }

  mutating func tryLock(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    if !canLock(task, index) { return core.done(task, -1) }
    if table.at[index].robustness != .none { return core.done(task, takeRobust(task, index, &core)) }
    take(task, index, &core)
    return core.done(task)
  }

  /// Unlocks. As in glibc any task can unlock a plain mutex that is locked; every other one only its owner,
  /// and -1 is the result for every other task.
  mutating func unlock(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    let state = table.at + index
    let owner = state.pointee.owner
    if owner != task && (owner < 0 || !state.pointee.isPlain) { return core.done(task, -1) }
    if state.pointee.robustness == .inconsistent { state.pointee.robustness = .notRecoverable }
    state.pointee.depth -= 1
    if state.pointee.depth == 0 { free(index, &core) }
    return core.done(task)
  }

  /// The first lock that a task holds; `.none` where it holds none.
  public func first(heldBy task: TaskID) -> ObjectID {
    if takenCount == 0 { return .none }
    for index in 0..<table.count where table.at[index].owner == Int(task.rawValue) {
      return ObjectID(.lock, index)
    }
    return .none
  }

  mutating func free(_ index: Int, _ core: inout Core) {
    takenCount -= 1
    table.at[index].owner = -1
    table.at[index].depth = 0
    core.enableAll(table.at[index].waiters, of: ObjectID(.lock, index))
  }

  mutating func take(_ task: Int, _ index: Int, _ core: inout Core) {
    let state = table.at + index
    if state.pointee.depth == 0 { takenCount += 1 }
    state.pointee.owner = task
    state.pointee.depth += 1
    var waiter = state.pointee.waiters.head
    if waiter < 0 || core.closeWave(of: ObjectID(.lock, index)) { return }
    while waiter >= 0 {
      let deadline = core.tasks.at[waiter].pending.argument
      if deadline == 0 || deadline == Operation.noDeadline {
        core.disable(waiter)
      } else {
        core.stopWaiter(waiter)
      }
      waiter = core.tasks.at[waiter].listNext
    }
  }
}
