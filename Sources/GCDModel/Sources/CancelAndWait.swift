// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_source_cancel_and_wait` (Libdispatch.md 2.9): returns when no handler runs any more.
///
/// The traps are checked for every type. The real library looks at the last two for some types only; for the
/// others the same call never returns.
extension World {
  mutating func cancelAndWait(_ task: Int, _ object: ObjectID) -> Outcome {
    let index = object.index
    if !object.isSource { return done(task) }
    if sources[index].hasCancelHandler { return .failed(.cancelAndWaitWithCancelHandler) }
    if sources[index].isReleased { return .failed(.sourceUsedAfterRelease) }
    let lane = sources[index].lane
    if lanes[lane].suspendCount > 0 && !lanes[lane].isInactive {
      return .failed(.cancelAndWaitWhileSuspended)
    }
    if tasks[task].source == index { return .failed(.cancelAndWaitFromHandler) }
    if !sources[index].isCancelled {
      _ = cancel(task, object)
      tasks[task].pending = Operation(.cancelAndWait, object)
    }
    if lanes[lane].isInactive { return activate(task, object) }
    let running = sources[index].eventTask
    if running < 0 || tasks[running].phase != .running { return done(task) }
    disable(task)
    tasks[task].pending = Operation(.cancelDone, object)
    append(task, to: &sources[index].cancelWaiters, as: .cancelWait)
    return waitOnOwner(task)
  }

  /// The handler that was running has ended.
  mutating func wakeCancelWaiters(_ index: Int) {
    while sources[index].cancelWaiters.head >= 0 {
      let waiter = sources[index].cancelWaiters.head
      remove(waiter, from: &sources[index].cancelWaiters)
      enable(waiter)
    }
  }
}
