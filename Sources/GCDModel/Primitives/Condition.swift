// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Condition variables: a wait gives the lock back and is in line in one step; it ends by a signal (in
/// order of arrival), a broadcast or its deadline, and then takes the lock like any other task. No spurious
/// wake-ups.
extension World {
  /// Makes a condition variable.
  public mutating func makeCondition(creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .condition, creator: creator)
    let index = conditionCount
    if index == conditionCapacity {
      moveTable(&conditions, used: index, to: conditionCapacity * 2)
      conditionCapacity *= 2
    }
    conditionCount = index + 1
    (conditions + index).initialize(to: ConditionState(waiters: TaskList(), stableID: stable))
    return ObjectID(.condition, index)
  }

  /// Gives the lock (raw value `other` of the operation) back and waits.
  mutating func conditionWait(_ task: Int, _ index: Int, lock: UInt32, _ deadline: UInt64) -> Outcome {
    let lockIndex = ObjectID(rawValue: lock).index
    if locks[lockIndex].owner == task { freeLock(lockIndex) }
    tasks[task].pending = Operation(
      .conditionWake, ObjectID(.condition, index), other: lock, argument: deadline)
    append(task, to: &conditions[index].waiters, as: .condition)
    tasks[task].isDue = false
    disable(task)
    if deadline <= now {
      tasks[task].isDue = true
      enable(task)
    } else {
      arm(task, deadline)
    }
    interruptIfCancelled(task)
    return .blocked
  }

  /// The deadline has come before a signal: the wait fails, and the lock is taken back.
  mutating func conditionWake(_ task: Int) -> Outcome {
    let index = tasks[task].pending.object.index
    remove(task, from: &conditions[index].waiters)
    takeLockBack(task, result: -1)
    let lock = tasks[task].pending.object.index
    return canLock(task, lock) ? self.lock(task, lock) : waitOnOwner(task)
  }

  /// Ends the wait of the first in line, or of all; the result is how many.
  mutating func signalCondition(_ task: Int, _ index: Int, all: Bool) -> Outcome {
    var count: Int64 = 0
    while conditions[index].waiters.head >= 0 {
      let waiter = conditions[index].waiters.head
      remove(waiter, from: &conditions[index].waiters)
      disarm(waiter)
      takeLockBack(waiter, result: 0)
      count += 1
      if !all { break }
    }
    return done(task, count)
  }

  /// A wait has ended: what is pending now is the lock; `result` is given when it has been taken.
  mutating func takeLockBack(_ task: Int, result: Int64) {
    let lock = ObjectID(rawValue: tasks[task].pending.other)
    tasks[task].pending = Operation(.lock, lock)
    if announceLock(task, lock.index) { enable(task) }
    tasks[task].waitResult = result
  }
}
