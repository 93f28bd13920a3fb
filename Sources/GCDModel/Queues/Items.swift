// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A block starts and ends.
extension Queues {
  /// Starts an enabled item: it takes its lane and all above it, and a worker.
  mutating func begin(_ item: Int, _ sources: inout Sources, _ core: inout Core) -> Outcome {
    let lane = core.tasks.at[item].lane
    let frame = core.tasks.at[item].frame
    if lanes.at[lane].kind != .root {
      let level = frame < 0 ? lane : frames.at[frame].stoodAt
      leaveLane(item, &core)
      let isExclusive = lanes.at[level].kind == .serial || core.tasks.at[item].isExclusive
      take(level, by: item, exclusively: isExclusive)
      takeAbove(level, by: item)
      settleAfterTaking(level, exclusively: isExclusive, &core)
    }
    if core.tasks.at[item].isInternal { return performRetarget(item, &core) }
    core.tasks.at[item].phase = .running
    core.tasks.at[item].pending = Operation(.none)
    takeSlot(item, &core)
    if frame < 0 {
      pushFrame(
        task: item, lane: lane, barrier: core.tasks.at[item].isBarrier, sync: false, reached: -1, &core)
    } else {
      frames.at[frame].reached = -1
    }
    if core.tasks.at[item].source >= 0 { sources.latch(item, &core) }
    if core.tasks.at[item].kind == .after { core.leaveInstant(ofSubmissionOf: item) }
    return .started
  }

  /// A block has ended: it gives back its lanes and its worker, and a caller that waits for it continues.
  mutating func finish(_ task: Int, _ core: inout Core) {
    let frame = core.tasks.at[task].frame
    core.end(task)
    if frame >= 0 {
      let lane = frames.at[frame].lane
      let isHandedOver = frames.at[frame].stoodAt != lane
      popFrame(frame, &core)
      if lanes.at[lane].kind != .root && lanes.at[lane].owner + lanes.at[lane].readers >= 0 {
        release(lane, by: task, batchEnds: isHandedOver, &core)
      }
      if task == 1 { main.isServed = true }
      if core.tasks.at[task].host >= 0 { returnToHost(task, &core) }
    }
    if core.tasks.at[task].lane >= 0 { dropReference(to: core.tasks.at[task].lane, &core) }
    core.giveSlot(task)
    let partner = core.tasks.at[task].partner
    if partner >= 0 && core.plantedFault != .itemEndUnreported { core.enable(partner) }
  }

  /// Ends an item that never runs: its block is dropped, its group left.
  mutating func endUnstarted(_ item: Int, _ groups: inout Groups, _ core: inout Core) {
    drop(item, &core)
    let group = core.tasks.at[item].group
    if group >= 0 { _ = groups.leave(group, by: item, &self, &core) }
  }

  /// Ends an item that never runs and has no group.
  mutating func drop(_ item: Int, _ core: inout Core) {
    core.end(item)
    if core.tasks.at[item].lane >= 0 { dropReference(to: core.tasks.at[item].lane, &core) }
  }
}
