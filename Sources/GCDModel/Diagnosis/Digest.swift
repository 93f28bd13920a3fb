// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// A digest of the present state: equal for two histories that can only continue alike. For searches that
  /// must not visit a state twice; a walk over all tables, not for every step.
  public mutating func stateDigest() -> UInt64 {
    var sum: UInt64 = 0
    var index = 1
    while index < core.tasks.count {
      if core.tasks.at[index].phase != .unsubmitted { sum &+= taskDigest(index) }
      index += 1
    }
    index = 0
    while index < queues.lanes.count {
      sum &+= laneDigest(index)
      index += 1
    }
    index = 0
    while index < groups.table.count {
      let state = groups.table.at[index]
      sum &+= fold(fold(state.stableID, UInt64(state.count)), listDigest(state.notifies))
      index += 1
    }
    index = 0
    while index < semaphores.table.count {
      sum &+= fold(semaphores.table.at[index].stableID, UInt64(semaphores.table.at[index].value))
      index += 1
    }
    index = 0
    while index < workItems.table.count {
      sum &+= itemDigest(index)
      index += 1
    }
    return fold(fold(sum, core.clock.now), UInt64(core.pools.added))
  }

  private mutating func itemDigest(_ index: Int) -> UInt64 {
    let state = workItems.table.at[index]
    var hash = fold(state.stableID, UInt64(state.runs) &* 64 &+ UInt64(state.runners))
    for flag in [
      state.isCancelled, state.isWaitedFor, state.wasWaitedFor, state.ranInPlace, state.isOnQueue,
    ] { hash = fold(hash, flag ? 1 : 2) }
    return hash
  }

  private mutating func taskDigest(_ index: Int) -> UInt64 {
    let state = core.tasks.at[index]
    var hash = fold(state.stableID, UInt64(state.phase.rawValue))
    hash = fold(hash, UInt64(state.pending.kind.rawValue))
    hash = fold(hash, state.pending.argument)
    hash = fold(hash, UInt64(state.list.rawValue))
    hash = fold(hash, UInt64(bitPattern: Int64(state.waitLane)))
    hash = fold(hash, UInt64(bitPattern: Int64(state.passed)))
    hash = fold(hash, UInt64(bitPattern: state.waitResult))
    var frame = state.frame
    while frame >= 0 {
      hash = fold(hash, UInt64(queues.frames.at[frame].lane))
      hash = fold(hash, UInt64(bitPattern: Int64(queues.frames.at[frame].reached)))
      frame = queues.frames.at[frame].outer
    }
    return hash
  }

  private mutating func laneDigest(_ index: Int) -> UInt64 {
    let state = queues.lanes.at[index]
    var hash = fold(state.stableID, UInt64(state.suspendCount))
    hash = fold(hash, state.owner < 0 ? 0 : core.tasks.at[state.owner].stableID)
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
      hash = fold(hash, core.tasks.at[task].stableID)
      task = core.tasks.at[task].listNext
    }
    return hash
  }
}
