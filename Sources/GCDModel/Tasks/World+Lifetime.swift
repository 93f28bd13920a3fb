// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Objects from outside the run are adopted with the state that they really have, before their first
/// operation. An object ends (Libdispatch.md 2.4) when the last reference of the program and what the library
/// keeps for itself are gone; then the owner of the real object hears of it, once.
extension World {
  /// Counts one suspension that an adopted queue had before the run.
  public mutating func adoptSuspension(_ queue: ObjectID) {
    let lane = laneIndex(queue)
    if lane >= 0 { queues.lanes.at[lane].suspendCount += 1 }
  }

  /// Gives an adopted semaphore the value that it had before the run.
  public mutating func adoptValue(_ semaphore: ObjectID, _ value: Int) {
    semaphores.table.at[semaphore.index].value = value
  }

  /// The tasks that have begun and not ended.
  public var unfinishedTasks: [TaskID] {
    mutating get {
      var unfinished: [TaskID] = []
      for task in 1..<core.tasks.count where core.tasks.at[task].phase == .running {
        unfinished.append(TaskID(UInt32(task)))
      }
      return unfinished
    }
  }

  /// The innermost queue that a task holds: of a sync that still waits, the queue around it.
  public mutating func innermostHeldQueue(_ task: TaskID) -> ObjectID {
    var frame = core.tasks.at[Int(task.rawValue)].frame
    while frame >= 0, queues.frames.at[frame].isSync,
      queues.frames.at[frame].reached == queues.frames.at[frame].lane
    {
      frame = queues.frames.at[frame].outer
    }
    return frame < 0 ? .none : queues.lanes.at[queues.frames.at[frame].lane].object
  }

  /// The program has given up its last reference to an object.
  public mutating func releaseExternally(_ object: ObjectID) {
    switch object.kind {
    case .queue, .source:
      let lane = laneIndex(object)
      // Global and main queues never go.
      if queues.hasNoSuspension(lane) && queues.lanes.at[lane].source < 0 { return }
      queues.lanes.at[lane].isReleased = true
      if queues.lanes.at[lane].references == 0 { core.expire(object) }
    case .group:
      groups.table.at[object.index].isReleased = true
      if groups.table.at[object.index].count == 0 { core.expire(object) }
    case .semaphore:
      core.expire(object)
    default:
      break
    }
  }

  /// The object that expired first and has not been taken, or `.none`.
  public mutating func takeExpired() -> ObjectID {
    if core.expired.count == 0 { return .none }
    let object = core.expired.at[0]
    core.expired.count -= 1
    core.expired.at.update(from: core.expired.at + 1, count: core.expired.count)
    return object
  }

  /// An expired object gives back its target, once its finalizer has been submitted there.
  public mutating func bury(_ object: ObjectID) {
    let lane = laneIndex(object)
    if lane >= 0 && queues.lanes.at[lane].target >= 0 {
      queues.dropReference(to: queues.lanes.at[lane].target, &core)
    }
  }

  /// Makes and submits what the library itself has to run for an object that goes: a finalizer, or the
  /// destructor of a queue-specific value.
  ///
  /// - Parameter ordinal: Tells several of one object apart.
  public mutating func submitFinalizer(of object: ObjectID, on queue: ObjectID, ordinal: UInt64) -> TaskID {
    let task = makeItem(creator: .clock, kind: .finalizer, queue: queue, barrier: false, group: .none)
    core.tasks.at[Int(task.rawValue)].stableID = fold(
      fold(stableID(of: object), UInt64(TaskKind.finalizer.rawValue)), ordinal)
    queues.submit(Int(task.rawValue), &core)
    core.refreshClock()
    return task
  }
}
