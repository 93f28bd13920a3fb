// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The wait-for graph (Algorithms.md "Wait-for graph"), read off the tables when it is asked for.
extension World {
  /// Why a task cannot continue; empty for one that can, or that has ended or was never submitted.
  public mutating func waits(of task: TaskID) -> [WaitEdge] {
    var edges: [WaitEdge] = []
    addWaits(of: Int(task.rawValue), to: &edges)
    return edges
  }

  /// `waits(of:)` into memory that its caller keeps: runs in which nothing is wrong ask, too.
  mutating func addWaits(of index: Int, to edges: inout [WaitEdge]) {
    if core.isEnabled(index) { return }
    let state = core.tasks.at[index]
    let task = TaskID(UInt32(index))
    func add(_ kind: WaitKind, _ holder: Int = -1) {
      edges.append(
        WaitEdge(
          waiter: task, kind: kind, resource: state.pending.object,
          holder: holder < 0 ? .none : TaskID(UInt32(holder))))
    }
    if state.phase == .queued { return addItemWaits(index, to: &edges) }
    if state.phase == .delayed { return add(.time) }
    if state.phase != .running { return }
    let isTimed = state.heapIndex >= 0
    switch state.pending.kind.waitsFor {
    case .turn:
      if state.partner >= 0 { return add(.item, state.partner) }
      addLevelWaits(index, state.waitLane, to: &edges)
    case .lock:
      if isTimed { return add(.time) }
      add(.lock, locks.table.at[state.pending.object.index].owner)
    case .once: add(.once, onces.table.at[state.pending.object.index].owner)
    case .group: addGroupWaits(task, state.pending.object, to: &edges)
    case .workItem:
      if isTimed { return add(.time) }
      let runner = workItems.onlyRunner(of: state.pending.object.index, &core)
      if runner < 0 { add(.workItem) } else { add(.item, runner) }
    case .semaphore: add(.semaphore, semaphoreOwner(state.pending.object))
    case .condition: add(.condition)
    case .futex: add(.futex, isTimed ? -1 : futexes.table.at[state.pending.object.index].holder)
    case .handler: add(.item, sources.table.at[state.pending.object.index].eventTask)
    case .time: add(.time)
    case .host: add(.item, Int(state.pending.other))
    case .readWriteLock:
      if isTimed { return add(.time) }
      readWriteLocks.addWaits(of: index, state.pending.object.index, &core, to: &edges)
    case .thread:
      if isTimed { return add(.time) }
      add(.thread, threads.table.at[state.pending.object.index].task)
    case .barrier: add(.barrier)
    case .descriptor: add(isTimed ? .time : .descriptor)
    case .nothing: return
    }
  }

  /// Who took a semaphore that is used as a lock: initial value 1, signalled only by those that had taken it.
  mutating func semaphoreOwner(_ semaphore: ObjectID) -> Int {
    let state = semaphores.table.at[semaphore.index]
    if state.original != 1 || state.hasForeignSignal || state.taker < 0 { return -1 }
    return core.tasks.at[state.taker].phase == .ended ? -1 : state.taker
  }

  /// The items that will leave a group when they end, and one edge to no task for each entry beyond those.
  mutating func groupWaits(_ task: TaskID, _ group: ObjectID) -> [WaitEdge] {
    var edges: [WaitEdge] = []
    addGroupWaits(task, group, to: &edges)
    return edges
  }

  private mutating func addGroupWaits(_ task: TaskID, _ group: ObjectID, to edges: inout [WaitEdge]) {
    let before = edges.count
    for member in 1..<max(core.tasks.count, 1) where isMember(member, of: group) {
      edges.append(
        WaitEdge(waiter: task, kind: .group, resource: group, holder: TaskID(UInt32(member))))
    }
    let members = edges.count - before
    if groups.table.at[group.index].count > members || members == 0 {
      edges.append(WaitEdge(waiter: task, kind: .group, resource: group, holder: .none))
    }
  }

  /// Why an item that is in a queue has not started: its own lane first, then every lane above, then
  /// the pool.
  private mutating func addItemWaits(_ item: Int, to edges: inout [WaitEdge]) {
    let before = edges.count
    let frame = core.tasks.at[item].frame
    let lane = frame < 0 ? core.tasks.at[item].lane : queues.frames.at[frame].stoodAt
    if queues.lanes.at[lane].kind != .root {
      if core.tasks.at[item].list == .laneAdmitted {
        addAdmittedWaits(item, lane, to: &edges)
      } else {
        addLevelWaits(item, lane, to: &edges)
      }
      addChainWaits(item, lane, to: &edges)
    }
    if edges.count == before && core.tasks.at[item].waitsForPool != .none {
      edges.append(
        WaitEdge(
          waiter: TaskID(UInt32(item)), kind: .worker, resource: queues.lanes.at[lane].object, holder: .none))
    }
  }

  /// An admitted block of a lane that runs in order waits for the one before it.
  private mutating func addAdmittedWaits(_ item: Int, _ lane: Int, to edges: inout [WaitEdge]) {
    let previous = core.tasks.at[item].listPrevious
    if !queues.lanes.at[lane].isOrdered || previous < 0 { return }
    edges.append(laneEdge(item, lane, previous))
  }

  /// What keeps a task at the lane where it is in line.
  private mutating func addLevelWaits(_ task: Int, _ lane: Int, to edges: inout [WaitEdge]) {
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
      let before = edges.count
      forEachHold(of: lane, below: lane) { reader in
        if !edges[before...].contains(where: { $0.holder == TaskID(UInt32(reader)) }) {
          edges.append(
            WaitEdge(
              waiter: TaskID(UInt32(task)), kind: .queue, resource: state.object,
              holder: TaskID(UInt32(reader))))
        }
      }
    }
  }

  /// What the lanes above an item's own hold against it; the same walk as `chainAdmits`.
  private mutating func addChainWaits(_ item: Int, _ lane: Int, to edges: inout [WaitEdge]) {
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
    forEachHold(of: lane, below: lane) { if !found.contains($0) { found.append($0) } }
    return found
  }

  /// Calls `body` with the task of each block and sync that holds a lane shared.
  private mutating func forEachHold(of lane: Int, below level: Int, _ body: (Int) -> Void) {
    var frame = queues.lanes.at[level].firstFrame
    while frame >= 0 {
      if queues.holds(frame, lane) { body(queues.frames.at[frame].task) }
      frame = queues.frames.at[frame].laneNext
    }
    var child = queues.lanes.at[level].firstChild
    while child >= 0 {
      forEachHold(of: lane, below: child, body)
      child = queues.lanes.at[child].nextSibling
    }
  }
}
