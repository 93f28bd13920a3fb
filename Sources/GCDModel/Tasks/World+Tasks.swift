// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Makes the body of the run, running; call once per run, before anything else.
  public mutating func makeBody(mainQueueHost: MainQueueHost) -> TaskID {
    mainHost = mainQueueHost
    let body = appendTask(kind: .body, creator: .clock)
    tasks[body].phase = .running
    enable(body)
    if mainQueueHost != .served {
      isMainServed = false
      lanes[0].owner = body
      pushFrame(task: body, lane: 0, barrier: false, sync: false, reached: -1)
    }
    if mainQueueHost == .bodyOnMainQueue {
      tasks[body].slot = .overcommit
      pools[Int(PoolSort.overcommit.rawValue)].slotsTaken += 1
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
    let item = appendTask(kind: kind, creator: creator)
    let lane = laneIndex(queue)
    tasks[item].lane = lane
    if lane >= 0 { lanes[lane].references += 1 }
    tasks[item].isBarrier = barrier
    if group.rawValue != 0 { tasks[item].group = group.index }
    return TaskID(UInt32(item))
  }

  /// The item is seen at work by nothing but those behind it in its queue, which goes through whatever it is
  /// given. `key` is not 0; of two such items one sees the other if their keys have a bit in common next to
  /// the last one.
  public mutating func setPrivate(_ item: TaskID, key: UInt64) { tasks[Int(item.rawValue)].privacy = key }

  /// Makes a thread of its own, running; it ends with an announced `OperationKind.end`.
  public mutating func makeThread(creator: TaskID) -> TaskID {
    let thread = appendTask(kind: .thread, creator: creator)
    tasks[thread].phase = .running
    enable(thread)
    return TaskID(UInt32(thread))
  }

  /// An id that is the same in every run in which the task is made by the same creator as its nth of a kind.
  @inlinable
  public mutating func stableID(_ task: TaskID) -> UInt64 { tasks[Int(task.rawValue)].stableID }

  @inlinable
  public mutating func kind(of task: TaskID) -> TaskKind { tasks[Int(task.rawValue)].kind }

  /// Whether the task occupies a worker of the pool: blocks that the main thread serves do not.
  @inlinable
  public mutating func holdsWorker(_ task: TaskID) -> Bool { tasks[Int(task.rawValue)].slot != .none }

  public mutating func phase(of task: TaskID) -> TaskPhase { tasks[Int(task.rawValue)].phase }

  public mutating func creator(of task: TaskID) -> TaskID { tasks[Int(task.rawValue)].creator }

  /// What the task has announced and not performed; after a blocked outcome, what it waits for.
  @inlinable
  public mutating func pendingOperation(of task: TaskID) -> Operation { tasks[Int(task.rawValue)].pending }

  /// The source whose handler the task is, or `.none`.
  public mutating func source(of task: TaskID) -> ObjectID {
    let source = tasks[Int(task.rawValue)].source
    return source < 0 ? .none : ObjectID(.source, source)
  }

  /// The queue or source an item belongs to, or `.none`.
  @inlinable
  public mutating func queue(of item: TaskID) -> ObjectID {
    let lane = tasks[Int(item.rawValue)].lane
    return lane < 0 ? .none : lanes[lane].object
  }

  /// How many tasks this run has made, the clock included; ids below this number are valid.
  public var taskTotal: Int { @inlinable mutating get { taskCount } }

  mutating func makeClock() {
    let clock = appendTask(kind: .clock, creator: .none)
    tasks[clock].pending = Operation(.timePasses)
    tasks[clock].phase = .running
    tasks[clock].older = clock
    tasks[clock].younger = clock
    tasksAlive = 0
  }

  mutating func appendTask(kind: TaskKind, creator: TaskID) -> Int {
    let index = taskCount
    if index == taskCapacity { growTasks() }
    taskCount = index + 1
    tasksAlive += 1
    var stable: UInt64 = 0
    if creator.rawValue != UInt32.max {
      stable = nextStableID(slot: kind.creationSlot, creator: Int(creator.rawValue))
    }
    (creationCounters + index * creationSlots).initialize(repeating: 0, count: creationSlots)
    (tasks + index).initialize(
      to: TaskState(
        pending: Operation(.none), stableID: stable, deadline: UInt64.max, heapIndex: -1, enabledIndex: -1,
        older: -1, younger: -1, listPrevious: -1, listNext: -1, ticket: 0, lane: -1, waitLane: -1, group: -1,
        source: -1, workItem: -1, thread: -1, frame: -1, passed: -1, partner: -1, waitResult: 0,
        creator: creator, tieOwner: -1, tieEpoch: 0,
        epoch: 0, hasSetDeadline: false, ownArrivals: TaskList(),
        kind: kind, phase: .unsubmitted, list: .none, isBarrier: false, isExclusive: false,
        cameFromList: false,
        waitsForPool: .none, slot: .none, isDue: false, isInternal: false))
    return index
  }

  /// The id of the next object of a kind that `creator` makes.
  mutating func nextStableID(of kind: ObjectKind, creator: TaskID) -> UInt64 {
    nextStableID(slot: kind.creationSlot, creator: Int(creator.rawValue))
  }

  private mutating func nextStableID(slot: Int, creator: Int) -> UInt64 {
    let counter = creationCounters + (creator * creationSlots + slot)
    let count = counter.pointee
    counter.pointee = count &+ 1
    return fold(fold(tasks[creator].stableID, UInt64(slot) &+ 1), UInt64(count) &+ 1)
  }

  mutating func growTasks() {
    let capacity = taskCapacity * 2
    moveTable(&tasks, used: taskCount, to: capacity)
    moveTable(&creationCounters, used: taskCount * creationSlots, to: capacity * creationSlots)
    moveTable(&enabled, used: enabledCount, to: capacity)
    taskCapacity = capacity
  }
}
