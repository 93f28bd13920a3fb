// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A block starts and ends.
extension World {
  /// Starts an enabled item: it takes its lane and all above it, and a worker.
  mutating func begin(_ item: Int) -> Outcome {
    let lane = tasks[item].lane
    let kind = lanes[lane].kind
    if kind != .root {
      leaveLane(item)
      let isExclusive = kind == .serial || tasks[item].isExclusive
      take(lane, by: item, exclusively: isExclusive)
      takeAbove(lane, by: item)
      settleAfterTaking(lane, exclusively: isExclusive)
    }
    if tasks[item].isInternal { return performRetarget(item) }
    tasks[item].phase = .running
    tasks[item].pending = Operation(.none)
    takeSlot(item)
    pushFrame(task: item, lane: lane, barrier: tasks[item].isBarrier, sync: false, reached: -1)
    if tasks[item].source >= 0 { latch(item) }
    return .started
  }

  /// Ends a task: a block gives back its lanes and its worker and leaves its group (libdispatch.md 2.2
  /// "Block ordering of side effects": block released, then group left).
  mutating func end(_ task: Int) -> Outcome {
    let frame = tasks[task].frame
    tasks[task].phase = .ended
    tasks[task].pending = Operation(.none)
    disable(task)
    tasksAlive -= 1
    if frame >= 0 {
      let lane = frames[frame].lane
      popFrame(frame)
      if lanes[lane].kind != .root && lanes[lane].owner + lanes[lane].readers >= 0 {
        release(lane, by: task, batchEnds: false)
      }
      if task == 1 { isMainServed = true }
    }
    giveSlot(task)
    let partner = tasks[task].partner
    if partner >= 0 && plantedFault != .itemEndUntold { enable(partner) }
    if tasks[task].source >= 0 { handlerEnded(task) }
    let group = tasks[task].group
    if group >= 0 && plantedFault != .groupNotLeft { return leave(group, by: task) }
    return .completed()
  }

  /// Ends an item that never runs: its block is dropped, its group left.
  mutating func endUnstarted(_ item: Int) {
    tasks[item].phase = .ended
    tasks[item].pending = Operation(.none)
    tasksAlive -= 1
    let group = tasks[item].group
    if group >= 0 { _ = leave(group, by: item) }
  }
}
