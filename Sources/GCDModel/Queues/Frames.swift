// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The queues that a task is on: one frame for the block it runs, one for each sync inside it.
extension Queues {
  mutating func pushFrame(task: Int, lane: Int, barrier: Bool, sync: Bool, reached: Int, _ core: inout Core) {
    let first = lanes.at[lane].firstFrame
    let state = FrameState(
      task: task, lane: lane, outer: core.tasks.at[task].frame, laneNext: first, lanePrevious: -1,
      stoodAt: lane, reached: reached, isBarrier: barrier, isSync: sync)
    var index = freeFrame
    if index >= 0 {
      freeFrame = frames.at[index].outer
      frames.at[index] = state
    } else {
      index = frames.append(state)
    }
    if first >= 0 { frames.at[first].lanePrevious = index }
    lanes.at[lane].firstFrame = index
    core.tasks.at[task].frame = index
  }

  /// Removes the innermost frame of its task.
  mutating func popFrame(_ frame: Int, _ core: inout Core) {
    let state = frames.at[frame]
    if state.lanePrevious >= 0 {
      frames.at[state.lanePrevious].laneNext = state.laneNext
    } else {
      lanes.at[state.lane].firstFrame = state.laneNext
    }
    if state.laneNext >= 0 { frames.at[state.laneNext].lanePrevious = state.lanePrevious }
    core.tasks.at[state.task].frame = state.outer
    frames.at[frame].outer = freeFrame
    freeFrame = frame
  }
}
