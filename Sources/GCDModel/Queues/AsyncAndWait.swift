// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_async_and_wait` (Libdispatch.md 2.2 "async_and_wait"): on the calling thread when every lane
/// can be taken at once, otherwise as an item that a worker runs while the caller waits.
extension Queues {
  /// Completed with 0: the caller runs the block and announces `endSync`. Blocked: the item runs elsewhere;
  /// the caller's `acquire` completes with 1 when it has ended.
  mutating func asyncAndWait(
    _ task: Int, _ lane: Int, item: Int, barrier: Bool, _ groups: inout Groups, _ core: inout Core
  ) -> Outcome {
    if lane < 0 || lanes.at[lane].source >= 0 { return .failed(.syncOnUnsupportedObject) }
    let isBarrier = barrier && lanes.at[lane].kind == .concurrent
    if lanes.at[lane].kind == .root || isWholeChainFree(lane, barrier: isBarrier) {
      endUnstarted(item, &groups, &core)
      return sync(task, lane, barrier: barrier, &core)
    }
    if core.tasks.at[task].frame >= 0 && ownLevel(task, lane) >= 0 {
      return sync(task, lane, barrier: barrier, &core)
    }
    core.tasks.at[item].isBarrier = barrier
    core.tasks.at[item].partner = task
    core.tasks.at[task].partner = item
    core.disable(task)
    core.tasks.at[task].pending = Operation(.acquire, lanes.at[lane].object, other: UInt32(item))
    queueUp(item, lane, barrier: isBarrier, &core)
    return .blocked
  }

  /// The item takes lane after lane as a sync does; at the first that is not free it is in line, and
  /// keeps those below.
  private mutating func queueUp(_ item: Int, _ lane: Int, barrier: Bool, _ core: inout Core) {
    var level = lane
    while true {
      let isExclusive = lanes.at[level].kind == .serial || (barrier && level == lane)
      if !isFree(level, exclusively: isExclusive) { break }
      take(level, by: item, exclusively: isExclusive)
      if isExclusive && lanes.at[level].activeChild >= 0 { refreshChildren(level, &core) }
      level = lanes.at[level].parent
    }
    if level == lane {
      submit(item, &core)
      return
    }
    pushFrame(task: item, lane: lane, barrier: barrier, sync: false, reached: level, &core)
    frames.at[core.tasks.at[item].frame].stoodAt = level
    core.tasks.at[item].phase = .queued
    core.tasks.at[item].pending = Operation(.begin, lanes.at[lane].object)
    lastTicket &+= 1
    core.tasks.at[item].ticket = lastTicket
    if lanes.at[level].kind == .serial {
      appendWaiting(item, to: level, &core)
      if lanes.at[level].waitCount == 1 { refreshHead(level, &core) }
    } else {
      queueAtConcurrent(item, level, &core)
    }
  }

  private mutating func isWholeChainFree(_ lane: Int, barrier: Bool) -> Bool {
    var level = lane
    while level >= 0 {
      let isExclusive = lanes.at[level].kind == .serial || (barrier && level == lane)
      if !isFree(level, exclusively: isExclusive) { return false }
      level = lanes.at[level].parent
    }
    return true
  }
}
