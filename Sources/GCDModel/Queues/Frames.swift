// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The queues that a task is on: one frame for the block it runs, one for each sync inside it.
extension World {
  /// The innermost queue or source of a task, or `.none` outside every block.
  public mutating func currentQueue(_ task: TaskID) -> ObjectID {
    let frame = tasks[Int(task.rawValue)].frame
    return frame < 0 ? .none : lanes[frames[frame].lane].object
  }

  /// Whether the task is on a queue as `dispatch_assert_queue` sees it: the queue of any of its frames, or
  /// a target of one; with `barrier` also alone there (Libdispatch.md 2.10).
  public mutating func isOn(_ task: TaskID, _ queue: ObjectID, barrier: Bool) -> Bool {
    let wanted = laneIndex(queue)
    if wanted < 0 { return false }
    var frame = tasks[Int(task.rawValue)].frame
    while frame >= 0 {
      var lane = frames[frame].lane
      while lane >= 0 {
        if lane == wanted {
          return !barrier || lanes[lane].kind == .serial || lanes[lane].owner == Int(task.rawValue)
        }
        lane = lanes[lane].target
      }
      frame = frames[frame].outer
    }
    return false
  }

  /// The current queue and its targets, innermost first, where specifics are looked up: enclosing syncs do
  /// not count (Libdispatch.md 2.10).
  public mutating func frameQueues(_ task: TaskID) -> [ObjectID] {
    var queues: [ObjectID] = []
    let frame = tasks[Int(task.rawValue)].frame
    var lane = frame < 0 ? -1 : frames[frame].lane
    while lane >= 0 {
      queues.append(lanes[lane].object)
      lane = lanes[lane].target
    }
    return queues
  }

  /// The target of a queue or source, or `.none` for the default root.
  public mutating func target(of object: ObjectID) -> ObjectID {
    let lane = laneIndex(object)
    let target = lane < 0 ? -1 : lanes[lane].target
    return target < 0 ? .none : lanes[target].object
  }

  mutating func pushFrame(task: Int, lane: Int, barrier: Bool, sync: Bool, reached: Int) {
    var index = freeFrame
    if index >= 0 {
      freeFrame = frames[index].outer
    } else {
      index = frameCount
      if index == frameCapacity {
        moveTable(&frames, used: index, to: frameCapacity * 2)
        frameCapacity *= 2
      }
      frameCount = index + 1
    }
    let first = lanes[lane].firstFrame
    (frames + index).initialize(
      to: FrameState(
        task: task, lane: lane, outer: tasks[task].frame, laneNext: first, lanePrevious: -1,
        stoodAt: lane, reached: reached,
        isBarrier: barrier, isSync: sync))
    if first >= 0 { frames[first].lanePrevious = index }
    lanes[lane].firstFrame = index
    tasks[task].frame = index
  }

  /// Removes the innermost frame of its task.
  mutating func popFrame(_ frame: Int) {
    let state = frames[frame]
    if state.lanePrevious >= 0 {
      frames[state.lanePrevious].laneNext = state.laneNext
    } else {
      lanes[state.lane].firstFrame = state.laneNext
    }
    if state.laneNext >= 0 { frames[state.laneNext].lanePrevious = state.lanePrevious }
    tasks[state.task].frame = state.outer
    frames[frame].outer = freeFrame
    freeFrame = frame
  }
}
