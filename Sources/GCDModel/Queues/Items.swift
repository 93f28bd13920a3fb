// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A block starts and ends.
extension World {
  /// Starts an enabled item: it takes its lane and all above it, and a worker.
  mutating func begin(_ item: Int) -> Outcome {
    let lane = tasks[item].lane
    let frame = tasks[item].frame
    if lanes[lane].kind != .root {
      let level = frame < 0 ? lane : frames[frame].stoodAt
      leaveLane(item)
      let isExclusive = lanes[level].kind == .serial || tasks[item].isExclusive
      take(level, by: item, exclusively: isExclusive)
      takeAbove(level, by: item)
      settleAfterTaking(level, exclusively: isExclusive)
    }
    if tasks[item].isInternal { return performRetarget(item) }
    tasks[item].phase = .running
    tasks[item].pending = Operation(.none)
    takeSlot(item)
    if frame < 0 {
      pushFrame(task: item, lane: lane, barrier: tasks[item].isBarrier, sync: false, reached: -1)
    } else {
      frames[frame].reached = -1
    }
    if tasks[item].source >= 0 { latch(item) }
    if tasks[item].kind == .after { leaveInstant(ofSubmissionOf: item) }
    return .started
  }

  /// Ends a task: a block gives back its lanes and its worker and leaves its group (Libdispatch.md 2.2
  /// "Block ordering of side effects": block released, then group left).
  mutating func end(_ task: Int) -> Outcome {
    let frame = tasks[task].frame
    tasks[task].phase = .ended
    tasks[task].pending = Operation(.none)
    disable(task)
    tasksAlive -= 1
    if frame >= 0 {
      let lane = frames[frame].lane
      let isHandedOver = frames[frame].stoodAt != lane
      popFrame(frame)
      if lanes[lane].kind != .root && lanes[lane].owner + lanes[lane].readers >= 0 {
        release(lane, by: task, batchEnds: isHandedOver)
      }
      if task == 1 { isMainServed = true }
      if tasks[task].host >= 0 { returnToHost(task) }
    }
    if tasks[task].lane >= 0 { dropReference(to: tasks[task].lane) }
    giveSlot(task)
    let partner = tasks[task].partner
    if partner >= 0 && plantedFault != .itemEndUnreported { enable(partner) }
    if tasks[task].source >= 0 { handlerEnded(task) }
    if tasks[task].thread >= 0 {
      threadEnded(tasks[task].thread)
      if hasRobustLocks { freeRobustLocks(of: task) }
    }
    let group = tasks[task].group
    if group >= 0 && plantedFault != .groupNotLeft { return leave(group, by: task) }
    return .completed()
  }

  /// Ends an item that never runs: its block is dropped, its group left.
  mutating func endUnstarted(_ item: Int) {
    tasks[item].phase = .ended
    tasks[item].pending = Operation(.none)
    tasksAlive -= 1
    if tasks[item].lane >= 0 { dropReference(to: tasks[item].lane) }
    let group = tasks[item].group
    if group >= 0 { _ = leave(group, by: item) }
  }
}
