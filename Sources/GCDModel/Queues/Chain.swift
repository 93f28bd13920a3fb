// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A block takes its own lane and every lane above it when it starts, and gives them back when it ends
/// (Libdispatch.md 2.1, 2.2 "Hierarchy"): serial lanes exclusively, concurrent ones shared.
extension Queues {
  /// Whether a lane hands nothing on: suspended, or never activated (Libdispatch.md 2.4).
  @inline(__always)
  mutating func isClosed(_ lane: Int) -> Bool { lanes.at[lane].suspendCount > 0 || lanes.at[lane].isInactive }

  /// Whether every lane above the item's own would let it through now.
  ///
  /// At a serial parent there is no order between its children and its own items. At a concurrent parent a
  /// child is in the order of arrival: it does not overtake a barrier that came before it
  /// (Libdispatch.md 2.1).
  mutating func chainAdmits(_ item: Int, of lane: Int, _ core: inout Core) -> Bool {
    var level = lanes.at[lane].parent
    if level < 0 { return true }
    var ticket = core.tasks.at[item].ticket
    var passed = core.tasks.at[item].passed
    if lanes.at[lane].kind == .serial { ticket = lanes.at[lane].ticket }
    if passed < 0 { passed = lanes.at[lane].passed }
    while level >= 0 {
      let state = lanes.at + level
      if state.pointee.owner >= 0 { return false }
      if passed < 0 && isClosed(level) { return false }
      if passed == level { passed = -1 }
      if state.pointee.isMain && ticket > main.limit { return false }
      if state.pointee.kind == .serial {
        ticket = state.pointee.ticket
        passed = state.pointee.passed
      } else {
        let barrier = state.pointee.firstExclusive
        if barrier >= 0 && core.tasks.at[barrier].ticket < ticket { return false }
      }
      level = state.pointee.parent
    }
    return true
  }

  /// Takes one lane; it must be free for that.
  @inline(__always)
  mutating func take(_ lane: Int, by task: Int, exclusively: Bool) {
    if exclusively { lanes.at[lane].owner = task } else { lanes.at[lane].readers += 1 }
  }

  /// Takes the lanes above `lane` for a block that starts.
  mutating func takeAbove(_ lane: Int, by task: Int) {
    var level = lanes.at[lane].parent
    while level >= 0 {
      take(level, by: task, exclusively: lanes.at[level].kind == .serial)
      level = lanes.at[level].parent
    }
  }

  /// Disables the one that the lanes from `lane` upwards no longer let through, now that a block has taken
  /// them.
  mutating func settleAfterTaking(_ lane: Int, exclusively: Bool, _ core: inout Core) {
    if lanes.at[lane].parent < 0 {
      if exclusively && lanes.at[lane].activeChild >= 0 { refreshChildren(lane, &core) }
      return
    }
    settleLevels(from: lane, exclusively: exclusively, &core)
  }

  /// Gives a lane and all above it back and enables the one that they now let through.
  mutating func release(_ lane: Int, by task: Int, batchEnds: Bool, _ core: inout Core) {
    var level = lane
    var isExclusive = false
    while level >= 0 {
      let state = lanes.at + level
      if state.pointee.owner == task {
        state.pointee.owner = -1
        if level == lane { isExclusive = true }
      } else {
        state.pointee.readers -= 1
      }
      leaveBatch(level, early: batchEnds, &core)
      level = state.pointee.parent
    }
    if lanes.at[lane].parent < 0 {
      if isExclusive { refreshSubtree(lane, &core) } else { refreshHead(lane, &core) }
    } else {
      settleLevels(from: lane, exclusively: isExclusive, &core)
    }
  }

  /// After a block of a lane has ended: a lane without work loses its place at its parent. A sync ends the
  /// batch early, and the lane goes to the end of its parent's order (Libdispatch.md 2.1 "Drain is
  /// batched").
  private mutating func leaveBatch(_ lane: Int, early: Bool, _ core: inout Core) {
    let state = lanes.at + lane
    if state.pointee.parent < 0 { return }
    if !state.pointee.isActive {
      state.pointee.hasTicket = false
      state.pointee.passed = -1
    } else if early {
      lastTicket &+= 1
      state.pointee.ticket = lastTicket
      state.pointee.passed = -1
    }
  }

  /// Brings the enabled set up to date after a change of ownership from `lane` upwards: the whole subtree
  /// below the topmost lane that is taken exclusively, and the first barrier of the concurrent ones.
  private mutating func settleLevels(from lane: Int, exclusively: Bool, _ core: inout Core) {
    var top = exclusively ? lane : -1
    var level = lane
    while level >= 0 {
      if lanes.at[level].kind == .serial { top = level }
      level = lanes.at[level].parent
    }
    if top >= 0 { refreshSubtree(top, &core) }
    level = top >= 0 ? lanes.at[top].parent : lane
    while level >= 0 {
      refreshHead(level, &core)
      level = lanes.at[level].parent
    }
  }
}
