// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// suspend, resume, activate (Libdispatch.md 2.4).
extension World {
  /// How many ways an announced suspend can go: how many of those that were about to start count as handed
  /// on already.
  mutating func suspendChoices(_ lane: Int) -> Int {
    if lane < 0 || hasNoSuspension(lane) || isClosed(lane) { return 1 }
    if lanes[lane].kind == .serial { return drainedChild(lane) >= 0 ? 2 : 1 }
    if lanes[lane].owner >= 0 { return 1 }
    var choices = 1
    var task = lanes[lane].waiting.head
    while task >= 0 && !tasks[task].isExclusive {
      choices += 1
      task = tasks[task].listNext
    }
    return choices
  }

  /// Suspends once more. The running block continues, and so do blocks that a concurrent queue has handed on
  /// and the batch that a serial one is draining ("Suspend stops the *next* dequeue"); `choice` says how
  /// many of the doubtful ones did.
  mutating func suspend(_ task: Int, _ object: ObjectID, choice: Int) -> Outcome {
    let lane = laneIndex(object)
    if lane < 0 || hasNoSuspension(lane) || plantedFault == .suspendIgnored { return done(task) }
    let wasOpen = !isClosed(lane)
    if wasOpen { letPass(lane, choice) }
    let count = lanes[lane].suspendCount
    lanes[lane].suspendCount = count + 1
    if recordsLedger { record(object, task, .suspend, before: count, after: count + 1) }
    if wasOpen { refreshSubtree(lane) }
    return done(task)
  }

  /// Resumes once. On an inactive source it activates, on an inactive queue it is a crash (Libdispatch.md
  /// 2.4).
  mutating func resume(_ task: Int, _ object: ObjectID, choice: Int) -> Outcome {
    let lane = laneIndex(object)
    if lane < 0 || hasNoSuspension(lane) { return done(task) }
    let count = lanes[lane].suspendCount
    if count == 0 {
      if plantedFault == .resumeUnchecked { return done(task) }
      if !lanes[lane].isInactive { return .failed(.overResume) }
      if lanes[lane].source < 0 { return .failed(.overResumeOfInactiveObject) }
      return activate(task, object)
    }
    lanes[lane].suspendCount = count - 1
    if recordsLedger { record(object, task, .resume, before: count, after: count - 1) }
    if !isClosed(lane) { opened(lane, losesPlace: choice > 0) }
    return done(task)
  }

  /// Activates; again is nothing. Real only at the last resume if the object is suspended (Libdispatch.md
  /// 2.4).
  mutating func activate(_ task: Int, _ object: ObjectID) -> Outcome {
    let lane = laneIndex(object)
    if lane < 0 || !lanes[lane].isInactive || plantedFault == .activateIgnored { return done(task) }
    lanes[lane].isInactive = false
    if recordsLedger { record(object, task, .activate, before: 1, after: 0) }
    if !isClosed(lane) { opened(lane, losesPlace: true) }
    return done(task)
  }

  /// Main and global queues cannot be suspended (Libdispatch.md 2.4 "no-op on global, main").
  mutating func hasNoSuspension(_ lane: Int) -> Bool { lanes[lane].isMain || lanes[lane].kind == .root }

  /// How many ways an announced resume can go: a lane whose parent had come to it while it was suspended
  /// goes to the end of the parent's order, behind a barrier that waits there; otherwise it has kept its
  /// place.
  mutating func resumeChoices(_ lane: Int) -> Int {
    if lane < 0 || lanes[lane].suspendCount != 1 || lanes[lane].isInactive { return 1 }
    if !lanes[lane].isActive || lanes[lane].owner >= 0 { return 1 }
    var level = lanes[lane].parent
    while level >= 0 && lanes[level].kind == .concurrent {
      if lanes[level].firstExclusive >= 0 { return 2 }
      level = lanes[level].parent
    }
    return 1
  }

  /// The lane hands on again. A batch that is still running continues as if nothing had been.
  private mutating func opened(_ lane: Int, losesPlace: Bool) {
    if lanes[lane].owner < 0 {
      lanes[lane].passed = -1
      if lanes[lane].isActive && losesPlace {
        nextTicket &+= 1
        lanes[lane].ticket = nextTicket
      }
    }
    if lanes[lane].source >= 0 { install(lanes[lane].source) }
    mainMayHaveWork = true
    refreshSubtree(lane)
  }
}
