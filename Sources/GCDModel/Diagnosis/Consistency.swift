// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Whether the incremental state is what a computation from scratch gives: the enabled set, the numbers of
  /// readers, the lengths of the lists. Walks over everything; for tests.
  public mutating func isConsistent() -> Bool {
    if !core.isConsistent() { return false }
    let hash = core.enabledHash
    var lane = 0
    while lane < queues.lanes.count {
      if queues.lanes.at[lane].parent < 0 { queues.refreshSubtree(lane, &core) }
      if !isConsistent(lane) { return false }
      lane += 1
    }
    return hash == core.enabledHash
  }

  private mutating func isConsistent(_ lane: Int) -> Bool {
    let state = queues.lanes.at[lane]
    if state.kind == .root { return state.waitCount == 0 && state.readers == 0 && state.owner < 0 }
    if state.owner >= 0 && state.readers > 0 { return false }
    var waiting = 0
    var first = -1
    var task = state.waiting.head
    while task >= 0 {
      waiting += 1
      if first < 0 && core.tasks.at[task].isExclusive { first = task }
      task = core.tasks.at[task].listNext
    }
    if waiting != state.waitCount || (state.kind == .concurrent && first != state.firstExclusive) {
      return false
    }
    var admitted = 0
    task = state.admitted.head
    while task >= 0 {
      admitted += 1
      task = core.tasks.at[task].listNext
    }
    if admitted != state.admittedCount { return false }
    let hasWork = waiting + admitted > 0 || state.activeChild >= 0
    if state.parent >= 0 && hasWork != state.isActive { return false }
    return state.owner >= 0 || readerHolds(lane, below: lane) == state.readers
  }

  /// How often frames of a lane and of all lanes below it hold `lane`.
  private mutating func readerHolds(_ lane: Int, below level: Int) -> Int {
    var count = 0
    var frame = queues.lanes.at[level].firstFrame
    while frame >= 0 {
      if queues.holds(frame, lane) { count += 1 }
      frame = queues.frames.at[frame].laneNext
    }
    var child = queues.lanes.at[level].firstChild
    while child >= 0 {
      count += readerHolds(lane, below: child)
      child = queues.lanes.at[child].nextSibling
    }
    return count
  }
}

extension Core {
  /// Whether the enabled set is one set: as an array, as a ring by age and as a sum; and the wave is where it
  /// is to be.
  fileprivate mutating func isConsistent() -> Bool {
    var hash: UInt64 = 0
    for index in 0..<enabled.count {
      let task = Int(enabled.at[index].rawValue)
      if tasks.at[task].enabledIndex != index { return false }
      hash ^= tasks.at[task].stableID &+ Core.clockShare
    }
    if hash != enabledHash { return false }
    var linked = tasks.at[0].enabledIndex >= 0 ? 1 : 0
    var task = tasks.at[0].younger
    while task != 0 && linked <= enabled.count {
      if !isEnabled(task) || tasks.at[tasks.at[task].younger].older != task { return false }
      linked += 1
      task = tasks.at[task].younger
    }
    return linked == enabled.count && (wave.object == .none || isWaveConsistent())
  }

  private mutating func isWaveConsistent() -> Bool {
    if wave.isOpen ? wave.end > enabled.count : wave.start < enabled.count { return false }
    var hash: UInt64 = 0
    for index in wave.start..<wave.end {
      let task = Int(enabled.at[index].rawValue)
      if tasks.at[task].enabledIndex != index || tasks.at[task].list == .none { return false }
      hash ^= tasks.at[task].stableID &+ Core.clockShare
    }
    var count = 1
    var task = wave.oldest
    while task != wave.youngest && count <= wave.count {
      task = tasks.at[task].younger
      count += 1
    }
    return hash == wave.hash && count == wave.count
  }
}
