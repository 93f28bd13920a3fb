// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// File descriptors: the kernel knows when one is ready; here only the waiting is modelled.
///
/// A wait stays disabled until the owner of the world says that what it waits for is ready, or until its
/// deadline has come. A timer that is a descriptor (timerfd) has a task that is only a deadline for each
/// arming.
extension World {
  /// What a task waits for is ready: its wait can end. Nothing happens if the wait is over already.
  ///
  /// - Parameter result: Which of several things that could end it does, 0 = the first.
  public mutating func descriptorReady(_ task: TaskID, as result: Int64 = 0) {
    let index = Int(task.rawValue)
    if !core.tasks.at[index].pending.kind.isDescriptorCall || core.tasks.at[index].waitResult >= 0 { return }
    core.tasks.at[index].waitResult = result
    core.disarm(index)
    core.enable(index)
    core.refreshClock()
  }

  /// Arms a timer descriptor; the task's operation `timerExpires` is performed when the time has come.
  ///
  /// - Parameters:
  ///   - deadline: Virtual nanoseconds since the start of the run.
  ///   - interval: The period in nanoseconds, 0 = once; it only tells repeating timers from others.
  public mutating func armTimerDescriptor(
    _ descriptor: ObjectID, deadline: UInt64, interval: UInt64, creator: TaskID
  ) -> TaskID {
    let task = core.makeTask(kind: .after, creator: creator)
    core.tasks.at[task].pending = Operation(.timerExpires, descriptor, argument: interval)
    core.tasks.at[task].phase = .delayed
    core.tasks.at[task].deadline = deadline
    if core.isOver(deadline) {
      core.becomeArrival(task)
    } else {
      core.arm(task, deadline, repeats: interval > 0)
    }
    core.refreshClock()
    return TaskID(UInt32(task))
  }

  /// Takes an arming back; nothing happens if the timer has expired.
  public mutating func disarmTimerDescriptor(_ task: TaskID) {
    let index = Int(task.rawValue)
    if core.tasks.at[index].phase != .delayed { return }
    core.withdrawArrival(index)
    core.end(index)
    core.refreshClock()
  }
}

extension Core {
  mutating func timerExpires(_ task: Int) -> Outcome {
    end(task)
    closeArrival()
    return .progressed
  }

  /// Whether a timer descriptor is armed: one that repeats is armed again only when it has been read, so it
  /// is never idle.
  var hasTimerDescriptors: Bool {
    mutating get {
      var index = 0
      while index < clock.deadlines.count {
        if tasks.at[clock.deadlines.at[index].task].pending.kind == .timerExpires { return true }
        index += 1
      }
      return false
    }
  }
}
