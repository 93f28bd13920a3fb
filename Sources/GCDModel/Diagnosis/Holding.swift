// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A queue that a block takes, alone or with others.
public struct QueueHold: Sendable, Equatable {
  public var queue: ObjectID
  /// Other blocks may hold it at the same time.
  public var isShared: Bool
}

/// What blocks and syncs hold, asked when a run is over.
extension World {
  /// The queues that a block of `queue` holds while it runs: its own and those of the chain of targets, the
  /// global ones left out, which exclude nothing.
  public mutating func holds(ofBlockOn queue: ObjectID, isBarrier: Bool) -> [QueueHold] {
    var holds: [QueueHold] = []
    let first = laneIndex(queue)
    var lane = first
    while lane >= 0, queues.lanes.at[lane].kind != .root {
      let isAlone = queues.lanes.at[lane].kind == .serial || (lane == first && isBarrier)
      holds.append(QueueHold(queue: queues.lanes.at[lane].object, isShared: !isAlone))
      lane = queues.lanes.at[lane].parent
    }
    return holds
  }

  /// Whether an item was submitted as a barrier.
  public mutating func isBarrier(_ item: TaskID) -> Bool { core.tasks.at[Int(item.rawValue)].isBarrier }

  /// The group that is left when a task ends, or `.none`.
  public mutating func group(of task: TaskID) -> ObjectID {
    let group = core.tasks.at[Int(task.rawValue)].group
    return group < 0 ? .none : ObjectID(.group, group)
  }
}
