// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A barrier: tasks that wait in this round.
struct BarrierState {
  var count: Int
  var arrived = 0
  var waiters = TaskList()
  var stableID: UInt64
}

/// Barriers (pthread_barrier_wait(3p)): tasks wait until the last one has come, which goes straight on.
public struct Barriers {
  var table = Table<BarrierState>()

  /// How many tasks a barrier still waits for in this round.
  public func missing(at barrier: ObjectID) -> Int {
    table.at[barrier.index].count - table.at[barrier.index].arrived
  }

  /// Result 1 for the last of a round, 0 for the others, as for `PTHREAD_BARRIER_SERIAL_THREAD`.
  mutating func wait(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    let state = table.at + index
    state.pointee.arrived += 1
    if state.pointee.arrived < state.pointee.count {
      core.tasks.at[task].pending = Operation(.barrierWake, ObjectID(.barrier, index))
      core.tasks.link(task, into: &state.pointee.waiters, as: .barrier)
      core.disable(task)
      return .blocked
    }
    state.pointee.arrived = 0
    while state.pointee.waiters.head >= 0 {
      let waiter = state.pointee.waiters.head
      core.tasks.unlink(waiter, from: &state.pointee.waiters)
      core.enable(waiter)
    }
    return core.done(task, 1)
  }
}
