// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Timers that are descriptors (timerfd): a task that is nothing but a deadline represents each arming.
extension World {
  /// Arms a timer descriptor; the task's operation `timerExpires` is performed when the time has come.
  ///
  /// - Parameters:
  ///   - deadline: Virtual nanoseconds since the start of the run.
  ///   - interval: The period in nanoseconds, 0 = once; it only tells repeating timers from others.
  public mutating func armTimerDescriptor(
    _ descriptor: ObjectID, deadline: UInt64, interval: UInt64, creator: TaskID
  ) -> TaskID {
    let task = appendTask(kind: .after, creator: creator)
    tasks[task].pending = Operation(.timerExpires, descriptor, argument: interval)
    tasks[task].phase = .delayed
    tasks[task].deadline = deadline
    if isOver(deadline) { becomeArrival(task) } else { arm(task, deadline) }
    refreshClock()
    return TaskID(UInt32(task))
  }

  /// Takes an arming back; nothing happens if the timer has expired.
  public mutating func disarmTimerDescriptor(_ task: TaskID) {
    let index = Int(task.rawValue)
    if tasks[index].phase != .delayed { return }
    withdrawArrival(index)
    endUnstarted(index)
    refreshClock()
  }

  mutating func timerExpires(_ task: Int) -> Outcome {
    disable(task)
    endUnstarted(task)
    closeArrival()
    return .progressed
  }

  /// Whether a timer descriptor is armed: one that repeats is armed again only when a task has read it, so
  /// it is never barren.
  var hasTimerDescriptors: Bool {
    mutating get {
      var index = 0
      while index < heapCount {
        if tasks[heap[index].task].pending.kind == .timerExpires { return true }
        index += 1
      }
      return false
    }
  }
}
