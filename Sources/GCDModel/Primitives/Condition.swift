// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A condition variable: tasks that wait, in order of arrival.
struct ConditionState {
  var waiters = TaskList()
  var stableID: UInt64
}

/// Condition variables: a wait gives the lock back and joins the waiters in one step; it ends by a signal (in
/// order of arrival), a broadcast or its deadline, and then takes the lock like any other task. No spurious
/// wake-ups.
public struct Conditions {
  var table = Table<ConditionState>()

  /// Gives the lock (raw value `other` of the operation) back and waits.
  mutating func wait(
    _ task: Int, _ index: Int, lock: UInt32, _ deadline: UInt64, _ locks: inout Locks, _ core: inout Core
  ) -> Outcome {
    let lockIndex = ObjectID(rawValue: lock).index
    if locks.table.at[lockIndex].owner == task { locks.free(lockIndex, &core) }
    core.tasks.at[task].pending = Operation(
      .conditionWake, ObjectID(.condition, index), other: lock, argument: deadline)
    core.tasks.link(task, into: &table.at[index].waiters, as: .condition)
    core.tasks.at[task].isDue = false
    core.disable(task)
    if deadline <= core.clock.now {
      core.tasks.at[task].isDue = true
      core.enable(task)
    } else {
      core.arm(task, deadline)
    }
    if core.tasks.at[task].mustEnd { interrupt(task, &locks, &core) }
    return .blocked
  }

  /// The deadline has come before a signal: the wait fails, and the lock is taken back.
  mutating func wake(_ task: Int, _ index: Int, _ locks: inout Locks, _ core: inout Core) -> Outcome {
    core.tasks.unlink(task, from: &table.at[index].waiters)
    takeLockBack(task, result: -1, &locks, &core)
    let lock = core.tasks.at[task].pending.object.index
    return locks.canLock(task, lock) ? locks.lock(task, lock, &core) : .blocked
  }

  /// Ends the wait of the first that came, or of all; the result is how many.
  mutating func signal(
    _ task: Int, _ index: Int, all: Bool, _ locks: inout Locks, _ core: inout Core
  ) -> Outcome {
    var count: Int64 = 0
    while table.at[index].waiters.head >= 0 {
      let waiter = table.at[index].waiters.head
      core.tasks.unlink(waiter, from: &table.at[index].waiters)
      core.disarm(waiter)
      takeLockBack(waiter, result: 0, &locks, &core)
      count += 1
      if !all { break }
    }
    return core.done(task, count)
  }

  /// A cancellation ends a wait.
  mutating func interrupt(_ task: Int, _ locks: inout Locks, _ core: inout Core) {
    if core.isEnabled(task) { return }
    core.tasks.unlink(task, from: &table.at[core.tasks.at[task].pending.object.index].waiters)
    core.disarm(task)
    takeLockBack(task, result: World.cancelledResult, &locks, &core)
  }

  /// A wait has ended: what is pending now is the lock; `result` is given when it has been taken.
  mutating func takeLockBack(
    _ task: Int, result: Int64, _ locks: inout Locks, _ core: inout Core
  ) {
    let lock = ObjectID(rawValue: core.tasks.at[task].pending.other)
    core.tasks.at[task].pending = Operation(.lock, lock)
    if locks.announce(task, lock.index, 0, &core) { core.enable(task) }
    core.tasks.at[task].waitResult = result
  }
}
