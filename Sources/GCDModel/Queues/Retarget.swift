// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_set_target_queue` (Libdispatch.md 2.3).
extension World {
  /// Free while inactive; a crash on an active queue with an immutable target; otherwise at once when the
  /// lane is idle, else as a barrier item in its turn. Nothing on global and main queues, groups and
  /// semaphores.
  mutating func retarget(_ task: Int, _ object: ObjectID, to target: ObjectID) -> Outcome {
    let lane = laneIndex(object)
    if lane < 0 || hasNoSuspension(lane) { return done(task) }
    let newTarget = laneIndex(target)
    var level = newTarget
    while level >= 0 {
      if level == lane { return .failed(.targetCycle) }
      level = lanes[level].parent
    }
    if !lanes[lane].isInactive {
      if lanes[lane].source < 0 && !lanes[lane].isMutable {
        return .failed(lanes[lane].isTargeted ? .retargetOfTargetedQueue : .retargetAfterActivation)
      }
      if !isIdle(lane) {
        deferRetarget(lane, to: target, by: task)
        return done(task)
      }
    }
    hang(lane, below: newTarget)
    refreshSubtree(lane)
    return done(task)
  }

  /// The turn of a deferred retarget has come: it is over in one step.
  mutating func performRetarget(_ item: Int) -> Outcome {
    let lane = tasks[item].lane
    let target = tasks[item].newTarget
    tasks[item].phase = .ended
    tasks[item].pending = Operation(.none)
    disable(item)
    tasksAlive -= 1
    dropReference(to: lane)
    release(lane, by: item, batchEnds: true)
    hang(lane, below: laneIndex(target))
    refreshSubtree(lane)
    return .progressed
  }

  private mutating func isIdle(_ lane: Int) -> Bool {
    let state = lanes[lane]
    return state.owner < 0 && state.readers == 0 && state.waitCount == 0 && state.admittedCount == 0
      && state.activeChild < 0
  }

  private mutating func deferRetarget(_ lane: Int, to target: ObjectID, by task: Int) {
    let item = Int(
      makeItem(
        creator: TaskID(UInt32(task)), kind: .barrier, queue: lanes[lane].object, barrier: true, group: .none
      ).rawValue)
    tasks[item].isInternal = true
    tasks[item].newTarget = target
    submit(item)
  }

  /// Moves a lane and all below it under another target.
  private mutating func hang(_ lane: Int, below target: Int) {
    let wasActive = lanes[lane].isActive
    if wasActive { unlinkActive(lane) }
    let parent = lanes[lane].parent
    if lanes[lane].target >= 0 { dropReference(to: lanes[lane].target) }
    if parent >= 0 {
      if lanes[parent].firstChild == lane {
        lanes[parent].firstChild = lanes[lane].nextSibling
      } else {
        var sibling = lanes[parent].firstChild
        while lanes[sibling].nextSibling != lane { sibling = lanes[sibling].nextSibling }
        lanes[sibling].nextSibling = lanes[lane].nextSibling
      }
    }
    lanes[lane].nextSibling = -1
    lanes[lane].hasTicket = false
    lanes[lane].passed = -1
    attach(lane, to: target)
    if lanes[lane].waitCount > 0 || lanes[lane].admittedCount > 0 || lanes[lane].activeChild >= 0 {
      noteWork(lane)
    }
  }
}
