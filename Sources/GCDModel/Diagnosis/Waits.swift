// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The wait-for graph (Algorithms.md "Wait-for graph"), read off the tables when it is asked for.
extension World {
  /// Why a task cannot continue; empty for one that can, or that has ended or was never submitted.
  public mutating func waits(of task: TaskID) -> [WaitEdge] {
    let index = Int(task.rawValue)
    let state = core.tasks.at[index]
    if state.enabledIndex >= 0 { return [] }
    func edge(_ kind: WaitKind, _ holder: Int = -1) -> WaitEdge {
      WaitEdge(
        waiter: task, kind: kind, resource: state.pending.object,
        holder: holder < 0 ? .none : TaskID(UInt32(holder)))
    }
    if state.phase == .queued { return itemWaits(index) }
    if state.phase == .delayed { return [edge(.time)] }
    if state.phase != .running { return [] }
    let isTimed = state.heapIndex >= 0
    switch state.pending.kind.waitsFor {
    case .turn:
      if state.partner >= 0 { return [edge(.item, state.partner)] }
      return levelWaits(index, state.waitLane)
    case .lock: return [isTimed ? edge(.time) : edge(.lock, locks.table.at[state.pending.object.index].owner)]
    case .once: return [edge(.once, onces.table.at[state.pending.object.index].owner)]
    case .group: return groupWaits(task, state.pending.object)
    case .workItem:
      if isTimed { return [edge(.time)] }
      let runner = onlyRunner(ofWorkItem: state.pending.object.index)
      return [runner < 0 ? edge(.workItem) : edge(.item, runner)]
    case .semaphore: return [edge(.semaphore, semaphoreOwner(state.pending.object))]
    case .condition: return [edge(.condition)]
    case .futex: return [edge(.futex, isTimed ? -1 : futexes.table.at[state.pending.object.index].holder)]
    case .handler: return [edge(.item, sources.table.at[state.pending.object.index].eventTask)]
    case .time: return [edge(.time)]
    case .host: return [edge(.item, Int(state.pending.other))]
    case .readWriteLock:
      return isTimed ? [edge(.time)] : readWriteLocks.waits(of: index, state.pending.object.index, &core)
    case .thread:
      return [isTimed ? edge(.time) : edge(.thread, threads.table.at[state.pending.object.index].task)]
    case .barrier: return [edge(.barrier)]
    case .descriptor: return [edge(isTimed ? .time : .descriptor)]
    case .nothing: return []
    }
  }

  /// Who took a semaphore that is used as a lock: initial value 1, signalled only by those that had taken it.
  mutating func semaphoreOwner(_ semaphore: ObjectID) -> Int {
    let state = semaphores.table.at[semaphore.index]
    if state.original != 1 || state.hasForeignSignal || state.taker < 0 { return -1 }
    return core.tasks.at[state.taker].phase == .ended ? -1 : state.taker
  }

  /// The one task that will run a work item; -1 = none, or several, any of which may be the first.
  mutating func onlyRunner(ofWorkItem index: Int) -> Int {
    let found = workItems.runners(of: index, &core)
    return found.count == 1 ? found[0] : -1
  }

  /// The items that will leave a group when they end, and one edge to no task for each entry beyond those.
  mutating func groupWaits(_ task: TaskID, _ group: ObjectID) -> [WaitEdge] {
    let members = groupMembers(group)
    var edges = members.map { WaitEdge(waiter: task, kind: .group, resource: group, holder: $0) }
    if groups.table.at[group.index].count > members.count || edges.isEmpty {
      edges.append(WaitEdge(waiter: task, kind: .group, resource: group, holder: .none))
    }
    return edges
  }

  /// Why an item that is in a queue has not started: its own lane first, then every lane above, then
  /// the pool.
  private mutating func itemWaits(_ item: Int) -> [WaitEdge] {
    let frame = core.tasks.at[item].frame
    let lane = frame < 0 ? core.tasks.at[item].lane : queues.frames.at[frame].stoodAt
    var edges: [WaitEdge] = []
    if queues.lanes.at[lane].kind != .root {
      edges = core.tasks.at[item].list == .laneAdmitted ? admittedWaits(item, lane) : levelWaits(item, lane)
      edges += chainWaits(item, lane)
    }
    if edges.isEmpty && core.tasks.at[item].waitsForPool != .none {
      edges.append(
        WaitEdge(
          waiter: TaskID(UInt32(item)), kind: .worker, resource: queues.lanes.at[lane].object, holder: .none))
    }
    return edges
  }

  /// An admitted block of a lane that runs in order waits for the one before it.
  private mutating func admittedWaits(_ item: Int, _ lane: Int) -> [WaitEdge] {
    let previous = core.tasks.at[item].listPrevious
    if !queues.lanes.at[lane].isOrdered || previous < 0 { return [] }
    return [laneEdge(item, lane, previous)]
  }

  /// What keeps a task at the lane where it is in line.
  private mutating func levelWaits(_ task: Int, _ lane: Int) -> [WaitEdge] {
    var edges: [WaitEdge] = []
    let state = queues.lanes.at[lane]
    if state.owner >= 0 { edges.append(laneEdge(task, lane, state.owner)) }
    if core.tasks.at[task].list == .laneWaiting {
      let isExclusive = state.isOrdered || core.tasks.at[task].isExclusive
      let ahead = isExclusive ? core.tasks.at[task].listPrevious : state.firstExclusive
      if ahead >= 0 && core.tasks.at[ahead].ticket < core.tasks.at[task].ticket {
        edges.append(laneEdge(task, lane, ahead))
      }
      if core.tasks.at[task].isExclusive {
        var admitted = state.admitted.head
        while admitted >= 0 {
          edges.append(laneEdge(task, lane, admitted))
          admitted = core.tasks.at[admitted].listNext
        }
      }
      if queues.isClosed(lane) { edges.append(resumeEdge(task, lane)) }
    }
    if state.readers > 0 && (core.tasks.at[task].isExclusive || core.tasks.at[task].list == .none) {
      for reader in readers(of: lane) { edges.append(laneEdge(task, lane, reader)) }
    }
    return edges
  }

  /// What the lanes above an item's own hold against it; the same walk as `chainAdmits`.
  private mutating func chainWaits(_ item: Int, _ lane: Int) -> [WaitEdge] {
    var edges: [WaitEdge] = []
    var ticket =
      queues.lanes.at[lane].kind == .serial ? queues.lanes.at[lane].ticket : core.tasks.at[item].ticket
    var passed = core.tasks.at[item].passed >= 0 ? core.tasks.at[item].passed : queues.lanes.at[lane].passed
    var level = queues.lanes.at[lane].parent
    while level >= 0 {
      let state = queues.lanes.at[level]
      if state.owner >= 0 { edges.append(laneEdge(item, level, state.owner)) }
      if passed < 0 && queues.isClosed(level) { edges.append(resumeEdge(item, level)) }
      if passed == level { passed = -1 }
      if state.kind == .serial {
        ticket = state.ticket
        passed = state.passed
      } else if state.firstExclusive >= 0 && core.tasks.at[state.firstExclusive].ticket < ticket {
        edges.append(laneEdge(item, level, state.firstExclusive))
      }
      level = state.parent
    }
    return edges
  }

  private mutating func laneEdge(_ task: Int, _ lane: Int, _ holder: Int) -> WaitEdge {
    WaitEdge(
      waiter: TaskID(UInt32(task)), kind: .queue, resource: queues.lanes.at[lane].object,
      holder: TaskID(UInt32(holder))
    )
  }

  private mutating func resumeEdge(_ task: Int, _ lane: Int) -> WaitEdge {
    WaitEdge(
      waiter: TaskID(UInt32(task)), kind: .resume, resource: queues.lanes.at[lane].object, holder: .none)
  }

  /// The tasks that hold a lane shared, through a block or a sync on it or on a lane below it.
  mutating func readers(of lane: Int) -> [Int] {
    var found: [Int] = []
    collectReaders(of: lane, below: lane, into: &found)
    return found
  }

  private mutating func collectReaders(of lane: Int, below level: Int, into found: inout [Int]) {
    var frame = queues.lanes.at[level].firstFrame
    while frame >= 0 {
      if queues.holds(frame, lane) && !found.contains(queues.frames.at[frame].task) {
        found.append(queues.frames.at[frame].task)
      }
      frame = queues.frames.at[frame].laneNext
    }
    var child = queues.lanes.at[level].firstChild
    while child >= 0 {
      collectReaders(of: lane, below: child, into: &found)
      child = queues.lanes.at[child].nextSibling
    }
  }
}
