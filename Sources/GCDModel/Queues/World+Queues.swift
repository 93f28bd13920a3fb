// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

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
    let stable = nextStableID(of: .queue, creator: creator)
    let isSerial = serial || plantedFault == .concurrencyLost
    let parent = plantedFault == .targetIgnored ? -1 : laneIndex(target)
    let lane = appendQueue(kind: isSerial ? .serial : .concurrent, target: parent, stableID: stable)
    lanes[lane].isInactive = inactive
    lanes[lane].isMutable = !immutableTarget
    return lanes[lane].object
  }

  /// Makes a global queue: no exclusion, a root; its stable id is its number.
  public mutating func makeGlobalQueue(overcommit: Bool = false) -> ObjectID {
    let lane = appendQueue(kind: .root, target: -1, stableID: fold(0x676c_6f62_616c, UInt64(queueCount)))
    lanes[lane].isOvercommit = overcommit
    return lanes[lane].object
  }

  /// The stable id of an object, equal in every run that makes it at the same place.
  @inlinable
  public mutating func stableID(of object: ObjectID) -> UInt64 {
    // The commonest first.
    if object.isSemaphore { return semaphores[object.index].stableID }
    if object.isQueue { return lanes[queueLanes[object.index]].stableID }
    return stableID(ofLessCommon: object)
  }

  @usableFromInline
  mutating func stableID(ofLessCommon object: ObjectID) -> UInt64 {
    let index = object.index
    if object.isLock { return locks[index].stableID }
    switch object.kind {
    case .none: return 0
    case .queue: return lanes[queueLanes[index]].stableID
    case .group: return groups[index].stableID
    case .semaphore: return semaphores[index].stableID
    case .lock: return locks[index].stableID
    case .condition: return conditions[index].stableID
    case .once: return onces[index].stableID
    case .source: return sources[index].stableID
    case .variable: return variables[index]
    case .futex: return futexes[index].stableID
    case .descriptor: return descriptors[index]
    case .workItem: return workItems[index].stableID
    case .readWriteLock: return readWriteLocks[index].stableID
    case .barrier: return barriers[index].stableID
    case .thread: return threads[index].stableID
    }
  }

  /// Says that a queue is the library's own: what it suspends on its own is no mistake of the program.
  public mutating func setInternal(_ queue: ObjectID) { lanes[laneIndex(queue)].isInternal = true }

  mutating func makeMainQueue() {
    let lane = appendQueue(kind: .serial, target: -1, stableID: fold(0x6d61_696e, 0))
    lanes[lane].isMain = true
  }

  private mutating func appendQueue(kind: LaneKind, target: Int, stableID: UInt64) -> Int {
    let index = queueCount
    if index == queueCapacity {
      moveTable(&queueLanes, used: index, to: queueCapacity * 2)
      queueCapacity *= 2
    }
    queueCount = index + 1
    let lane = appendLane(kind: kind, target: target, object: ObjectID(.queue, index), stableID: stableID)
    queueLanes[index] = lane
    return lane
  }

  mutating func appendLane(kind: LaneKind, target: Int, object: ObjectID, stableID: UInt64) -> Int {
    let index = laneCount
    if index == laneCapacity {
      moveTable(&lanes, used: index, to: laneCapacity * 2)
      laneCapacity *= 2
    }
    laneCount = index + 1
    (lanes + index).initialize(
      to: LaneState(
        kind: kind, isInternal: false, isMain: false, isWorkloop: false, isInactive: false, isMutable: false,
        isTargeted: false,
        isOrdered: kind == .serial, isActive: false, hasTicket: false, target: -1, parent: -1, source: -1,
        references: 0, isReleased: false, suspendCount: 0, owner: -1, readers: 0, waiting: TaskList(),
        waitCount: 0, firstExclusive: -1,
        admitted: TaskList(), admittedCount: 0, ticket: 0, passed: -1, activeChild: -1, activePrevious: -1,
        activeNext: -1, firstChild: -1, nextSibling: -1, firstFrame: -1, object: object, stableID: stableID))
    attach(index, to: target)
    return index
  }

  /// Hangs a lane below its target; the lane must not hang anywhere and must be idle.
  mutating func attach(_ lane: Int, to target: Int) {
    lanes[lane].target = target
    lanes[lane].parent = -1
    if target >= 0 {
      lanes[target].isTargeted = true
      lanes[target].references += 1
      if lanes[target].kind != .root {
        lanes[lane].parent = target
        hasNestedLanes = true
        lanes[lane].nextSibling = lanes[target].firstChild
        lanes[target].firstChild = lane
      }
    }
    refreshOrder(lane)
  }

  /// Recomputes `isOrdered` and `chain` of a lane and all below it: whether a serial lane is in its
  /// chain, and which is the last.
  mutating func refreshOrder(_ lane: Int) {
    let parent = lanes[lane].parent
    lanes[lane].isOrdered = lanes[lane].kind == .serial || (parent >= 0 && lanes[parent].isOrdered)
    if parent >= 0 && lanes[parent].chain != 0 {
      lanes[lane].chain = lanes[parent].chain
    } else {
      lanes[lane].chain = lanes[lane].kind == .serial ? lanes[lane].object.rawValue : 0
    }
    var child = lanes[lane].firstChild
    while child >= 0 {
      refreshOrder(child)
      child = lanes[child].nextSibling
    }
  }

  /// The lane of a queue or source, -1 for anything else.
  mutating func laneIndex(_ object: ObjectID) -> Int {
    if object.isQueue { return queueLanes[object.index] }
    if object.isSource { return sources[object.index].lane }
    return -1
  }
}
