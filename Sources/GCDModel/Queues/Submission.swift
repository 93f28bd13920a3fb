// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// An item reaches its queue (Libdispatch.md 2.1).
extension Queues {
  /// Submits an item: at the tail of a serial lane; on a concurrent lane with nothing in its list and no
  /// barrier it is admitted at once ("skips the queue"); on a global queue it is ready.
  mutating func submit(_ item: Int, _ core: inout Core) {
    let lane = core.tasks.at[item].lane
    let state = lanes.at + lane
    core.tasks.at[item].phase = .queued
    core.tasks.at[item].pending = Operation(.begin, state.pointee.object)
    if state.pointee.kind == .root {
      makeStartable(item, &core)
      return
    }
    lastTicket &+= 1
    core.tasks.at[item].ticket = lastTicket
    if state.pointee.kind == .serial {
      appendWaiting(item, to: lane, &core)
      if state.pointee.waitCount == 1 { refreshHead(lane, &core) }
      return
    }
    core.tasks.at[item].isExclusive = core.tasks.at[item].isBarrier && core.plantedFault != .barrierIgnored
    if !core.tasks.at[item].isExclusive && state.pointee.waitCount == 0 && state.pointee.owner < 0
      && !isClosed(lane)
    {
      core.tasks.link(item, into: &lanes.at[lane].admitted, as: .laneAdmitted)
      core.tasks.at[item].waitLane = lane
      state.pointee.admittedCount += 1
      noteWork(lane)
      if !state.pointee.isOrdered || state.pointee.admittedCount == 1 {
        setCandidate(item, of: lane, true, &core)
      }
      return
    }
    queueAtConcurrent(item, lane, &core)
  }

  /// Appends an item or a task in a sync to the waiting list of a concurrent lane, and enables it if it may
  /// go.
  mutating func queueAtConcurrent(_ task: Int, _ lane: Int, _ core: inout Core) {
    let isBehindBarrier = lanes.at[lane].firstExclusive >= 0
    appendWaiting(task, to: lane, &core)
    if core.tasks.at[task].isExclusive {
      if !isBehindBarrier { lanes.at[lane].firstExclusive = task }
      if lanes.at[lane].waiting.head == task { refreshHead(lane, &core) }
    } else if lanes.at[lane].isOrdered {
      if lanes.at[lane].waiting.head == task { refreshHead(lane, &core) }
    } else if !isBehindBarrier {
      setCandidate(task, of: lane, lanes.at[lane].owner < 0 && !isClosed(lane), &core)
    }
  }

  mutating func appendWaiting(_ task: Int, to lane: Int, _ core: inout Core) {
    core.tasks.link(task, into: &lanes.at[lane].waiting, as: .laneWaiting)
    core.tasks.at[task].waitLane = lane
    lanes.at[lane].waitCount += 1
    noteWork(lane)
  }

  /// Takes a task out of the lane in whose list it is, because it continues. Whatever was before it in
  /// the waiting list of a concurrent lane had then been let through before it.
  mutating func leaveLane(_ task: Int, _ core: inout Core) {
    let lane = core.tasks.at[task].waitLane
    if core.tasks.at[task].list == .laneAdmitted {
      core.tasks.unlink(task, from: &lanes.at[lane].admitted)
      lanes.at[lane].admittedCount -= 1
      core.tasks.at[task].cameFromList = false
    } else {
      if !lanes.at[lane].isOrdered {
        while lanes.at[lane].waiting.head != task { admitHead(lane, &core) }
      }
      core.tasks.unlink(task, from: &lanes.at[lane].waiting)
      lanes.at[lane].waitCount -= 1
      core.tasks.at[task].cameFromList = true
      if lanes.at[lane].firstExclusive == task {
        findFirstExclusive(lane, from: lanes.at[lane].waiting.head, &core)
      }
    }
    noteLessWork(lane)
  }

  /// Moves the head of the waiting list, which may go, among the admitted.
  mutating func admitHead(_ lane: Int, _ core: inout Core) {
    let head = lanes.at[lane].waiting.head
    core.tasks.unlink(head, from: &lanes.at[lane].waiting)
    lanes.at[lane].waitCount -= 1
    core.tasks.link(head, into: &lanes.at[lane].admitted, as: .laneAdmitted)
    lanes.at[lane].admittedCount += 1
  }

  mutating func findFirstExclusive(_ lane: Int, from start: Int, _ core: inout Core) {
    var task = start
    while task >= 0 && !core.tasks.at[task].isExclusive { task = core.tasks.at[task].listNext }
    lanes.at[lane].firstExclusive = task
  }
}
