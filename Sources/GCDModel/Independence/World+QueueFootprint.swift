// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Queues have two sides: what arrives uses the tail, blocks that begin and end use the head. Only a serial
/// queue that is alone keeps the two apart; in a hierarchy every operation uses both sides of its root.
extension World {
  /// A serial queue without a target or a child that takes part in its order.
  mutating func isAlone(_ lane: Int) -> Bool {
    let state = queues.lanes.at + lane
    return state.pointee.parent < 0 && state.pointee.firstChild < 0 && state.pointee.source < 0
      && !state.pointee.isMain
  }

  /// Whether blocks of a concurrent queue come and go without noticing each other: no barrier or suspension
  /// is near, and each of those uses the whole queue alone.
  private mutating func isOpenToAll(_ lane: Int) -> Bool {
    let state = queues.lanes.at + lane
    return state.pointee.kind == .concurrent && isAlone(lane) && state.pointee.owner < 0
      && state.pointee.waitCount == 0 && !queues.isClosed(lane)
  }

  mutating func tail(_ lane: Int) -> UInt64 { fold(queues.lanes.at[lane].stableID, 0x7461_696c) }

  mutating func head(_ lane: Int) -> UInt64 { fold(queues.lanes.at[lane].stableID, 0x6865_6164) }

  mutating func root(_ lane: Int) -> Int {
    var level = lane
    while queues.lanes.at[level].parent >= 0 { level = queues.lanes.at[level].parent }
    return level
  }

  mutating func addWhole(_ lane: Int, _ mode: Access.Mode, _ effect: inout StepEffect) {
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    let top = root(lane)
    effect.footprint.add(tail(top), mode)
    effect.footprint.add(head(top), mode)
  }

  /// What else than a sync comes to a queue.
  private mutating func addArrival(_ lane: Int, _ effect: inout StepEffect) {
    let resource = head(root(lane))
    if !effect.ordered.contains(resource) { effect.ordered.append(resource) }
  }

  private mutating func addPool(_ effect: inout StepEffect) {
    if core.pools.limit != .unbounded { effect.footprint.add(0x706f_6f6c, .write) }
  }

  /// An item reaches its queue.
  mutating func addSubmission(_ item: Int, _ effect: inout StepEffect) {
    let lane = core.tasks.at[item].lane
    addPool(&effect)
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    addArrival(lane, &effect)
    if queues.lanes.at[lane].kind == .serial && isAlone(lane) {
      if core.tasks.at[item].privacy == 0 {
        effect.footprint.add(tail(lane), .write)
      } else {
        // Which of two such items is before the other is all the same to every other task.
        effect.footprint.add(tail(lane), .add)
        var bits = core.tasks.at[item].privacy & ~(1 << 63)
        while bits != 0 {
          effect.footprint.add(fold(tail(lane), UInt64(bits.trailingZeroBitCount)), .write)
          bits &= bits &- 1
        }
      }
    } else {
      addWhole(lane, !core.tasks.at[item].isBarrier && isOpenToAll(lane) ? .read : .write, &effect)
    }
  }

  mutating func addAsync(_ item: Int, _ deadline: UInt64, _ effect: inout StepEffect) {
    if deadline == UInt64.max {
      if core.tasks.at[item].group >= 0 { addLeave(core.tasks.at[item].group, &effect) }
    } else if deadline <= core.clock.now {
      addSubmission(item, &effect)
    }
  }

  mutating func addBegin(_ item: Int, _ effect: inout StepEffect) {
    if core.tasks.at[item].kind == .thread { return }
    if core.tasks.at[item].isInternal || core.tasks.at[item].source >= 0 {
      effect.footprint.isTotal = true
      return
    }
    addPool(&effect)
    addHead(core.tasks.at[item].lane, isShared: !core.tasks.at[item].isExclusive, .requires, &effect)
  }

  /// It is the turn of a task that was in line.
  mutating func addTurn(_ lane: Int, _ effect: inout StepEffect) {
    addHead(lane, isShared: false, .requires, &effect)
  }

  /// A block begins or ends at a queue.
  private mutating func addHead(
    _ lane: Int, isShared: Bool, _ role: Access.Role, _ effect: inout StepEffect
  ) {
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    if queues.lanes.at[lane].kind == .serial && isAlone(lane) {
      effect.footprint.add(head(lane), .write, role)
    } else {
      addWhole(lane, isShared && isOpenToAll(lane) ? .read : .write, &effect)
    }
  }

  mutating func addEnd(_ task: Int, _ effect: inout StepEffect) {
    if core.tasks.at[task].source >= 0 || core.tasks.at[task].host >= 0
      || (core.tasks.at[task].thread >= 0 && locks.hasRobust)
    {
      effect.footprint.isTotal = true
      return
    }
    addPool(&effect)
    let frame = core.tasks.at[task].frame
    if frame >= 0 {
      let lane = queues.frames.at[frame].lane
      addHead(lane, isShared: queues.lanes.at[lane].owner != task, .enables, &effect)
    }
    if task == 1 && queues.main.host != .served { addWhole(0, .write, &effect) }
    if core.tasks.at[task].thread >= 0 {
      effect.footprint.add(resource(ObjectID(.thread, core.tasks.at[task].thread)), .write, .enables)
    }
    if core.tasks.at[task].group >= 0 { addLeave(core.tasks.at[task].group, &effect) }
  }

  mutating func addSync(_ lane: Int, barrier: Bool, _ effect: inout StepEffect) {
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    if queues.lanes.at[lane].kind == .serial && isAlone(lane) {
      effect.footprint.add(tail(lane), .write)
      effect.footprint.add(head(lane), .write, .requiresIfUnordered)
      return
    }
    let isReader = queues.lanes.at[lane].kind == .concurrent && !barrier
    addArrival(lane, &effect)
    addWhole(lane, isReader && isOpenToAll(lane) ? .read : .write, &effect)
  }

  mutating func addEndSync(_ task: Int, _ effect: inout StepEffect) {
    let lane = queues.frames.at[core.tasks.at[task].frame].lane
    addHead(lane, isShared: queues.lanes.at[lane].owner != task, .enables, &effect)
  }

  mutating func addAsyncAndWait(_ lane: Int, _ effect: inout StepEffect) {
    addPool(&effect)
    if lane < 0 || queues.lanes.at[lane].kind == .root { return }
    addArrival(lane, &effect)
    addWhole(lane, .write, &effect)
  }

  mutating func addSuspension(_ lane: Int, _ effect: inout StepEffect) {
    if lane < 0 || queues.hasNoSuspension(lane) { return }
    if queues.lanes.at[lane].source >= 0 || queues.lanes.at[lane].firstChild >= 0 {
      effect.footprint.isTotal = true
    }
    addPool(&effect)
    addArrival(lane, &effect)
    addWhole(lane, .write, &effect)
    effect.footprint.add(openness(lane), .write)
  }

  /// The task ends, and the blocks of the main queue may begin.
  mutating func addMainQueue(_ task: Int, _ effect: inout StepEffect) {
    let isAlone = queues.lanes.at[0].source < 0 && queues.lanes.at[0].firstChild < 0
    if !isAlone { effect.footprint.isTotal = true }
    addEnd(task, &effect)
    addArrival(0, &effect)
    addWhole(0, .write, &effect)
  }

  private mutating func openness(_ lane: Int) -> UInt64 { fold(queues.lanes.at[lane].stableID, 0x6f70_656e) }

  /// A release ends the process where the object is suspended, or below its initial value.
  mutating func addRelease(of object: ObjectID, _ effect: inout StepEffect) {
    switch object.kind {
    case .queue: effect.footprint.add(openness(laneIndex(object)), .read)
    case .semaphore:
      if semaphores.table.at[object.index].original > 0 { effect.footprint.add(resource(object), .read) }
    case .group: break
    default: effect.footprint.isTotal = true
    }
  }

  /// The busy serial queue that is alone and at which a task is about to arrive with a sync; 0 = none.
  ///
  /// As long as nothing but syncs comes to it, such a queue is a mutex: that the task is in line, instead
  /// of coming later, makes no difference to any task.
  public mutating func blockedPlace(_ task: TaskID) -> UInt64 {
    let operation = core.tasks.at[Int(task.rawValue)].pending
    if operation.kind != .sync && operation.kind != .barrierSync { return 0 }
    if operation.other != 0 { return 0 }
    let lane = laneIndex(operation.object)
    if lane < 0 || queues.lanes.at[lane].kind != .serial || !isAlone(lane) || queues.isClosed(lane) {
      return 0
    }
    let owner = queues.lanes.at[lane].owner
    if owner == Int(task.rawValue) { return 0 }
    return owner >= 0 || queues.lanes.at[lane].waitCount > 0 ? head(lane) : 0
  }
}
