// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Queues as the owner of the world asks for them, by object.
extension World {
  /// The innermost queue or source of a task, or `.none` outside every block.
  public mutating func currentQueue(_ task: TaskID) -> ObjectID {
    let frame = core.tasks.at[Int(task.rawValue)].frame
    return frame < 0 ? .none : queues.lanes.at[queues.frames.at[frame].lane].object
  }

  /// Whether the task is on a queue as `dispatch_assert_queue` sees it: the queue of any of its frames, or
  /// a target of one; with `barrier` also alone there (Libdispatch.md 2.10).
  public mutating func isOn(_ task: TaskID, _ queue: ObjectID, barrier: Bool) -> Bool {
    let wanted = laneIndex(queue)
    if wanted < 0 { return false }
    var frame = core.tasks.at[Int(task.rawValue)].frame
    while frame >= 0 {
      var lane = queues.frames.at[frame].lane
      while lane >= 0 {
        if lane == wanted {
          return !barrier || queues.lanes.at[lane].kind == .serial
            || queues.lanes.at[lane].owner == Int(task.rawValue)
        }
        lane = queues.lanes.at[lane].target
      }
      frame = queues.frames.at[frame].outer
    }
    return false
  }

  /// The current queue and its targets, innermost first, where specifics are looked up: enclosing syncs do
  /// not count (Libdispatch.md 2.10).
  public mutating func frameQueues(_ task: TaskID) -> [ObjectID] {
    var found: [ObjectID] = []
    let frame = core.tasks.at[Int(task.rawValue)].frame
    var lane = frame < 0 ? -1 : queues.frames.at[frame].lane
    while lane >= 0 {
      found.append(queues.lanes.at[lane].object)
      lane = queues.lanes.at[lane].target
    }
    return found
  }

  /// The target of a queue or source, or `.none` for the default root.
  public mutating func target(of object: ObjectID) -> ObjectID {
    let lane = laneIndex(object)
    let target = lane < 0 ? -1 : queues.lanes.at[lane].target
    return target < 0 ? .none : queues.lanes.at[target].object
  }

  /// Whether blocks of this queue run on the virtual main thread only: the main queue and those that target
  /// it, until `dispatch_main`.
  public mutating func isServedByMainThread(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && queues.isServedByMainThread(lane)
  }

  /// Whether the main thread would find a block if a run loop asked it now.
  public var mainHasWork: Bool { mutating get { queues.mainCandidates(&core) > 0 } }

  /// A run loop serves the main queue; false in a nested call, which does nothing (Libdispatch.md 2.1 "a
  /// nested callback returns at once").
  public mutating func beginMainDrain() -> Bool {
    if queues.main.isDraining { return false }
    queues.main.isDraining = true
    queues.main.limit = queues.lastTicket
    return true
  }

  /// The run loop has what it asked for; blocks that came meanwhile wait for the next time.
  public mutating func endMainDrain() {
    queues.main.isDraining = false
    queues.main.limit = UInt64.max
    queues.main.mayHaveWork = true
  }

  /// Sets whether there may be new work for the main thread.
  public mutating func setMainMayHaveWork(_ mayHaveWork: Bool) { queues.main.mayHaveWork = mayHaveWork }

  /// Whether the main queue still belongs to the main thread, and not to a worker as after `dispatch_main`.
  public var isMainThreadBound: Bool { mutating get { queues.main.host == .bodyIsMain } }

  /// Whether blocks are in a queue's own list.
  public mutating func isWaitedFor(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && queues.lanes.at[lane].waitCount > 0
  }

  /// Makes a serial queue that has just been made a workloop (Libdispatch.md 3 "Queue type doesn't support
  /// dispatch_sync", "Waking up an inactive workloop"): it runs its blocks in order of submission.
  ///
  /// The library keeps a line for each quality of service, but on Linux, where it is built without
  /// `HAVE_PTHREAD_WORKQUEUE_QOS` (Libdispatch.md "Build configuration"), every block is given the same one,
  /// whatever it asks for: there is one line.
  public mutating func markWorkloop(_ queue: ObjectID) { queues.lanes.at[laneIndex(queue)].isWorkloop = true }

  /// Whether a queue is a workloop.
  public mutating func isWorkloop(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && queues.lanes.at[lane].isWorkloop
  }

  /// Says that a queue is the library's own: what it suspends on its own is no mistake of the program.
  public mutating func setInternal(_ queue: ObjectID) { queues.lanes.at[laneIndex(queue)].isInternal = true }

  /// The lane of a queue or source, -1 for anything else.
  mutating func laneIndex(_ object: ObjectID) -> Int {
    if object.isQueue { return queues.laneOfQueue.at[object.index] }
    if object.isSource { return sources.table.at[object.index].lane }
    return -1
  }
}
