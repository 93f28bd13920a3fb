// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_async_and_wait` (Libdispatch.md 2.2 "async_and_wait"): on the calling thread when every lane
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
    queueUp(item, lane, barrier: isBarrier)
    return waitOnOwner(task)
  }

  /// The item takes lane after lane as a sync does; at the first that is not free it is in line, and
  /// keeps those below.
  private mutating func queueUp(_ item: Int, _ lane: Int, barrier: Bool) {
    var level = lane
    while true {
      let isExclusive = lanes[level].kind == .serial || (barrier && level == lane)
      if !isFree(level, exclusively: isExclusive) { break }
      take(level, by: item, exclusively: isExclusive)
      if isExclusive && lanes[level].activeChild >= 0 { refreshChildren(level) }
      level = lanes[level].parent
    }
    if level == lane {
      submit(item)
      return
    }
    pushFrame(task: item, lane: lane, barrier: barrier, sync: false, reached: level)
    frames[tasks[item].frame].stoodAt = level
    tasks[item].phase = .queued
    tasks[item].pending = Operation(.begin, lanes[lane].object)
    nextTicket &+= 1
    tasks[item].ticket = nextTicket
    if lanes[level].kind == .serial {
      appendWaiting(item, to: level)
      if lanes[level].waitCount == 1 { refreshHead(level) }
    } else {
      queueAtConcurrent(item, level)
    }
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
