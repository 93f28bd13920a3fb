// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Questions that reports ask; none is on the way of a step.
extension World {
  /// The items and syncs that are at a queue, in order; of a global queue its items that have not started.
  public mutating func queueItems(_ queue: ObjectID) -> [TaskID] {
    let lane = laneIndex(queue)
    if lane < 0 { return [] }
    if lanes[lane].kind == .root {
      return (1..<max(taskCount, 1)).filter { tasks[$0].phase == .queued && tasks[$0].lane == lane }
        .map { TaskID(UInt32($0)) }
    }
    return members(lanes[lane].admitted) + members(lanes[lane].waiting)
  }

  /// What is at a queue or source and at everything below it.
  public mutating func pendingWork(behind object: ObjectID) -> [TaskID] {
    let lane = laneIndex(object)
    return lane < 0 ? [] : work(at: lane)
  }

  /// The items that will leave a group when they end.
  public mutating func groupMembers(_ group: ObjectID) -> [TaskID] {
    (1..<max(taskCount, 1)).filter {
      tasks[$0].group == group.index && tasks[$0].phase != .ended && tasks[$0].phase != .unsubmitted
    }
    .map { TaskID(UInt32($0)) }
  }

  /// The items registered with a group, in order.
  public mutating func notifies(of group: ObjectID) -> [TaskID] { members(groups[group.index].notifies) }

  /// The task that holds a queue or source exclusively, or `.none`.
  public mutating func owner(ofQueue queue: ObjectID) -> TaskID {
    let lane = laneIndex(queue)
    return lane < 0 || lanes[lane].owner < 0 ? .none : TaskID(UInt32(lanes[lane].owner))
  }

  /// The tasks that hold a concurrent queue shared.
  public mutating func readers(ofQueue queue: ObjectID) -> [TaskID] {
    let lane = laneIndex(queue)
    return lane < 0 ? [] : readers(of: lane).map { TaskID(UInt32($0)) }
  }

  /// How often a queue or source is suspended.
  public mutating func suspendCount(of object: ObjectID) -> Int {
    let lane = laneIndex(object)
    return lane < 0 ? 0 : lanes[lane].suspendCount
  }

  /// Whether a queue or source has never been activated.
  public mutating func isInactive(_ object: ObjectID) -> Bool {
    let lane = laneIndex(object)
    return lane >= 0 && lanes[lane].isInactive
  }

  /// Whether a queue is a global one, on which a barrier has no effect (Libdispatch.md 2.1; GCD303).
  public mutating func isGlobal(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && lanes[lane].kind == .root
  }

  /// Whether a queue runs one block at a time.
  public mutating func isSerial(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && lanes[lane].kind == .serial
  }

  /// What libdispatch would end the process for at the last external release of an object (Libdispatch.md
  /// 2.4, 2.6).
  public mutating func releaseCheck(_ object: ObjectID) -> Misuse {
    if object.kind == .semaphore {
      let state = semaphores[object.index]
      return state.value < state.original ? .semaphoreFreedBelowItsInitialValue : .none
    }
    let lane = laneIndex(object)
    if lane < 0 || hasNoSuspension(lane) { return .none }
    if lanes[lane].isInactive { return .releaseOfInactiveObject }
    if lanes[lane].suspendCount > 0 { return .releaseOfSuspendedObject }
    if object.kind == .source { return releaseCheck(ofSource: object.index) }
    // Only a sync keeps nothing of its queue.
    return lanes[lane].references == 0 && lanes[lane].firstFrame >= 0 ? .releaseOfLockedQueue : .none
  }

  private mutating func members(_ list: TaskList) -> [TaskID] {
    var found: [TaskID] = []
    var task = list.head
    while task >= 0 {
      found.append(TaskID(UInt32(task)))
      task = tasks[task].listNext
    }
    return found
  }

  private mutating func work(at lane: Int) -> [TaskID] {
    var found = members(lanes[lane].admitted) + members(lanes[lane].waiting)
    var child = lanes[lane].firstChild
    while child >= 0 {
      found += work(at: child)
      child = lanes[child].nextSibling
    }
    return found
  }
}
