// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Which of the tasks that are at a lane are enabled: recomputed for the few whose position lets them go
/// first.
///
/// Invariant: a task that is at a lane is enabled exactly if its lane's order lets it be next and, for
/// an item, every lane above lets it through. Tasks behind those positions are never enabled.
extension World {
  /// Recomputes a lane and everything below it that has work.
  mutating func refreshSubtree(_ lane: Int) {
    refreshLane(lane)
    if lanes[lane].activeChild >= 0 { refreshChildren(lane) }
  }

  mutating func refreshChildren(_ lane: Int) {
    var child = lanes[lane].activeChild
    while child >= 0 {
      let next = lanes[child].activeNext
      refreshSubtree(child)
      child = next
    }
  }

  /// Recomputes one lane.
  mutating func refreshLane(_ lane: Int) {
    if lanes[lane].isOrdered {
      let admitted = lanes[lane].admitted.head
      if admitted >= 0 {
        setCandidate(admitted, of: lane, lanes[lane].owner < 0)
      } else {
        refreshHead(lane)
      }
      return
    }
    if lanes[lane].kind == .root { return }
    var task = lanes[lane].admitted.head
    while task >= 0 {
      setCandidate(task, of: lane, lanes[lane].owner < 0)
      task = tasks[task].listNext
    }
    task = lanes[lane].waiting.head
    if task >= 0 && tasks[task].isExclusive {
      refreshHead(lane)
      return
    }
    let isOpen = lanes[lane].owner < 0 && !isClosed(lane)
    while task >= 0 && !tasks[task].isExclusive {
      setCandidate(task, of: lane, isOpen)
      task = tasks[task].listNext
    }
  }

  /// Recomputes the head of a lane's waiting list.
  mutating func refreshHead(_ lane: Int) {
    var head = lanes[lane].waiting.head
    if head < 0 { return }
    if plantedFault == .serialOrder {
      setCandidate(head, of: lane, false)
      head = lanes[lane].waiting.tail
    }
    let state = lanes + lane
    var isFree = state.pointee.owner < 0 && !isClosed(lane)
    if state.pointee.isMain && tasks[head].ticket > mainLimit { isFree = false }
    if state.pointee.kind == .concurrent {
      if tasks[head].isExclusive {
        isFree = isFree && state.pointee.readers == 0 && state.pointee.admittedCount == 0
      } else if state.pointee.isOrdered && state.pointee.admittedCount > 0 {
        isFree = false
      }
    }
    setCandidate(head, of: lane, isFree)
  }

  /// Enables or disables a task whose position in its lane is good; an item needs the lanes above as well,
  /// a task in a sync takes them one after the other.
  mutating func setCandidate(_ task: Int, of lane: Int, _ isFree: Bool) {
    let state = tasks + task
    if state.pointee.phase != .queued {
      if isFree || state.pointee.list == .laneAdmitted { enable(task) } else { disable(task) }
    } else if isFree && chainAdmits(task, of: lane) {
      makeStartable(task)
    } else {
      makeUnstartable(task)
    }
  }

  /// A lane has got something to do: it takes its place at its parent.
  mutating func noteWork(_ lane: Int) {
    let parent = lanes[lane].parent
    if parent < 0 {
      if lanes[lane].isMain { mainMayHaveWork = true }
      return
    }
    if lanes[lane].isActive { return }
    let state = lanes + lane
    state.pointee.isActive = true
    if !state.pointee.hasTicket {
      nextTicket &+= 1
      state.pointee.ticket = nextTicket
      state.pointee.hasTicket = true
    }
    let first = lanes[parent].activeChild
    state.pointee.activePrevious = -1
    state.pointee.activeNext = first
    if first >= 0 { lanes[first].activePrevious = lane }
    lanes[parent].activeChild = lane
    noteWork(parent)
  }

  /// Something has left a lane: without work it leaves its parent's list. It keeps its ticket while a block
  /// of it runs.
  mutating func noteLessWork(_ lane: Int) {
    let state = lanes + lane
    if !state.pointee.isActive { return }
    if state.pointee.waitCount > 0 || state.pointee.admittedCount > 0 || state.pointee.activeChild >= 0 {
      return
    }
    let parent = state.pointee.parent
    unlinkActive(lane)
    noteLessWork(parent)
  }

  mutating func unlinkActive(_ lane: Int) {
    let state = lanes + lane
    state.pointee.isActive = false
    let previous = state.pointee.activePrevious
    let next = state.pointee.activeNext
    if previous >= 0 {
      lanes[previous].activeNext = next
    } else {
      lanes[state.pointee.parent].activeChild = next
    }
    if next >= 0 { lanes[next].activePrevious = previous }
  }
}
