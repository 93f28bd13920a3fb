// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// A digest of the present state: equal for two histories that can only continue alike. For searches that
  /// must not visit a state twice; a walk over all tables, not for every step.
  public mutating func stateDigest() -> UInt64 {
    var sum: UInt64 = 0
    var index = 1
    while index < taskCount {
      if tasks[index].phase != .unsubmitted { sum &+= taskDigest(index) }
      index += 1
    }
    index = 0
    while index < laneCount {
      sum &+= laneDigest(index)
      index += 1
    }
    index = 0
    while index < groupCount {
      let state = groups[index]
      sum &+= fold(fold(state.stableID, UInt64(state.count)), listDigest(state.notifies))
      index += 1
    }
    index = 0
    while index < semaphoreCount {
      sum &+= fold(semaphores[index].stableID, UInt64(semaphores[index].value))
      index += 1
    }
    index = 0
    while index < workItemCount {
      sum &+= itemDigest(index)
      index += 1
    }
    return fold(fold(sum, now), UInt64(addedWorkers))
  }

  private mutating func itemDigest(_ index: Int) -> UInt64 {
    let state = workItems[index]
    var hash = fold(state.stableID, UInt64(state.runs) &* 64 &+ UInt64(state.runners))
    for flag in [
      state.isCancelled, state.isWaitedFor, state.wasWaitedFor, state.ranInPlace, state.isOnQueue,
    ] { hash = fold(hash, flag ? 1 : 2) }
    return hash
  }

  private mutating func taskDigest(_ index: Int) -> UInt64 {
    let state = tasks[index]
    var hash = fold(state.stableID, UInt64(state.phase.rawValue))
    hash = fold(hash, UInt64(state.pending.kind.rawValue))
    hash = fold(hash, state.pending.argument)
    hash = fold(hash, UInt64(state.list.rawValue))
    hash = fold(hash, UInt64(bitPattern: Int64(state.waitLane)))
    hash = fold(hash, UInt64(bitPattern: Int64(state.passed)))
    hash = fold(hash, UInt64(bitPattern: state.waitResult))
    var frame = state.frame
    while frame >= 0 {
      hash = fold(hash, UInt64(frames[frame].lane))
      hash = fold(hash, UInt64(bitPattern: Int64(frames[frame].reached)))
      frame = frames[frame].outer
    }
    return hash
  }

  private mutating func laneDigest(_ index: Int) -> UInt64 {
    let state = lanes[index]
    var hash = fold(state.stableID, UInt64(state.suspendCount))
    hash = fold(hash, state.owner < 0 ? 0 : tasks[state.owner].stableID)
    hash = fold(hash, UInt64(state.readers) &* 2 &+ (state.isInactive ? 1 : 0))
    hash = fold(hash, listDigest(state.waiting))
    hash = fold(hash, listDigest(state.admitted))
    hash = fold(hash, UInt64(bitPattern: Int64(state.passed)))
    if state.parent < 0 { return hash }
    return fold(hash, state.hasTicket ? state.ticket : 0)
  }

  private mutating func listDigest(_ list: TaskList) -> UInt64 {
    var hash: UInt64 = 0
    var task = list.head
    while task >= 0 {
      hash = fold(hash, tasks[task].stableID)
      task = tasks[task].listNext
    }
    return hash
  }
}
