// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The queues of a run: lanes in a tree of targets, and what tasks hold of them.
///
/// A *lane* is a queue, or the queue-like half of a source: a line of blocks and syncs that run one at a time
/// or side by side, below the lane that it targets.
public struct Queues {
  @usableFromInline var lanes = Table<LaneState>(capacity: 16)
  /// The lane of each queue, by the index of its id; sources have lanes that are no queues.
  @usableFromInline var laneOfQueue = Table<Int>(capacity: 16)
  var frames = Table<FrameState>(capacity: 32)
  /// Head of the list of unused frames, through `outer`.
  var freeFrame = -1
  var lastTicket: UInt64 = 0
  /// A queue or source that targets another queue was made in this run.
  @usableFromInline var hasNestedLanes = false
  public internal(set) var main = MainQueueState()

  init() {}

  mutating func reset() {
    lanes.reset()
    laneOfQueue.reset()
    frames.reset()
    freeFrame = -1
    lastTicket = 0
    hasNestedLanes = false
    main = MainQueueState()
    let lane = makeQueue(.serial, target: -1, stableID: fold(0x6d61_696e, 0))
    lanes.at[lane].isMain = true
  }

  func free() {
    lanes.free()
    laneOfQueue.free()
    frames.free()
  }

  /// Makes a queue; returns its lane.
  mutating func makeQueue(_ kind: LaneKind, target: Int, stableID: UInt64) -> Int {
    let object = ObjectID(.queue, laneOfQueue.count)
    let lane = makeLane(kind, target: target, object: object, stableID: stableID)
    _ = laneOfQueue.append(lane)
    return lane
  }

  mutating func makeLane(_ kind: LaneKind, target: Int, object: ObjectID, stableID: UInt64) -> Int {
    let lane = lanes.append(LaneState(kind: kind, object: object, stableID: stableID))
    attach(lane, to: target)
    return lane
  }

  /// Makes a block that has not been submitted; `group` -1 = none.
  mutating func makeItem(
    creator: TaskID, kind: TaskKind, lane: Int, isBarrier: Bool, group: Int, _ core: inout Core
  ) -> Int {
    let item = core.makeTask(kind: kind, creator: creator)
    core.tasks.at[item].lane = lane
    if lane >= 0 { lanes.at[lane].references += 1 }
    core.tasks.at[item].isBarrier = isBarrier
    core.tasks.at[item].group = group
    return item
  }

  @inline(__always)
  mutating func dropReference(to lane: Int, _ core: inout Core) {
    let state = lanes.at + lane
    state.pointee.references -= 1
    if state.pointee.isReleased && state.pointee.references == 0 { core.expire(state.pointee.object) }
  }

  /// The enabled task that arrived first below a lane, -1 = none.
  mutating func oldestBelow(_ lane: Int, _ core: inout Core) -> Int {
    var found = -1
    var ticket = UInt64.max
    var child = lanes.at[lane].activeChild
    while child >= 0 {
      if lanes.at[child].ticket < ticket {
        var task = lanes.at[child].admitted.head
        if task < 0 { task = lanes.at[child].waiting.head }
        if task < 0 || !core.isEnabled(task) { task = oldestBelow(child, &core) }
        if task >= 0 {
          found = task
          ticket = lanes.at[child].ticket
        }
      }
      child = lanes.at[child].activeNext
    }
    return found
  }

  /// Hangs a lane below its target; the lane must not hang anywhere and must be idle.
  mutating func attach(_ lane: Int, to target: Int) {
    lanes.at[lane].target = target
    lanes.at[lane].parent = -1
    if target >= 0 {
      lanes.at[target].isTargeted = true
      lanes.at[target].references += 1
      if lanes.at[target].kind != .root {
        lanes.at[lane].parent = target
        hasNestedLanes = true
        lanes.at[lane].nextSibling = lanes.at[target].firstChild
        lanes.at[target].firstChild = lane
      }
    }
    refreshOrder(lane)
  }

  /// Recomputes `isOrdered` and `chain` of a lane and all below it: whether a serial lane is in its
  /// chain, and which is the last.
  mutating func refreshOrder(_ lane: Int) {
    let parent = lanes.at[lane].parent
    lanes.at[lane].isOrdered = lanes.at[lane].kind == .serial || (parent >= 0 && lanes.at[parent].isOrdered)
    if parent >= 0 && lanes.at[parent].chain != 0 {
      lanes.at[lane].chain = lanes.at[parent].chain
    } else {
      lanes.at[lane].chain = lanes.at[lane].kind == .serial ? lanes.at[lane].object.rawValue : 0
    }
    var child = lanes.at[lane].firstChild
    while child >= 0 {
      refreshOrder(child)
      child = lanes.at[child].nextSibling
    }
  }
}
