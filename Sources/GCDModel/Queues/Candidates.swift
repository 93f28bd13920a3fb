// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Which of the tasks that are at a lane are enabled: recomputed for the few whose position lets them go
/// first.
///
/// Invariant: a task that is at a lane is enabled exactly if its lane's order lets it be next and, for
/// an item, every lane above lets it through. Tasks behind those positions are never enabled.
extension Queues {
  /// Recomputes a lane and everything below it that has work.
  mutating func refreshSubtree(_ lane: Int, _ core: inout Core) {
    refreshLane(lane, &core)
    if lanes.at[lane].activeChild >= 0 { refreshChildren(lane, &core) }
  }

  mutating func refreshChildren(_ lane: Int, _ core: inout Core) {
    var child = lanes.at[lane].activeChild
    while child >= 0 {
      let next = lanes.at[child].activeNext
      refreshSubtree(child, &core)
      child = next
    }
  }

  /// Recomputes one lane.
  mutating func refreshLane(_ lane: Int, _ core: inout Core) {
    if lanes.at[lane].isOrdered {
      let admitted = lanes.at[lane].admitted.head
      if admitted >= 0 {
        setCandidate(admitted, of: lane, lanes.at[lane].owner < 0, &core)
      } else {
        refreshHead(lane, &core)
      }
      return
    }
    if lanes.at[lane].kind == .root { return }
    var task = lanes.at[lane].admitted.head
    while task >= 0 {
      setCandidate(task, of: lane, lanes.at[lane].owner < 0, &core)
      task = core.tasks.at[task].listNext
    }
    task = lanes.at[lane].waiting.head
    if task >= 0 && core.tasks.at[task].isExclusive {
      refreshHead(lane, &core)
      return
    }
    let isOpen = lanes.at[lane].owner < 0 && !isClosed(lane)
    while task >= 0 && !core.tasks.at[task].isExclusive {
      setCandidate(task, of: lane, isOpen, &core)
      task = core.tasks.at[task].listNext
    }
  }

  /// Recomputes the head of a lane's waiting list.
  mutating func refreshHead(_ lane: Int, _ core: inout Core) {
    var head = lanes.at[lane].waiting.head
    if head < 0 { return }
    if core.plantedFault == .serialOrder {
      setCandidate(head, of: lane, false, &core)
      head = lanes.at[lane].waiting.tail
    }
    let state = lanes.at + lane
    var isFree = state.pointee.owner < 0 && !isClosed(lane)
    if state.pointee.isMain && core.tasks.at[head].ticket > main.limit { isFree = false }
    if state.pointee.kind == .concurrent {
      if core.tasks.at[head].isExclusive {
        isFree = isFree && state.pointee.readers == 0 && state.pointee.admittedCount == 0
      } else if state.pointee.isOrdered && state.pointee.admittedCount > 0 {
        isFree = false
      }
    }
    setCandidate(head, of: lane, isFree, &core)
  }

  /// Enables or disables a task whose position in its lane is good; an item needs the lanes above as well,
  /// a task in a sync takes them one after the other.
  mutating func setCandidate(_ task: Int, of lane: Int, _ isFree: Bool, _ core: inout Core) {
    let state = core.tasks.at + task
    if state.pointee.phase != .queued {
      if isFree || state.pointee.list == .laneAdmitted { core.enable(task) } else { core.disable(task) }
    } else if isFree && chainAdmits(task, of: lane, &core) {
      makeStartable(task, &core)
    } else {
      core.makeUnstartable(task)
    }
  }

  /// A lane has got something to do: it takes its place at its parent.
  mutating func noteWork(_ lane: Int) {
    let parent = lanes.at[lane].parent
    if parent < 0 {
      if lanes.at[lane].isMain { main.mayHaveWork = true }
      return
    }
    if lanes.at[lane].isActive { return }
    let state = lanes.at + lane
    state.pointee.isActive = true
    if !state.pointee.hasTicket {
      lastTicket &+= 1
      state.pointee.ticket = lastTicket
      state.pointee.hasTicket = true
    }
    let first = lanes.at[parent].activeChild
    state.pointee.activePrevious = -1
    state.pointee.activeNext = first
    if first >= 0 { lanes.at[first].activePrevious = lane }
    lanes.at[parent].activeChild = lane
    noteWork(parent)
  }

  /// Something has left a lane: without work it leaves its parent's list. It keeps its ticket while a block
  /// of it runs.
  mutating func noteLessWork(_ lane: Int) {
    let state = lanes.at + lane
    if !state.pointee.isActive { return }
    if state.pointee.waitCount > 0 || state.pointee.admittedCount > 0 || state.pointee.activeChild >= 0 {
      return
    }
    let parent = state.pointee.parent
    unlinkActive(lane)
    noteLessWork(parent)
  }

  mutating func unlinkActive(_ lane: Int) {
    let state = lanes.at + lane
    state.pointee.isActive = false
    let previous = state.pointee.activePrevious
    let next = state.pointee.activeNext
    if previous >= 0 {
      lanes.at[previous].activeNext = next
    } else {
      lanes.at[state.pointee.parent].activeChild = next
    }
    if next >= 0 { lanes.at[next].activePrevious = previous }
  }
}
