// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Which operations are scheduling points (Design.md "Scheduling points"): those that another task could
/// observe or be enabled by.
extension World {
  /// Whether others may run between the announcement and the operation; if not, it is announced and
  /// performed in one go.
  public mutating func isPoint(_ task: TaskID, _ operation: Operation) -> Bool {
    switch operation.kind {
    case .none: return false
    case .enter: return groups[operation.object.index].count == 0
    case .end: return endIsPoint(Int(task.rawValue))
    case .endSync:
      let frame = tasks[Int(task.rawValue)].frame
      return frame < 0 || lanes[frames[frame].lane].kind != .root
    case .onceBegin: return !onces[operation.object.index].isDone
    default: return true
    }
  }

  /// The end of a block on a global queue is observable only through its group, its waiter or a bounded pool.
  private mutating func endIsPoint(_ task: Int) -> Bool {
    let lane = tasks[task].lane
    if lane < 0 || lanes[lane].kind != .root { return true }
    return tasks[task].group >= 0 || tasks[task].partner >= 0 || tasks[task].source >= 0
      || poolLimit != .unbounded
  }
}
