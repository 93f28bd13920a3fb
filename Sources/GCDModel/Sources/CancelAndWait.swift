// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_source_cancel_and_wait` (Libdispatch.md 2.9): returns when no handler runs any more.
///
/// The traps are checked for every type. The real library looks at the last two for some types only; for the
/// others the same call never returns.
extension Sources {
  mutating func cancelAndWait(_ task: Int, _ object: ObjectID, _ queues: inout Queues, _ core: inout Core)
    -> Outcome
  {
    let index = object.index
    if !object.isSource { return core.done(task) }
    if table.at[index].hasCancelHandler { return .failed(.cancelAndWaitWithCancelHandler) }
    if table.at[index].isReleased { return .failed(.sourceUsedAfterRelease) }
    let lane = table.at[index].lane
    if queues.lanes.at[lane].suspendCount > 0 && !queues.lanes.at[lane].isInactive {
      return .failed(.cancelAndWaitWhileSuspended)
    }
    if core.tasks.at[task].source == index { return .failed(.cancelAndWaitFromHandler) }
    if !table.at[index].isCancelled {
      _ = cancel(task, object, &queues, &core)
      core.tasks.at[task].pending = Operation(.cancelAndWait, object)
    }
    if queues.lanes.at[lane].isInactive { return queues.activate(task, lane, &self, &core) }
    let running = table.at[index].eventTask
    if running < 0 || core.tasks.at[running].phase != .running { return core.done(task) }
    core.disable(task)
    core.tasks.at[task].pending = Operation(.cancelDone, object)
    core.tasks.link(task, into: &table.at[index].cancelWaiters, as: .cancelWait)
    return .blocked
  }

  /// The handler that was running has ended.
  mutating func wakeCancelWaiters(_ index: Int, _ core: inout Core) {
    while table.at[index].cancelWaiters.head >= 0 {
      let waiter = table.at[index].cancelWaiters.head
      core.tasks.unlink(waiter, from: &table.at[index].cancelWaiters)
      core.enable(waiter)
    }
  }
}
