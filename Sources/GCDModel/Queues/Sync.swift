// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// `dispatch_sync` and `dispatch_barrier_sync` (Libdispatch.md 2.2).
extension World {
  /// A task arrives at a sync: it takes the queue and every lane above it in turn, as far as they are free;
  /// at the first that is not it is in line and keeps those below (Libdispatch.md 2.2 "Hierarchy").
  mutating func sync(_ task: Int, _ lane: Int, barrier: Bool) -> Outcome {
    if lane < 0 || lanes[lane].source >= 0 || lanes[lane].isWorkloop {
      return .failed(.syncOnUnsupportedObject)
    }
    if lanes[lane].kind == .root {
      pushFrame(task: task, lane: lane, barrier: false, sync: true, reached: -1)
      return done(task)
    }
    let isBarrier =
      barrier && lanes[lane].kind == .concurrent && plantedFault != .barrierIgnored
    if tasks[task].frame >= 0 {
      let own = ownLevel(task, lane)
      if own >= 0 { return hangOnItself(task, own) }
    }
    pushFrame(task: task, lane: lane, barrier: isBarrier, sync: true, reached: lane)
    return climb(task)
  }

  /// The lane in the chain that the task can never take because it holds it exclusively itself, or -1
  /// (Libdispatch.md 2.2 "Deadlock check"). A barrier inside a reader block of the same queue is in
  /// line, where the search for cycles finds it (Libdispatch.md fact 10).
  mutating func ownLevel(_ task: Int, _ lane: Int) -> Int {
    var level = lane
    while level >= 0 {
      if lanes[level].owner == task { return level }
      level = lanes[level].parent
    }
    return -1
  }

  /// Whether a frame holds a lane: it is in its chain, below what is still to be taken.
  mutating func holds(_ frame: Int, _ lane: Int) -> Bool {
    var level = frames[frame].lane
    let reached = frames[frame].reached
    while level >= 0 && level != reached {
      if level == lane { return true }
      level = lanes[level].parent
    }
    return false
  }

  /// Takes lane after lane from the one that the innermost frame has reached.
  mutating func climb(_ task: Int) -> Outcome {
    let frame = tasks[task].frame
    var level = frames[frame].reached
    while level >= 0 {
      let isExclusive =
        lanes[level].kind == .serial || (frames[frame].isBarrier && level == frames[frame].lane)
      if !isFree(level, exclusively: isExclusive) { return queueUp(task, level, isExclusive) }
      take(level, by: task, exclusively: isExclusive)
      if isExclusive && lanes[level].activeChild >= 0 { refreshChildren(level) }
      level = lanes[level].parent
      frames[frame].reached = level
    }
    return done(task)
  }

  /// Whether a sync passes a lane without waiting (Libdispatch.md 2.2 "Fast path", "Reader fast path"):
  /// completely idle for an exclusive one; for a reader nothing in the list and no barrier. Readers of a
  /// lane below a serial one stay behind what was admitted before them, since such a lane runs in order
  /// (Libdispatch.md 2.3).
  mutating func isFree(_ lane: Int, exclusively: Bool) -> Bool {
    let state = lanes + lane
    if state.pointee.owner >= 0 || state.pointee.waitCount > 0 || isClosed(lane) { return false }
    if exclusively { return state.pointee.readers == 0 && state.pointee.admittedCount == 0 }
    return !state.pointee.isOrdered || state.pointee.admittedCount == 0
  }

  /// It is the task's turn at the lane where it was in line: it takes it and continues upwards.
  mutating func acquire(_ task: Int) -> Outcome {
    if tasks[task].partner >= 0 {
      tasks[task].partner = -1
      return done(task, 1)
    }
    let level = tasks[task].waitLane
    let frame = tasks[task].frame
    let isExclusive = lanes[level].kind == .serial || tasks[task].isExclusive
    leaveLane(task)
    take(level, by: task, exclusively: isExclusive)
    frames[frame].reached = lanes[level].parent
    if isExclusive { refreshSubtree(level) } else { refreshHead(level) }
    return climb(task)
  }

  /// The block of a sync has returned: all its lanes are given back at once.
  mutating func endSync(_ task: Int) -> Outcome {
    let frame = tasks[task].frame
    let lane = frames[frame].lane
    popFrame(frame)
    if lanes[lane].kind != .root { release(lane, by: task, batchEnds: true) }
    return done(task)
  }

  /// The task continues.
  @inline(__always)
  mutating func done(_ task: Int, _ result: Int64 = 0) -> Outcome {
    tasks[task].pending.kind = .none
    return .completed(result)
  }

  private mutating func queueUp(_ task: Int, _ level: Int, _ isExclusive: Bool) -> Outcome {
    disable(task)
    nextTicket &+= 1
    tasks[task].ticket = nextTicket
    tasks[task].pending = Operation(.acquire, lanes[level].object)
    if lanes[level].kind == .serial {
      tasks[task].isExclusive = false
      appendWaiting(task, to: level)
      if lanes[level].waitCount == 1 { refreshHead(level) }
    } else {
      tasks[task].isExclusive = isExclusive
      queueAtConcurrent(task, level)
    }
    return waitOnOwner(task)
  }

  /// A wait that the task itself makes impossible.
  private mutating func hangOnItself(_ task: Int, _ level: Int) -> Outcome {
    disable(task)
    tasks[task].pending = Operation(.acquire, lanes[level].object)
    tasks[task].waitLane = level
    if plantedFault == .cycleUnnoticed { return .blocked }
    cycleStart = task
    return .deadlock
  }
}
