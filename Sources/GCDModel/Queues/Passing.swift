// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What a suspension does not stop: whatever the lane had handed on before (Libdispatch.md 2.1
/// "try_acquire_async", "Drain is batched per queue"; 2.4 "already-redirected concurrent items finish").
extension Queues {
  /// Marks what happens although `lane` is about to be suspended.
  mutating func letPass(_ lane: Int, _ choice: Int, _ core: inout Core) {
    if lanes.at[lane].kind == .serial {
      if choice == 0 { return }
      var child = drainedChild(lane, &core)
      while child >= 0 && child != lane {
        lanes.at[child].passed = lane
        child = lanes.at[child].parent
      }
      return
    }
    if lanes.at[lane].owner >= 0 { return }
    var count = choice
    while count > 0 {
      admitHead(lane, &core)
      count -= 1
    }
    handOnChildren(of: lane, upTo: lane, &core)
  }

  /// The lane whose batch a serial lane is draining: its owner is a block of some lane below; -1 = none.
  mutating func drainedChild(_ lane: Int, _ core: inout Core) -> Int {
    let owner = lanes.at[lane].owner
    if owner < 0 { return -1 }
    var frame = core.tasks.at[owner].frame
    while frame >= 0 && !(holds(frame, lane)) { frame = frames.at[frame].outer }
    if frame < 0 || frames.at[frame].isSync || frames.at[frame].stoodAt == lane { return -1 }
    let child = frames.at[frame].stoodAt
    if lanes.at[child].kind == .concurrent && !core.tasks.at[owner].cameFromList { return -1 }
    return child
  }

  /// Children that a concurrent lane had let through: serial ones with their whole batch, blocks of
  /// concurrent ones that had been admitted below.
  private mutating func handOnChildren(of lane: Int, upTo top: Int, _ core: inout Core) {
    var child = lanes.at[lane].firstChild
    while child >= 0 {
      if lanes.at[child].kind == .serial {
        if lanes.at[child].hasTicket && !isBehindBarrier(lanes.at[child].ticket, at: lane, &core) {
          lanes.at[child].passed = top
        }
      } else {
        var item = lanes.at[child].admitted.head
        while item >= 0 {
          if !isBehindBarrier(core.tasks.at[item].ticket, at: lane, &core) {
            core.tasks.at[item].passed = top
          }
          item = core.tasks.at[item].listNext
        }
        if lanes.at[child].owner < 0 && !isClosed(child) { handOnChildren(of: child, upTo: top, &core) }
      }
      child = lanes.at[child].nextSibling
    }
  }

  private mutating func isBehindBarrier(_ ticket: UInt64, at lane: Int, _ core: inout Core) -> Bool {
    let barrier = lanes.at[lane].firstExclusive
    return barrier >= 0 && core.tasks.at[barrier].ticket < ticket
  }
}
