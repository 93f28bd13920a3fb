// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Makes the body of the run, running; call once per run, before anything else.
  public mutating func makeBody(mainQueueHost: MainQueueHost) -> TaskID {
    queues.main.host = mainQueueHost
    let body = core.makeTask(kind: .body, creator: .clock)
    core.tasks.at[body].phase = .running
    core.enable(body)
    if mainQueueHost != .served {
      queues.main.isServed = false
      queues.lanes.at[0].owner = body
      queues.pushFrame(task: body, lane: 0, barrier: false, sync: false, reached: -1, &core)
    }
    if mainQueueHost == .bodyOnMainQueue {
      core.tasks.at[body].slot = .overcommit
      core.pools.at[Int(PoolSort.overcommit.rawValue)].slotsTaken += 1
    }
    return TaskID(UInt32(body))
  }

  /// Makes a block that has not been submitted.
  ///
  /// - Parameters:
  ///   - queue: The queue it will be submitted to (or a source, for its handlers).
  ///   - barrier: Whether it excludes other blocks of a concurrent queue.
  ///   - group: The group that is left when it ends, or `.none`; entering is the submitter's own operation.
  public mutating func makeItem(
    creator: TaskID, kind: TaskKind, queue: ObjectID, barrier: Bool, group: ObjectID
  ) -> TaskID {
    let item = queues.makeItem(
      creator: creator, kind: kind, lane: laneIndex(queue), isBarrier: barrier,
      group: group.rawValue == 0 ? -1 : group.index, &core)
    return TaskID(UInt32(item))
  }

  /// The item is seen at work by nothing but those behind it in its queue, which goes through whatever it is
  /// given. `key` is not 0; of two such items one sees the other if their keys have a bit in common next to
  /// the last one.
  public mutating func setPrivate(_ item: TaskID, key: UInt64) {
    core.tasks.at[Int(item.rawValue)].privacy = key
  }

  /// Makes a thread of its own, running; it ends with an announced `OperationKind.end`.
  public mutating func makeThread(creator: TaskID) -> TaskID {
    let thread = core.makeTask(kind: .thread, creator: creator)
    core.tasks.at[thread].phase = .running
    core.enable(thread)
    return TaskID(UInt32(thread))
  }

  /// An id that is the same in every run in which the task is made by the same creator as its nth of a kind.
  @inlinable
  public mutating func stableID(_ task: TaskID) -> UInt64 { core.tasks.at[Int(task.rawValue)].stableID }

  @inlinable
  public mutating func kind(of task: TaskID) -> TaskKind { core.tasks.at[Int(task.rawValue)].kind }

  /// Whether the task occupies a worker of the pool: blocks that the main thread serves do not.
  @inlinable
  public mutating func holdsWorker(_ task: TaskID) -> Bool { core.tasks.at[Int(task.rawValue)].slot != .none }

  public mutating func phase(of task: TaskID) -> TaskPhase { core.tasks.at[Int(task.rawValue)].phase }

  public mutating func creator(of task: TaskID) -> TaskID { core.tasks.at[Int(task.rawValue)].creator }

  /// What the task has announced and not performed; after a blocked outcome, what it waits for.
  @inlinable
  public mutating func pendingOperation(of task: TaskID) -> Operation {
    core.tasks.at[Int(task.rawValue)].pending
  }

  /// The source whose handler the task is, or `.none`.
  public mutating func source(of task: TaskID) -> ObjectID {
    let source = core.tasks.at[Int(task.rawValue)].source
    return source < 0 ? .none : ObjectID(.source, source)
  }

  /// The queue or source an item belongs to, or `.none`.
  @inlinable
  public mutating func queue(of item: TaskID) -> ObjectID {
    let lane = core.tasks.at[Int(item.rawValue)].lane
    return lane < 0 ? .none : queues.lanes.at[lane].object
  }

  /// How many tasks this run has made, the clock included; ids below this number are valid.
  public var taskTotal: Int { @inlinable mutating get { core.tasks.count } }
}
