// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Questions that reports ask; none is on the way of a step.
extension World {
  /// The tasks that have something left to do, but for delayed ones, blocks that wait for a notification, and
  /// what a library submits for itself.
  public func tasksInHand() -> [TaskID] {
    (1..<max(core.tasks.count, 1)).filter { task in
      switch core.tasks.at[task].phase {
      case .queued: !core.tasks.at[task].isInternal
      case .running: true
      case .unsubmitted, .delayed, .registered, .ended: false
      }
    }
    .map { TaskID(UInt32($0)) }
  }

  /// The items and syncs that are at a queue, in order; of a global queue its items that have not started.
  public mutating func queueItems(_ queue: ObjectID) -> [TaskID] {
    let lane = laneIndex(queue)
    if lane < 0 { return [] }
    if queues.lanes.at[lane].kind == .root {
      return (1..<max(core.tasks.count, 1)).filter {
        core.tasks.at[$0].phase == .queued && core.tasks.at[$0].lane == lane
      }
      .map { TaskID(UInt32($0)) }
    }
    return members(queues.lanes.at[lane].admitted) + members(queues.lanes.at[lane].waiting)
  }

  /// What is at a queue or source and at everything below it.
  public mutating func pendingWork(behind object: ObjectID) -> [TaskID] {
    let lane = laneIndex(object)
    return lane < 0 ? [] : work(at: lane)
  }

  /// The items that will leave a group when they end.
  public mutating func groupMembers(_ group: ObjectID) -> [TaskID] {
    (1..<max(core.tasks.count, 1)).filter { isMember($0, of: group) }.map { TaskID(UInt32($0)) }
  }

  /// Whether a task will leave a group when it ends.
  mutating func isMember(_ task: Int, of group: ObjectID) -> Bool {
    let state = core.tasks.at + task
    return state.pointee.group == group.index && state.pointee.phase != .ended
      && state.pointee.phase != .unsubmitted
  }

  /// The items registered with a group, in order.
  public mutating func notifies(of group: ObjectID) -> [TaskID] {
    members(groups.table.at[group.index].notifies)
  }

  /// The task that holds a queue or source exclusively, or `.none`.
  public mutating func owner(ofQueue queue: ObjectID) -> TaskID {
    let lane = laneIndex(queue)
    return lane < 0 || queues.lanes.at[lane].owner < 0 ? .none : TaskID(UInt32(queues.lanes.at[lane].owner))
  }

  /// The tasks that hold a concurrent queue shared.
  public mutating func readers(ofQueue queue: ObjectID) -> [TaskID] {
    let lane = laneIndex(queue)
    return lane < 0 ? [] : readers(of: lane).map { TaskID(UInt32($0)) }
  }

  /// How often a queue or source is suspended.
  public mutating func suspendCount(of object: ObjectID) -> Int {
    let lane = laneIndex(object)
    return lane < 0 ? 0 : queues.lanes.at[lane].suspendCount
  }

  /// Whether a queue or source has never been activated.
  public mutating func isInactive(_ object: ObjectID) -> Bool {
    let lane = laneIndex(object)
    return lane >= 0 && queues.lanes.at[lane].isInactive
  }

  /// Whether a queue is one of the cooperative pool's, on which Swift tasks run.
  public mutating func isCooperative(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && queues.lanes.at[lane].isCooperative
  }

  /// Whether a queue is a global one, on which a barrier has no effect (Libdispatch.md 2.1; GCD303).
  public mutating func isGlobal(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && queues.lanes.at[lane].kind == .root
  }

  /// Whether a queue runs one block at a time.
  public mutating func isSerial(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && queues.lanes.at[lane].kind == .serial
  }

  /// What libdispatch would end the process for at the last external release of an object (Libdispatch.md
  /// 2.4, 2.6).
  public mutating func releaseCheck(_ object: ObjectID) -> Misuse {
    if object.kind == .semaphore {
      let state = semaphores.table.at[object.index]
      let isBelow = state.value + state.supposedSignals < state.original
      return isBelow ? .semaphoreFreedBelowItsInitialValue : .none
    }
    let lane = laneIndex(object)
    if lane < 0 || queues.hasNoSuspension(lane) { return .none }
    if queues.lanes.at[lane].isInactive { return .releaseOfInactiveObject }
    if queues.lanes.at[lane].suspendCount > 0 { return .releaseOfSuspendedObject }
    if object.kind == .source { return sources.releaseCheck(object.index) }
    // Only a sync keeps nothing of its queue.
    return queues.lanes.at[lane].references == 0 && queues.lanes.at[lane].firstFrame >= 0
      ? .releaseOfLockedQueue : .none
  }

  private mutating func members(_ list: TaskList) -> [TaskID] {
    var found: [TaskID] = []
    var task = list.head
    while task >= 0 {
      found.append(TaskID(UInt32(task)))
      task = core.tasks.at[task].listNext
    }
    return found
  }

  private mutating func work(at lane: Int) -> [TaskID] {
    var found = members(queues.lanes.at[lane].admitted) + members(queues.lanes.at[lane].waiting)
    var child = queues.lanes.at[lane].firstChild
    while child >= 0 {
      found += work(at: child)
      child = queues.lanes.at[child].nextSibling
    }
    return found
  }
}
