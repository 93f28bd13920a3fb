// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Cycles of owners (Algorithms.md "AND model"): every edge has a holder that alone can end the wait, so a
/// closed cycle is a deadlock whatever else still runs. Looked for whenever a task blocks on something that
/// is owned.
extension World {
  /// The cycle that the last `deadlock` reported, from the task that closed it back to that task; the
  /// holder of each edge is the waiter of the next.
  public mutating func ownerCycle() -> [WaitEdge] {
    cycleStart < 0 ? [] : ownerCycle(through: cycleStart) ?? []
  }

  /// Whether the wait of `task` has just closed a cycle. Follows single owners; only where one waits for
  /// several does it search. Neither allocates: clean runs come here.
  @inline(never)
  mutating func closesOwnerCycle(_ start: Int) -> Bool {
    if core.plantedFault == .cycleUnnoticed { return false }
    var task = start
    var length = 0
    while length < core.tasks.count {
      let owner = singleOwner(of: task)
      if owner == -1 { return false }
      if owner == -2 {
        if !isInOwnerCycle(start) { return false }
        cycleStart = start
        return true
      }
      if owner == start {
        cycleStart = start
        return true
      }
      if core.isEnabled(owner) { return false }
      task = owner
      length += 1
    }
    return false
  }

  /// The one task that `task` waits for; -1 = no particular one, -2 = several, or hard to tell.
  private mutating func singleOwner(of task: Int) -> Int {
    let state = core.tasks.at + task
    let object = state.pointee.pending.object
    if state.pointee.phase == .queued { return -2 }
    switch state.pointee.pending.kind.waitsFor {
    case .lock: return state.pointee.heapIndex >= 0 ? -1 : locks.table.at[object.index].owner
    case .once: return onces.table.at[object.index].owner
    case .handler: return sources.table.at[object.index].eventTask
    case .workItem: return -2
    case .host: return Int(state.pointee.pending.other)
    case .thread: return state.pointee.heapIndex >= 0 ? -1 : threads.table.at[object.index].task
    case .readWriteLock: return state.pointee.heapIndex >= 0 ? -1 : -2
    case .turn:
      if state.pointee.partner >= 0 { return state.pointee.partner }
      let owner = queues.lanes.at[state.pointee.waitLane].owner
      return owner >= 0 ? owner : -2
    case .futex: return state.pointee.heapIndex >= 0 ? -1 : futexes.table.at[object.index].holder
    case .nothing, .group, .semaphore, .condition, .barrier, .time, .descriptor: return -1
    }
  }

  /// Whether there is a cycle of owned waits through a task: `ownerCycle(through:)` without its edges, and
  /// so without the memory for them.
  private mutating func isInOwnerCycle(_ start: Int) -> Bool {
    ownerSearch.begin(tasks: core.tasks.count)
    // Outside of the world, all of which is asked for them.
    var edges: [WaitEdge] = []
    swap(&edges, &ownerSearch.edges)
    defer {
      edges.removeAll(keepingCapacity: true)
      swap(&edges, &ownerSearch.edges)
      ownerSearch.end()
    }
    var task = start
    var followed = 0
    while true {
      addWaits(of: task, to: &edges)
      // By index: to iterate over an array allocates where nothing is optimised.
      for index in 0..<edges.count where edges[index].kind.isOwned && edges[index].holder != .none {
        let holder = Int(edges[index].holder.rawValue)
        if holder == start { return true }
        ownerSearch.reach(holder)
      }
      edges.removeAll(keepingCapacity: true)
      if followed == ownerSearch.reached.count { return false }
      task = ownerSearch.reached.at[followed]
      followed += 1
    }
  }

  /// The shortest cycle of owned waits that a task is in, or nil.
  public mutating func ownerCycle(of task: TaskID) -> [WaitEdge]? { ownerCycle(through: Int(task.rawValue)) }

  /// The shortest cycle of owned waits through a task, or nil.
  mutating func ownerCycle(through start: Int) -> [WaitEdge]? {
    shortestCycle(through: start) { task in
      waits(of: TaskID(UInt32(task))).filter { $0.kind.isOwned && $0.holder != .none }
    }
  }
}

/// What a search for a cycle of owners has come to; its memory is kept from search to search.
struct OwnerSearch {
  /// Of the task that is looked at; empty between searches.
  var edges: [WaitEdge] = []
  /// Each task once, in the order in which they were reached; empty between searches.
  private(set) var reached = Table<Int>()
  /// By task; none is reached between searches.
  private var isReached = Table<Bool>()

  mutating func begin(tasks: Int) {
    while isReached.count < tasks { _ = isReached.append(false) }
  }

  mutating func reach(_ task: Int) {
    if isReached.at[task] { return }
    isReached.at[task] = true
    _ = reached.append(task)
  }

  mutating func end() {
    for index in 0..<reached.count { isReached.at[reached.at[index]] = false }
    reached.reset()
  }

  mutating func reset() { isReached.reset() }

  func free() {
    reached.free()
    isReached.free()
  }
}

extension WaitKind {
  /// Whether the holder alone can end the wait.
  var isOwned: Bool {
    switch self {
    case .queue, .lock, .once, .item, .readWriteLock, .thread, .futex: return true
    case .group, .semaphore, .condition, .resume, .worker, .barrier, .time, .descriptor, .workItem:
      return false
    }
  }
}

/// The shortest cycle through a task along the given edges, breadth first.
func shortestCycle(through start: Int, _ edges: (Int) -> [WaitEdge]) -> [WaitEdge]? {
  var reachedBy: [Int: WaitEdge] = [:]
  var frontier = [start]
  while !frontier.isEmpty {
    var next: [Int] = []
    for task in frontier {
      for edge in edges(task) {
        let holder = Int(edge.holder.rawValue)
        if holder == start { return path(to: task, from: start, reachedBy) + [edge] }
        if reachedBy[holder] == nil {
          reachedBy[holder] = edge
          next.append(holder)
        }
      }
    }
    frontier = next
  }
  return nil
}

private func path(to end: Int, from start: Int, _ reachedBy: [Int: WaitEdge]) -> [WaitEdge] {
  var edges: [WaitEdge] = []
  var task = end
  while task != start, let edge = reachedBy[task] {
    edges.append(edge)
    task = Int(edge.waiter.rawValue)
  }
  return edges.reversed()
}
