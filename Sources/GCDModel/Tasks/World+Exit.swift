// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A task that has announced the end of the process, and lets all others come to rest before.
extension World {
  /// Takes a task that has announced its exit out of the enabled set; nothing in the model puts it back.
  public mutating func withholdExit(of task: TaskID) {
    core.disable(Int(task.rawValue))
    core.refreshClock()
  }

  /// Lets the task make its exit now.
  public mutating func allowExit(of task: TaskID) {
    core.enable(Int(task.rawValue))
    core.refreshClock()
  }

  /// Whether a run loop serves the main queue already, and a nested call would do nothing.
  public var isMainDraining: Bool { mutating get { queues.main.isDraining } }

  /// Whether a task or a queued block waits for something that `task` has.
  public mutating func isAnyoneWaiting(for task: TaskID) -> Bool {
    if core.tasksAlive < 2 { return false }
    for other in 1..<core.tasks.count
    where waits(of: TaskID(UInt32(other))).contains(where: { $0.holder == task }) { return true }
    return false
  }
}
