// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_sync` and `dispatch_barrier_sync` (Libdispatch.md 2.2).
extension Queues {
  /// A task arrives at a sync: it takes the queue and every lane above it in turn, as far as they are free;
  /// at the first that is not it is in line and keeps those below (Libdispatch.md 2.2 "Hierarchy").
  mutating func sync(_ task: Int, _ lane: Int, barrier: Bool, _ core: inout Core) -> Outcome {
    if lane < 0 || lanes.at[lane].source >= 0 || lanes.at[lane].isWorkloop {
      return .failed(.syncOnUnsupportedObject)
    }
    if lanes.at[lane].kind == .root {
      pushFrame(task: task, lane: lane, barrier: false, sync: true, reached: -1, &core)
      return core.done(task)
    }
    let isBarrier =
      barrier && lanes.at[lane].kind == .concurrent && core.plantedFault != .barrierIgnored
    if core.tasks.at[task].frame >= 0 {
      let own = ownLevel(task, lane)
      if own >= 0 { return hangOnItself(task, own, &core) }
    }
    pushFrame(task: task, lane: lane, barrier: isBarrier, sync: true, reached: lane, &core)
    return climb(task, &core)
  }

  /// The lane in the chain that the task can never take because it holds it exclusively itself, or -1
  /// (Libdispatch.md 2.2 "Deadlock check"). A barrier inside a reader block of the same queue is in
  /// line, where the search for cycles finds it (Libdispatch.md fact 10).
  mutating func ownLevel(_ task: Int, _ lane: Int) -> Int {
    var level = lane
    while level >= 0 {
      if lanes.at[level].owner == task { return level }
      level = lanes.at[level].parent
    }
    return -1
  }

  /// Whether a frame holds a lane: it is in its chain, below what is still to be taken.
  mutating func holds(_ frame: Int, _ lane: Int) -> Bool {
    var level = frames.at[frame].lane
    let reached = frames.at[frame].reached
    while level >= 0 && level != reached {
      if level == lane { return true }
      level = lanes.at[level].parent
    }
    return false
  }

  /// Takes lane after lane from the one that the innermost frame has reached.
  mutating func climb(_ task: Int, _ core: inout Core) -> Outcome {
    let frame = core.tasks.at[task].frame
    var level = frames.at[frame].reached
    while level >= 0 {
      let isExclusive =
        lanes.at[level].kind == .serial || (frames.at[frame].isBarrier && level == frames.at[frame].lane)
      if !isFree(level, exclusively: isExclusive) { return queueUp(task, level, isExclusive, &core) }
      take(level, by: task, exclusively: isExclusive)
      if isExclusive && lanes.at[level].activeChild >= 0 { refreshChildren(level, &core) }
      level = lanes.at[level].parent
      frames.at[frame].reached = level
    }
    return core.done(task)
  }

  /// Whether a sync passes a lane without waiting (Libdispatch.md 2.2 "Fast path", "Reader fast path"):
  /// completely idle for an exclusive one; for a reader nothing in the list and no barrier. Readers of a
  /// lane below a serial one stay behind what was admitted before them, since such a lane runs in order
  /// (Libdispatch.md 2.3).
  mutating func isFree(_ lane: Int, exclusively: Bool) -> Bool {
    let state = lanes.at + lane
    if state.pointee.owner >= 0 || state.pointee.waitCount > 0 || isClosed(lane) { return false }
    if exclusively { return state.pointee.readers == 0 && state.pointee.admittedCount == 0 }
    return !state.pointee.isOrdered || state.pointee.admittedCount == 0
  }

  /// It is the task's turn at the lane where it was in line: it takes it and continues upwards.
  mutating func acquire(_ task: Int, _ core: inout Core) -> Outcome {
    if core.tasks.at[task].partner >= 0 {
      core.tasks.at[task].partner = -1
      return core.done(task, 1)
    }
    let level = core.tasks.at[task].waitLane
    let frame = core.tasks.at[task].frame
    let isExclusive = lanes.at[level].kind == .serial || core.tasks.at[task].isExclusive
    leaveLane(task, &core)
    take(level, by: task, exclusively: isExclusive)
    frames.at[frame].reached = lanes.at[level].parent
    if isExclusive { refreshSubtree(level, &core) } else { refreshHead(level, &core) }
    return climb(task, &core)
  }

  /// The block of a sync has returned: all its lanes are given back at once.
  mutating func endSync(_ task: Int, _ core: inout Core) -> Outcome {
    let frame = core.tasks.at[task].frame
    let lane = frames.at[frame].lane
    popFrame(frame, &core)
    if lanes.at[lane].kind != .root { release(lane, by: task, batchEnds: true, &core) }
    return core.done(task)
  }

  private mutating func queueUp(_ task: Int, _ level: Int, _ isExclusive: Bool, _ core: inout Core) -> Outcome
  {
    core.disable(task)
    lastTicket &+= 1
    core.tasks.at[task].ticket = lastTicket
    core.tasks.at[task].pending = Operation(.acquire, lanes.at[level].object)
    if lanes.at[level].kind == .serial {
      core.tasks.at[task].isExclusive = false
      appendWaiting(task, to: level, &core)
      if lanes.at[level].waitCount == 1 { refreshHead(level, &core) }
    } else {
      core.tasks.at[task].isExclusive = isExclusive
      queueAtConcurrent(task, level, &core)
    }
    return .blocked
  }

  /// A wait that the task itself makes impossible.
  private mutating func hangOnItself(_ task: Int, _ level: Int, _ core: inout Core) -> Outcome {
    core.disable(task)
    core.tasks.at[task].pending = Operation(.acquire, lanes.at[level].object)
    core.tasks.at[task].waitLane = level
    return core.plantedFault == .cycleUnnoticed ? .blocked : .deadlock
  }
}
