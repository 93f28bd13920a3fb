// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Which happens-before edges operations make: those that Dispatch and pthread promise, and no other.
///
/// Each method fills `orderMarks` anew, for the calling task to put into effect at once. Called only where
/// a task looks at memory accesses; the marks change nothing in the world.
extension World {
  /// Ends of edges that must be there before the operation is performed: others may come behind it before
  /// the task continues.
  public mutating func markBefore(_ task: TaskID, _ operation: Operation) {
    orderMarks.removeAll(keepingCapacity: true)
    switch operation.kind.releases {
    case .block, .blockWithWait, .thread:
      orderMarks.append(SyncPoint(.taskStart, operation.other, releases: true))
    case .blockElsewhere:
      if operation.other != 0 { orderMarks.append(SyncPoint(.taskStart, operation.other, releases: true)) }
    case .registration:
      orderMarks.append(SyncPoint(.taskStart, operation.other, releases: true))
      core.tasks.at[Int(operation.other)].registeredWith = operation.object
    case .blockEnd: markEnd(task)
    case .syncEnd:
      // Still the owner of every lane: no task can come behind it too early.
      markLanes(ofFrame: core.tasks.at[Int(task.rawValue)].frame, releases: true)
    case .lock, .workItem, .barrier: markObject(operation.object, releases: true)
    case .readWriteLock:
      if readWriteLocks.writer(of: operation.object) == task {
        markObject(operation.object, releases: true)
      } else {
        orderMarks.append(SyncPoint(.lockShared, UInt32(operation.object.index), releases: true))
      }
    case .heldLock: markObject(ObjectID(rawValue: operation.other), releases: true)
    case .descriptors: orderMarks.append(SyncPoint(.descriptors, 0, releases: true))
    // Not before it is performed, or not at all: a signal of a condition orders nothing by itself.
    case .none, .arrival, .count, .condition, .lane, .cancelHandler: break
    }
  }

  /// Ends of edges of an operation that has just been performed with `result`.
  public mutating func markAfter(_ task: TaskID, _ operation: Operation, _ result: Int64) {
    orderMarks.removeAll(keepingCapacity: true)
    switch operation.kind.releases {
    case .count: markObject(operation.object, releases: true)
    case .lane: markLane(operation.object, .laneExclusive, releases: true)
    case .cancelHandler: markLane(operation.object, .sourceCancel, releases: true)
    case .none, .block, .blockWithWait, .blockElsewhere, .registration, .arrival, .thread, .blockEnd,
      .syncEnd, .lock, .readWriteLock, .heldLock, .workItem, .barrier, .condition, .descriptors:
      break
    }
    switch operation.kind.acquires {
    case .sync: markEntry(task, operation, isElsewhere: operation.other != 0)
    case .blockWithWait: markEntry(task, operation, isElsewhere: result != 0)
    case .event, .lock: if result == 0 { markObject(operation.object, releases: false) }
    case .writeLock:
      if result != 0 { return }
      markObject(operation.object, releases: false)
      orderMarks.append(SyncPoint(.lockShared, UInt32(operation.object.index), releases: false))
    case .barrier: markObject(operation.object, releases: false)
    case .threadEnd:
      if result != 0 { return }
      let thread = threads.task(of: operation.object)
      orderMarks.append(SyncPoint(.taskEnd, thread.rawValue, releases: false))
    case .heldLock: markObject(ObjectID(rawValue: operation.other), releases: false)
    case .handlers: markLane(operation.object, .laneExclusive, releases: false)
    case .descriptors: orderMarks.append(SyncPoint(.descriptors, 0, releases: false))
    // With the first instruction of the block, or with the call whose wait has ended.
    case .none, .submission, .delayedSubmission, .turn, .wake: break
    }
  }

  /// Ends of edges to the first instruction of a task.
  public mutating func markStart(_ task: TaskID) {
    orderMarks.removeAll(keepingCapacity: true)
    let index = Int(task.rawValue)
    if task == .body { orderMarks.append(SyncPoint(.run, 0, releases: false)) }
    orderMarks.append(SyncPoint(.taskStart, task.rawValue, releases: false))
    if core.tasks.at[index].kind == .notify, core.tasks.at[index].registeredWith != .none {
      markObject(core.tasks.at[index].registeredWith, releases: false)
    }
    if core.tasks.at[index].kind == .cancelHandler {
      orderMarks.append(SyncPoint(.sourceCancel, UInt32(core.tasks.at[index].lane), releases: false))
    }
    if core.tasks.at[index].source >= 0,
      sources.table.at[core.tasks.at[index].source].kind.rawValue >= SourceKind.read.rawValue
    {
      orderMarks.append(SyncPoint(.descriptors, 0, releases: false))
    }
    markLanes(ofFrame: core.tasks.at[index].frame, releases: false)
  }

  /// Ends of edges from the last instruction of a task; before its end is announced.
  public mutating func markEnd(_ task: TaskID) {
    orderMarks.removeAll(keepingCapacity: true)
    let index = Int(task.rawValue)
    markLanes(ofFrame: core.tasks.at[index].frame, releases: true)
    if core.tasks.at[index].group >= 0 {
      markObject(ObjectID(.group, core.tasks.at[index].group), releases: true)
    }
    orderMarks.append(SyncPoint(.taskEnd, task.rawValue, releases: true))
    orderMarks.append(SyncPoint(.run, 0, releases: true))
  }

  /// What the setting of a source's handler releases to the handler.
  public mutating func markHandler(_ source: ObjectID) {
    orderMarks.removeAll(keepingCapacity: true)
    markLane(source, .laneExclusive, releases: true)
    markLane(source, .sourceCancel, releases: true)
  }

  /// A synchronous call resumes the block, on the queue, or behind its end on another thread.
  private mutating func markEntry(_ task: TaskID, _ operation: Operation, isElsewhere: Bool) {
    if isElsewhere {
      orderMarks.append(SyncPoint(.taskEnd, operation.other, releases: false))
    } else {
      markLanes(ofFrame: core.tasks.at[Int(task.rawValue)].frame, releases: false)
    }
  }

  private mutating func markObject(_ object: ObjectID, releases: Bool) {
    orderMarks.append(SyncPoint(.object, object.rawValue, releases: releases))
  }

  private mutating func markLane(_ object: ObjectID, _ facet: SyncFacet, releases: Bool) {
    let lane = laneIndex(object)
    if lane >= 0 { orderMarks.append(SyncPoint(facet, UInt32(lane), releases: releases)) }
  }

  /// A block comes behind every block that it excludes, in its own lane and in those above it: behind all of
  /// them where it is alone there, behind those that were alone where it shares the lane.
  private mutating func markLanes(ofFrame frame: Int, releases: Bool) {
    if frame < 0 { return }
    let first = queues.frames.at[frame].lane
    var lane = first
    while lane >= 0 {
      if queues.lanes.at[lane].kind != .root {
        let isAlone =
          queues.lanes.at[lane].kind == .serial || (lane == first && queues.frames.at[frame].isBarrier)
        if releases {
          orderMarks.append(SyncPoint(isAlone ? .laneExclusive : .laneShared, UInt32(lane), releases: true))
        } else {
          orderMarks.append(SyncPoint(.laneExclusive, UInt32(lane), releases: false))
          if isAlone, queues.lanes.at[lane].kind == .concurrent {
            orderMarks.append(SyncPoint(.laneShared, UInt32(lane), releases: false))
          }
        }
      }
      lane = queues.lanes.at[lane].parent
    }
  }
}
