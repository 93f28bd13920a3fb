// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Whether the incremental state is what a computation from scratch gives: the enabled set, the numbers of
  /// readers, the lengths of the lists. Walks over everything; for tests.
  public mutating func isConsistent() -> Bool {
    let hash = enabledHash
    var lane = 0
    while lane < laneCount {
      if lanes[lane].parent < 0 { refreshSubtree(lane) }
      if !isConsistent(lane) { return false }
      lane += 1
    }
    return hash == enabledHash
  }

  private mutating func isConsistent(_ lane: Int) -> Bool {
    let state = lanes[lane]
    if state.kind == .root { return state.waitCount == 0 && state.readers == 0 && state.owner < 0 }
    if state.owner >= 0 && state.readers > 0 { return false }
    var waiting = 0
    var first = -1
    var task = state.waiting.head
    while task >= 0 {
      waiting += 1
      if first < 0 && tasks[task].isExclusive { first = task }
      task = tasks[task].listNext
    }
    if waiting != state.waitCount || (state.kind == .concurrent && first != state.firstExclusive) {
      return false
    }
    var admitted = 0
    task = state.admitted.head
    while task >= 0 {
      admitted += 1
      task = tasks[task].listNext
    }
    if admitted != state.admittedCount { return false }
    let hasWork = waiting + admitted > 0 || state.activeChild >= 0
    if state.parent >= 0 && hasWork != state.isActive { return false }
    return state.owner >= 0 || readerHolds(lane, below: lane) == state.readers
  }

  /// How often frames of a lane and of all lanes below it hold `lane`.
  private mutating func readerHolds(_ lane: Int, below level: Int) -> Int {
    var count = 0
    var frame = lanes[level].firstFrame
    while frame >= 0 {
      if holds(frame, lane) { count += 1 }
      frame = frames[frame].laneNext
    }
    var child = lanes[level].firstChild
    while child >= 0 {
      count += readerHolds(lane, below: child)
      child = lanes[child].nextSibling
    }
    return count
  }
}
