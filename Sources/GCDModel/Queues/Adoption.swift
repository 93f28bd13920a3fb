// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Objects from outside the run are taken over with the state that they really have, before their first
/// operation.
extension World {
  /// Counts one suspension that an adopted queue had before the run.
  public mutating func adoptSuspension(_ queue: ObjectID) {
    let lane = laneIndex(queue)
    if lane >= 0 { lanes[lane].suspendCount += 1 }
  }

  /// Gives an adopted semaphore the value that it had before the run.
  public mutating func adoptValue(_ semaphore: ObjectID, _ value: Int) {
    semaphores[semaphore.index].value = value
  }

  /// Whether the object is a timer source.
  public mutating func isTimer(_ source: ObjectID) -> Bool {
    source.kind == .source && sources[source.index].kind == .timer
  }

  /// The tasks that have begun and not ended.
  public var unfinishedTasks: [TaskID] {
    mutating get {
      var unfinished: [TaskID] = []
      for task in 1..<taskCount where tasks[task].phase == .running {
        unfinished.append(TaskID(UInt32(task)))
      }
      return unfinished
    }
  }

  /// The pools that the run began with, as the raw value of a `PoolLimit`.
  public var width: Int { mutating get { poolLimit.rawValue } }

  /// The value that a semaphore was made with.
  public mutating func originalValue(ofSemaphore semaphore: ObjectID) -> Int {
    semaphores[semaphore.index].original
  }

  /// All changes of counts so far, in order; empty unless the run records them.
  public var ledgerEntries: [LedgerEntry] { mutating get { ledger } }

  /// The innermost queue that a task holds: of a sync that still waits, the queue around it.
  public mutating func innermostHeldQueue(_ task: TaskID) -> ObjectID {
    var frame = tasks[Int(task.rawValue)].frame
    while frame >= 0, frames[frame].isSync, frames[frame].reached == frames[frame].lane {
      frame = frames[frame].outer
    }
    return frame < 0 ? .none : lanes[frames[frame].lane].object
  }
}
