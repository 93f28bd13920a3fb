// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// The tasks as a strategy sees them, without their sites; valid until a task, queue or source is made.
  public var taskView: TaskView {
    mutating get {
      TaskView(
        tasks: core.tasks.at, count: core.tasks.count, lanes: queues.lanes.at,
        queueLanes: queues.laneOfQueue.at, layout: World.taskLayout)
    }
  }

  /// Never freed, never written again: views may keep its address.
  nonisolated(unsafe) private static let taskLayout: UnsafePointer<TaskLayout> = {
    let layout = UnsafeMutablePointer<TaskLayout>.allocate(capacity: 1)
    layout.initialize(
      to: TaskLayout(
        taskStride: MemoryLayout<TaskState>.stride,
        operation: MemoryLayout<TaskState>.offset(of: \.pending)!,
        stableID: MemoryLayout<TaskState>.offset(of: \.stableID)!,
        announced: MemoryLayout<TaskState>.offset(of: \.announced)!,
        creator: MemoryLayout<TaskState>.offset(of: \.creator)!,
        lane: MemoryLayout<TaskState>.offset(of: \.lane)!,
        laneStride: MemoryLayout<LaneState>.stride,
        chain: MemoryLayout<LaneState>.offset(of: \.chain)!))
    return UnsafePointer(layout)
  }()
}
