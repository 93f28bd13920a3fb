// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// An item reaches its queue (Libdispatch.md 2.1).
extension World {
  /// Submits an item: at the tail of a serial lane; on a concurrent lane with nothing in its list and no
  /// barrier it is admitted at once ("skips the queue"); on a global queue it is ready.
  mutating func submit(_ item: Int) {
    let lane = tasks[item].lane
    let state = lanes + lane
    tasks[item].phase = .queued
    tasks[item].pending = Operation(.begin, state.pointee.object)
    if state.pointee.kind == .root {
      makeStartable(item)
      return
    }
    nextTicket &+= 1
    tasks[item].ticket = nextTicket
    if state.pointee.kind == .serial {
      appendWaiting(item, to: lane)
      if state.pointee.waitCount == 1 { refreshHead(lane) }
      return
    }
    tasks[item].isExclusive = tasks[item].isBarrier && plantedFault != .barrierIgnored
    if !tasks[item].isExclusive && state.pointee.waitCount == 0 && state.pointee.owner < 0
      && !isClosed(lane)
    {
      append(item, to: &lanes[lane].admitted, as: .laneAdmitted)
      tasks[item].waitLane = lane
      state.pointee.admittedCount += 1
      noteWork(lane)
      if !state.pointee.isOrdered || state.pointee.admittedCount == 1 { setCandidate(item, of: lane, true) }
      return
    }
    queueAtConcurrent(item, lane)
  }

  /// Appends an item or a task in a sync to the waiting list of a concurrent lane, and enables it if it may
  /// go.
  mutating func queueAtConcurrent(_ task: Int, _ lane: Int) {
    let isBehindBarrier = lanes[lane].firstExclusive >= 0
    appendWaiting(task, to: lane)
    if tasks[task].isExclusive {
      if !isBehindBarrier { lanes[lane].firstExclusive = task }
      if lanes[lane].waiting.head == task { refreshHead(lane) }
    } else if lanes[lane].isOrdered {
      if lanes[lane].waiting.head == task { refreshHead(lane) }
    } else if !isBehindBarrier {
      setCandidate(task, of: lane, lanes[lane].owner < 0 && !isClosed(lane))
    }
  }

  mutating func appendWaiting(_ task: Int, to lane: Int) {
    append(task, to: &lanes[lane].waiting, as: .laneWaiting)
    tasks[task].waitLane = lane
    lanes[lane].waitCount += 1
    noteWork(lane)
  }

  /// Takes a task out of the lane in whose list it is, because it continues. Whatever was before it in
  /// the waiting list of a concurrent lane had then been let through before it.
  mutating func leaveLane(_ task: Int) {
    let lane = tasks[task].waitLane
    if tasks[task].list == .laneAdmitted {
      remove(task, from: &lanes[lane].admitted)
      lanes[lane].admittedCount -= 1
      tasks[task].cameFromList = false
    } else {
      if !lanes[lane].isOrdered {
        while lanes[lane].waiting.head != task { admitHead(lane) }
      }
      remove(task, from: &lanes[lane].waiting)
      lanes[lane].waitCount -= 1
      tasks[task].cameFromList = true
      if lanes[lane].firstExclusive == task { findFirstExclusive(lane, from: lanes[lane].waiting.head) }
    }
    noteLessWork(lane)
  }

  /// Moves the head of the waiting list, which may go, among the admitted.
  mutating func admitHead(_ lane: Int) {
    let head = lanes[lane].waiting.head
    remove(head, from: &lanes[lane].waiting)
    lanes[lane].waitCount -= 1
    append(head, to: &lanes[lane].admitted, as: .laneAdmitted)
    lanes[lane].admittedCount += 1
  }

  mutating func findFirstExclusive(_ lane: Int, from start: Int) {
    var task = start
    while task >= 0 && !tasks[task].isExclusive { task = tasks[task].listNext }
    lanes[lane].firstExclusive = task
  }
}
