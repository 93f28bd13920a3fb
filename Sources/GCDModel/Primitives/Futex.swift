// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A futex word: tasks that sleep on it, in order of arrival.
struct FutexState {
  var waiters = TaskList()
  /// Where the word is that of a lock, while tasks wait: the task that has it; -1 = no particular one.
  var holder = -1
  /// How often in a row one that waits for the lock was woken and found it locked again, at most.
  var misses = 0
  var stableID: UInt64
}

/// Futex words: the engine compares the value and announces the wait in one go; sleepers are woken in order
/// of arrival.
public struct Futexes {
  var table = Table<FutexState>()

  mutating func announceWait(_ task: Int, _ index: Int, _ deadline: UInt64, _ core: inout Core) -> Bool {
    core.tasks.at[task].waitResult = -1
    return core.announceWait(task, in: &table.at[index].waiters, as: .futex, isOpen: false, until: deadline)
  }

  /// Result 0: woken. Result -1: the deadline has come.
  mutating func wait(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    if core.tasks.at[task].list == .futex { core.tasks.unlink(task, from: &table.at[index].waiters) }
    return core.done(task, core.tasks.at[task].waitResult)
  }

  /// Wakes at most `limit` sleepers; the result is how many.
  mutating func wake(_ task: Int, _ index: Int, limit: UInt64, _ core: inout Core) -> Outcome {
    var count: UInt64 = 0
    table.at[index].holder = -1
    while count < limit && table.at[index].waiters.head >= 0 {
      let waiter = table.at[index].waiters.head
      core.tasks.unlink(waiter, from: &table.at[index].waiters)
      core.tasks.at[waiter].waitResult = 0
      core.disarm(waiter)
      core.enable(waiter)
      count += 1
    }
    return core.done(task, Int64(count))
  }
}

extension World {
  /// A task is about to wait at a word for a lock that another one has, or none that is known (`.none`).
  ///
  /// - Parameter misses: How often it was woken for this lock, and another task had it again.
  public mutating func noteHolder(ofFutex futex: ObjectID, _ task: TaskID, misses: Int) {
    let state = futexes.table.at + futex.index
    state.pointee.holder = task == .none ? -1 : Int(task.rawValue)
    state.pointee.misses = max(state.pointee.misses, misses)
  }

  /// One that waited at the word has got its lock.
  public mutating func noteTaken(lockOfFutex futex: ObjectID) { futexes.table.at[futex.index].misses = 0 }

  /// How often in a row one that waits for the lock of a word was woken without success.
  public mutating func misses(ofFutex futex: ObjectID) -> Int { futexes.table.at[futex.index].misses }
}
