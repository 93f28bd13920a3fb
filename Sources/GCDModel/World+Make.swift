// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Objects come in: each gets its stable id from its creator.
extension World {
  /// The main queue of the run.
  public var mainQueue: ObjectID { mutating get { ObjectID(.queue, 0) } }

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - target: The target queue; `.none` = the default root.
  ///   - inactive: Made with the initially-inactive attribute.
  ///   - immutableTarget: Made by `dispatch_queue_create_with_target`, as Swift always does
  ///     (Libdispatch.md fact 6).
  public mutating func makeQueue(
    serial: Bool, target: ObjectID, inactive: Bool, immutableTarget: Bool, creator: TaskID
  ) -> ObjectID {
    let isSerial = serial || core.plantedFault == .concurrencyLost
    let lane = queues.makeQueue(
      isSerial ? .serial : .concurrent, target: core.plantedFault == .targetIgnored ? -1 : laneIndex(target),
      stableID: core.nextStableID(of: .queue, creator: creator))
    queues.lanes.at[lane].isInactive = inactive
    queues.lanes.at[lane].isMutable = !immutableTarget
    return queues.lanes.at[lane].object
  }

  /// Makes a global queue: no exclusion, a root; its stable id is its number.
  ///
  /// - Parameters:
  ///   - overcommit: Its blocks do not wait for a free processor.
  ///   - cooperative: Its blocks are jobs of Swift tasks.
  public mutating func makeGlobalQueue(overcommit: Bool = false, cooperative: Bool = false) -> ObjectID {
    let number = UInt64(queues.laneOfQueue.count)
    let lane = queues.makeQueue(.root, target: -1, stableID: fold(0x676c_6f62_616c, number))
    queues.lanes.at[lane].isOvercommit = overcommit
    queues.lanes.at[lane].isCooperative = cooperative
    return queues.lanes.at[lane].object
  }

  /// Makes a source, inactive; of one that watches a descriptor or a signal the owner of the world raises the
  /// events.
  public mutating func makeSource(kind: SourceKind, target: ObjectID, creator: TaskID) -> ObjectID {
    sources.make(
      kind, target: laneIndex(target), stableID: core.nextStableID(of: .source, creator: creator), &queues)
  }

  /// Makes an empty group.
  public mutating func makeGroup(creator: TaskID) -> ObjectID {
    ObjectID(
      .group, groups.table.append(GroupState(stableID: core.nextStableID(of: .group, creator: creator))))
  }

  /// Makes a semaphore; `value` is not negative.
  ///
  /// - Parameter isCancellationPoint: It is a `sem_t`, whose waits end when their thread is cancelled.
  public mutating func makeSemaphore(
    value: Int, creator: TaskID, isCancellationPoint: Bool = false
  ) -> ObjectID {
    let state = SemaphoreState(
      value: value, isCancellationPoint: isCancellationPoint,
      stableID: core.nextStableID(of: .semaphore, creator: creator))
    return ObjectID(.semaphore, semaphores.table.append(state))
  }

  /// Makes a mutex.
  ///
  /// - Parameters:
  ///   - recursive: Its owner may take it again.
  ///   - checksOwner: Only its owner may unlock it (`PTHREAD_MUTEX_ERRORCHECK`).
  ///   - isRobust: It is free, and says so, when its owner's thread ends.
  public mutating func makeLock(
    recursive: Bool, checksOwner: Bool = false, isRobust: Bool = false, creator: TaskID
  ) -> ObjectID {
    if isRobust { locks.hasRobust = true }
    let state = LockState(
      isRecursive: recursive, checksOwner: checksOwner, robustness: isRobust ? .consistent : .none,
      stableID: core.nextStableID(of: .lock, creator: creator))
    return ObjectID(.lock, locks.table.append(state))
  }

  /// Makes a condition variable.
  public mutating func makeCondition(creator: TaskID) -> ObjectID {
    let state = ConditionState(stableID: core.nextStableID(of: .condition, creator: creator))
    return ObjectID(.condition, conditions.table.append(state))
  }

  /// Makes a once token.
  ///
  /// - Parameter hangsOnRecursion: A second entry by the task that runs the initialiser waits forever, as in
  ///   `swift_once`; otherwise libdispatch ends the process.
  public mutating func makeOnce(hangsOnRecursion: Bool, creator: TaskID) -> ObjectID {
    let state = OnceState(
      hangsOnRecursion: hangsOnRecursion, stableID: core.nextStableID(of: .once, creator: creator))
    return ObjectID(.once, onces.table.append(state))
  }

  /// Makes a futex word.
  public mutating func makeFutex(creator: TaskID) -> ObjectID {
    let state = FutexState(stableID: core.nextStableID(of: .futex, creator: creator))
    return ObjectID(.futex, futexes.table.append(state))
  }

  /// Makes a read-write lock.
  ///
  /// - Parameters:
  ///   - prefersWriters: Readers that come stay behind a writer that waits.
  ///   - isMadeInRun: False for one that is met for the first time: it may be taken already.
  public mutating func makeReadWriteLock(
    prefersWriters: Bool, isMadeInRun: Bool = false, creator: TaskID
  ) -> ObjectID {
    let state = ReadWriteLockState(
      isMadeInRun: isMadeInRun, prefersWriters: prefersWriters,
      stableID: core.nextStableID(of: .readWriteLock, creator: creator))
    return ObjectID(.readWriteLock, readWriteLocks.table.append(state))
  }

  /// Makes a barrier for `count` tasks at a time; `count` is positive.
  public mutating func makeBarrier(count: Int, creator: TaskID) -> ObjectID {
    let state = BarrierState(count: count, stableID: core.nextStableID(of: .barrier, creator: creator))
    return ObjectID(.barrier, barriers.table.append(state))
  }

  /// Makes a work item that has not run.
  public mutating func makeWorkItem(creator: TaskID) -> ObjectID {
    workItems.make(stableID: core.nextStableID(of: .workItem, creator: creator), &groups)
  }

  /// Makes a variable of a scenario file: reads and writes of it are scheduling points and nothing else.
  public mutating func makeVariable(creator: TaskID) -> ObjectID {
    ObjectID(.variable, variables.append(core.nextStableID(of: .variable, creator: creator)))
  }

  /// Makes an actor: hops to it and from it are scheduling points.
  public mutating func makeActor(creator: TaskID) -> ObjectID {
    ObjectID(.actor, actors.append(core.nextStableID(of: .actor, creator: creator)))
  }

  /// Makes a Swift task, as far as others resume or cancel it.
  ///
  /// - Parameter maker: The Swift task that makes it, which may have come to another worker since; `.none` =
  ///   none is known, and it is named after `creator`.
  public mutating func makeSwiftTask(creator: TaskID, maker: ObjectID) -> ObjectID {
    var state = SwiftTaskState(stableID: 0)
    if maker == .none {
      state.stableID = core.nextStableID(of: .swiftTask, creator: creator)
    } else {
      let number = swiftTasks.at[maker.index].made &+ 1
      swiftTasks.at[maker.index].made = number
      state.stableID = fold(swiftTasks.at[maker.index].stableID, UInt64(number))
    }
    return ObjectID(.swiftTask, swiftTasks.append(state))
  }

  /// Makes a descriptor that is waited for.
  public mutating func makeDescriptor(creator: TaskID) -> ObjectID {
    ObjectID(.descriptor, descriptors.append(core.nextStableID(of: .descriptor, creator: creator)))
  }

  /// Makes a file that is known by its name.
  public mutating func makeNamedFile(creator: TaskID) -> ObjectID {
    namedFiles += 1
    return makeDescriptor(creator: creator)
  }

  /// Makes a thread that does not run before `createThread` with its task has been performed.
  public mutating func makeThread(creator: TaskID, isDetached: Bool) -> ObjectID {
    let task = core.makeTask(kind: .thread, creator: creator)
    return threads.make(
      of: task, isDetached: isDetached, stableID: core.nextStableID(of: .thread, creator: creator), &core)
  }

  /// Lets others join a task that is no thread of its own making: the body.
  public mutating func makeThread(of task: TaskID) -> ObjectID {
    threads.make(
      of: Int(task.rawValue), isDetached: false, stableID: core.nextStableID(of: .thread, creator: task),
      &core)
  }

  /// The stable id of an object, equal in every run that makes it at the same place.
  @inlinable
  public mutating func stableID(of object: ObjectID) -> UInt64 {
    // The commonest first.
    if object.isSemaphore { return semaphores.table.at[object.index].stableID }
    if object.isQueue { return queues.lanes.at[queues.laneOfQueue.at[object.index]].stableID }
    return stableID(ofLessCommon: object)
  }

  @usableFromInline
  mutating func stableID(ofLessCommon object: ObjectID) -> UInt64 {
    let index = object.index
    if object.isLock { return locks.table.at[index].stableID }
    switch object.kind {
    case .none: return 0
    case .queue: return queues.lanes.at[queues.laneOfQueue.at[index]].stableID
    case .group: return groups.table.at[index].stableID
    case .semaphore: return semaphores.table.at[index].stableID
    case .lock: return locks.table.at[index].stableID
    case .condition: return conditions.table.at[index].stableID
    case .once: return onces.table.at[index].stableID
    case .source: return sources.table.at[index].stableID
    case .variable: return variables.at[index]
    case .futex: return futexes.table.at[index].stableID
    case .descriptor: return descriptors.at[index]
    case .workItem: return workItems.table.at[index].stableID
    case .readWriteLock: return readWriteLocks.table.at[index].stableID
    case .barrier: return barriers.table.at[index].stableID
    case .thread: return threads.table.at[index].stableID
    case .actor: return actors.at[index]
    case .swiftTask: return swiftTasks.at[index].stableID
    }
  }
}
