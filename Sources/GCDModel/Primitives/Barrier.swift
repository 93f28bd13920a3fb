// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Barriers (pthread_barrier_wait(3p)): every task waits until the last one has come, who goes straight on.
extension World {
  /// Makes a barrier for `count` tasks at a time; `count` is positive.
  public mutating func makeBarrier(count: Int, creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .barrier, creator: creator)
    let index = barrierCount
    if index == barrierCapacity {
      moveTable(&barriers, used: index, to: barrierCapacity * 2)
      barrierCapacity *= 2
    }
    barrierCount = index + 1
    (barriers + index).initialize(
      to: BarrierState(count: count, arrived: 0, waiters: TaskList(), stableID: stable))
    return ObjectID(.barrier, index)
  }

  /// How many tasks a barrier still waits for in this round.
  public mutating func missing(atBarrier barrier: ObjectID) -> Int {
    barriers[barrier.index].count - barriers[barrier.index].arrived
  }

  /// Whether tasks wait at a barrier.
  public mutating func isWaited(at barrier: ObjectID) -> Bool { barriers[barrier.index].waiters.head >= 0 }

  /// Result 1 for the last of a round, 0 for the others, as for `PTHREAD_BARRIER_SERIAL_THREAD`.
  mutating func barrierWait(_ task: Int, _ index: Int) -> Outcome {
    barriers[index].arrived += 1
    if barriers[index].arrived < barriers[index].count {
      tasks[task].pending = Operation(.barrierWake, ObjectID(.barrier, index))
      append(task, to: &barriers[index].waiters, as: .barrier)
      disable(task)
      return .blocked
    }
    barriers[index].arrived = 0
    while barriers[index].waiters.head >= 0 {
      let waiter = barriers[index].waiters.head
      remove(waiter, from: &barriers[index].waiters)
      enable(waiter)
    }
    return done(task, 1)
  }
}
