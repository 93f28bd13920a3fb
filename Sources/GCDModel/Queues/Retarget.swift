// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_set_target_queue` (Libdispatch.md 2.3).
extension Queues {
  /// Free while inactive; a crash on an active queue with an immutable target; otherwise at once when the
  /// lane is idle, else as a barrier item in its turn. Nothing on global and main queues, groups and
  /// semaphores.
  mutating func retarget(_ task: Int, _ lane: Int, to newTarget: Int, _ core: inout Core) -> Outcome {
    if lane < 0 || hasNoSuspension(lane) { return core.done(task) }
    var level = newTarget
    while level >= 0 {
      if level == lane { return .failed(.targetCycle) }
      level = lanes.at[level].parent
    }
    if !lanes.at[lane].isInactive {
      if lanes.at[lane].source < 0 && !lanes.at[lane].isMutable {
        return .failed(lanes.at[lane].isTargeted ? .retargetOfTargetedQueue : .retargetAfterActivation)
      }
      if !isIdle(lane) {
        deferRetarget(lane, to: newTarget, by: task, &core)
        return core.done(task)
      }
    }
    hang(lane, below: newTarget, &core)
    refreshSubtree(lane, &core)
    return core.done(task)
  }

  /// The turn of a deferred retarget has come: it is over in one step.
  mutating func performRetarget(_ item: Int, _ core: inout Core) -> Outcome {
    let lane = core.tasks.at[item].lane
    let target = core.tasks.at[item].newTarget
    core.end(item)
    dropReference(to: lane, &core)
    release(lane, by: item, batchEnds: true, &core)
    hang(lane, below: target, &core)
    refreshSubtree(lane, &core)
    return .progressed
  }

  private mutating func isIdle(_ lane: Int) -> Bool {
    let state = lanes.at[lane]
    return state.owner < 0 && state.readers == 0 && state.waitCount == 0 && state.admittedCount == 0
      && state.activeChild < 0
  }

  private mutating func deferRetarget(_ lane: Int, to target: Int, by task: Int, _ core: inout Core) {
    let item = makeItem(
      creator: TaskID(UInt32(task)), kind: .barrier, lane: lane, isBarrier: true, group: -1, &core)
    core.tasks.at[item].isInternal = true
    core.tasks.at[item].newTarget = target
    submit(item, &core)
  }

  /// Moves a lane and all below it under another target.
  private mutating func hang(_ lane: Int, below target: Int, _ core: inout Core) {
    let wasActive = lanes.at[lane].isActive
    if wasActive { unlinkActive(lane) }
    let parent = lanes.at[lane].parent
    if lanes.at[lane].target >= 0 { dropReference(to: lanes.at[lane].target, &core) }
    if parent >= 0 {
      if lanes.at[parent].firstChild == lane {
        lanes.at[parent].firstChild = lanes.at[lane].nextSibling
      } else {
        var sibling = lanes.at[parent].firstChild
        while lanes.at[sibling].nextSibling != lane { sibling = lanes.at[sibling].nextSibling }
        lanes.at[sibling].nextSibling = lanes.at[lane].nextSibling
      }
    }
    lanes.at[lane].nextSibling = -1
    lanes.at[lane].hasTicket = false
    lanes.at[lane].passed = -1
    attach(lane, to: target)
    if lanes.at[lane].waitCount > 0 || lanes.at[lane].admittedCount > 0 || lanes.at[lane].activeChild >= 0 {
      noteWork(lane)
    }
  }
}
