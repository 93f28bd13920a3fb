// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_async_and_wait` (libdispatch.md 2.2 "async_and_wait"): on the calling thread when every lane
/// can be taken at once, otherwise as an item that a worker runs while the caller waits.
extension World {
  /// Completed with 0: the caller runs the block and announces `endSync`. Blocked: the item runs elsewhere;
  /// the caller's `acquire` completes with 1 when it has ended.
  mutating func asyncAndWait(_ task: Int, _ lane: Int, item: Int, barrier: Bool) -> Outcome {
    if lane < 0 || lanes[lane].source >= 0 { return .failed(.syncOnUnsupportedObject) }
    let isBarrier = barrier && lanes[lane].kind == .concurrent
    if lanes[lane].kind == .root || isWholeChainFree(lane, barrier: isBarrier) {
      endUnstarted(item)
      return sync(task, lane, barrier: barrier)
    }
    if tasks[task].frame >= 0 && ownLevel(task, lane) >= 0 {
      return sync(task, lane, barrier: barrier)
    }
    tasks[item].isBarrier = barrier
    tasks[item].partner = task
    tasks[task].partner = item
    disable(task)
    tasks[task].pending = Operation(.acquire, lanes[lane].object, other: UInt32(item))
    submit(item)
    return waitOnOwner(task)
  }

  private mutating func isWholeChainFree(_ lane: Int, barrier: Bool) -> Bool {
    var level = lane
    while level >= 0 {
      let isExclusive = lanes[level].kind == .serial || (barrier && level == lane)
      if !isFree(level, exclusively: isExclusive) { return false }
      level = lanes[level].parent
    }
    return true
  }
}
