// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// suspend, resume, activate (Libdispatch.md 2.4).
extension Queues {
  /// How many ways an announced suspend can go: how many of those that were about to start count as handed
  /// on already.
  mutating func suspendChoices(_ lane: Int, _ core: inout Core) -> Int {
    if lane < 0 || hasNoSuspension(lane) || isClosed(lane) { return 1 }
    if lanes.at[lane].kind == .serial { return drainedChild(lane, &core) >= 0 ? 2 : 1 }
    if lanes.at[lane].owner >= 0 { return 1 }
    var choices = 1
    var task = lanes.at[lane].waiting.head
    while task >= 0 && !core.tasks.at[task].isExclusive {
      choices += 1
      task = core.tasks.at[task].listNext
    }
    return choices
  }

  /// Suspends once more. The running block continues, and so do blocks that a concurrent queue has handed on
  /// and the batch that a serial one is draining ("Suspend stops the *next* dequeue"); `choice` says how
  /// many of the doubtful ones did.
  mutating func suspend(_ task: Int, _ lane: Int, choice: Int, _ core: inout Core) -> Outcome {
    if lane < 0 || hasNoSuspension(lane) || core.plantedFault == .suspendIgnored { return core.done(task) }
    let wasOpen = !isClosed(lane)
    if wasOpen { letPass(lane, choice, &core) }
    let count = lanes.at[lane].suspendCount
    lanes.at[lane].suspendCount = count + 1
    if core.ledger.isOn {
      core.record(lanes.at[lane].object, task, .suspend, before: count, after: count + 1)
    }
    if wasOpen { refreshSubtree(lane, &core) }
    return core.done(task)
  }

  /// Resumes once. On an inactive source it activates, on an inactive queue it is a crash (Libdispatch.md
  /// 2.4).
  mutating func resume(_ task: Int, _ lane: Int, choice: Int, _ sources: inout Sources, _ core: inout Core)
    -> Outcome
  {
    if lane < 0 || hasNoSuspension(lane) { return core.done(task) }
    let count = lanes.at[lane].suspendCount
    if count == 0 {
      if core.plantedFault == .resumeUnchecked { return core.done(task) }
      if !lanes.at[lane].isInactive { return .failed(.overResume) }
      if lanes.at[lane].source < 0 { return .failed(.overResumeOfInactiveObject) }
      return activate(task, lane, &sources, &core)
    }
    lanes.at[lane].suspendCount = count - 1
    if core.ledger.isOn { core.record(lanes.at[lane].object, task, .resume, before: count, after: count - 1) }
    if !isClosed(lane) { opened(lane, losesPlace: choice > 0, &sources, &core) }
    return core.done(task)
  }

  /// Activates; again is nothing. Real only at the last resume if the object is suspended (Libdispatch.md
  /// 2.4).
  mutating func activate(_ task: Int, _ lane: Int, _ sources: inout Sources, _ core: inout Core) -> Outcome {
    if lane < 0 || !lanes.at[lane].isInactive || core.plantedFault == .activateIgnored {
      return core.done(task)
    }
    lanes.at[lane].isInactive = false
    if core.ledger.isOn { core.record(lanes.at[lane].object, task, .activate, before: 1, after: 0) }
    if !isClosed(lane) { opened(lane, losesPlace: true, &sources, &core) }
    return core.done(task)
  }

  /// Main and global queues cannot be suspended (Libdispatch.md 2.4 "no-op on global, main").
  mutating func hasNoSuspension(_ lane: Int) -> Bool { lanes.at[lane].isMain || lanes.at[lane].kind == .root }

  /// How many ways an announced resume can go: a lane whose parent had come to it while it was suspended
  /// goes to the end of the parent's order, behind a barrier that waits there; otherwise it has kept its
  /// place.
  mutating func resumeChoices(_ lane: Int, _ core: inout Core) -> Int {
    if lane < 0 || lanes.at[lane].suspendCount != 1 || lanes.at[lane].isInactive { return 1 }
    if !lanes.at[lane].isActive || lanes.at[lane].owner >= 0 { return 1 }
    var level = lanes.at[lane].parent
    while level >= 0 && lanes.at[level].kind == .concurrent {
      if lanes.at[level].firstExclusive >= 0 { return 2 }
      level = lanes.at[level].parent
    }
    return 1
  }

  /// The lane hands on again. A batch that is still running continues as if nothing had been.
  private mutating func opened(_ lane: Int, losesPlace: Bool, _ sources: inout Sources, _ core: inout Core) {
    if lanes.at[lane].owner < 0 {
      lanes.at[lane].passed = -1
      if lanes.at[lane].isActive && losesPlace {
        lastTicket &+= 1
        lanes.at[lane].ticket = lastTicket
      }
    }
    if lanes.at[lane].source >= 0 { sources.activated(lanes.at[lane].source, &self, &core) }
    main.mayHaveWork = true
    refreshSubtree(lane, &core)
  }
}
