// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What a suspension does not stop: whatever the lane had handed on before (Libdispatch.md 2.1
/// "try_acquire_async", "Drain is batched per queue"; 2.4 "already-redirected concurrent items finish").
extension World {
  /// Marks what happens although `lane` is about to be suspended.
  mutating func letPass(_ lane: Int, _ choice: Int) {
    if lanes[lane].kind == .serial {
      if choice == 0 { return }
      var child = drainedChild(lane)
      while child >= 0 && child != lane {
        lanes[child].passed = lane
        child = lanes[child].parent
      }
      return
    }
    if lanes[lane].owner >= 0 { return }
    var count = choice
    while count > 0 {
      admitHead(lane)
      count -= 1
    }
    handOnChildren(of: lane, upTo: lane)
  }

  /// The lane whose batch a serial lane is draining: its owner is a block of some lane below; -1 = none.
  mutating func drainedChild(_ lane: Int) -> Int {
    let owner = lanes[lane].owner
    if owner < 0 { return -1 }
    var frame = tasks[owner].frame
    while frame >= 0 && !(holds(frame, lane)) { frame = frames[frame].outer }
    if frame < 0 || frames[frame].isSync || frames[frame].stoodAt == lane { return -1 }
    let child = frames[frame].stoodAt
    if lanes[child].kind == .concurrent && !tasks[owner].cameFromList { return -1 }
    return child
  }

  /// Children that a concurrent lane had let through: serial ones with their whole batch, blocks of
  /// concurrent ones that had been admitted below.
  private mutating func handOnChildren(of lane: Int, upTo top: Int) {
    var child = lanes[lane].firstChild
    while child >= 0 {
      if lanes[child].kind == .serial {
        if lanes[child].hasTicket && !isBehindBarrier(lanes[child].ticket, at: lane) {
          lanes[child].passed = top
        }
      } else {
        var item = lanes[child].admitted.head
        while item >= 0 {
          if !isBehindBarrier(tasks[item].ticket, at: lane) { tasks[item].passed = top }
          item = tasks[item].listNext
        }
        if lanes[child].owner < 0 && !isClosed(child) { handOnChildren(of: child, upTo: top) }
      }
      child = lanes[child].nextSibling
    }
  }

  private mutating func isBehindBarrier(_ ticket: UInt64, at lane: Int) -> Bool {
    let barrier = lanes[lane].firstExclusive
    return barrier >= 0 && tasks[barrier].ticket < ticket
  }
}
