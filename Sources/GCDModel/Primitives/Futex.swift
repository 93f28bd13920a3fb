// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Futex words: the engine compares the value and announces the wait in one go; sleepers are woken in order
/// of arrival.
extension World {
  /// Makes a futex word.
  public mutating func makeFutex(creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .futex, creator: creator)
    let index = futexCount
    if index == futexCapacity {
      moveTable(&futexes, used: index, to: futexCapacity * 2)
      futexCapacity *= 2
    }
    futexCount = index + 1
    (futexes + index).initialize(to: FutexState(waiters: TaskList(), stableID: stable))
    return ObjectID(.futex, index)
  }

  /// How many tasks sleep on a word.
  public mutating func sleepers(onFutex futex: ObjectID) -> Int {
    var count = 0
    var task = futexes[futex.index].waiters.head
    while task >= 0 {
      count += 1
      task = tasks[task].listNext
    }
    return count
  }

  mutating func announceFutexWait(_ task: Int, _ index: Int, _ deadline: UInt64) -> Bool {
    append(task, to: &futexes[index].waiters, as: .futex)
    tasks[task].waitResult = -1
    return waitsNoLonger(task, than: deadline)
  }

  /// Result 0: woken. Result -1: the deadline has come.
  mutating func futexWait(_ task: Int, _ index: Int) -> Outcome {
    if tasks[task].list == .futex { remove(task, from: &futexes[index].waiters) }
    return done(task, tasks[task].waitResult)
  }

  /// Wakes at most `limit` sleepers; the result is how many.
  mutating func futexWake(_ task: Int, _ index: Int, limit: UInt64) -> Outcome {
    var count: UInt64 = 0
    while count < limit && futexes[index].waiters.head >= 0 {
      let waiter = futexes[index].waiters.head
      remove(waiter, from: &futexes[index].waiters)
      tasks[waiter].waitResult = 0
      disarm(waiter)
      enable(waiter)
      count += 1
    }
    return done(task, Int64(count))
  }
}
