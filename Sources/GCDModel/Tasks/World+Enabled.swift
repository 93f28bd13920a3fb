// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The enabled set as the scheduler asks for it.
extension World {
  /// Whether the task can take a step now; a running task that has announced nothing can.
  public mutating func isEnabled(_ task: TaskID) -> Bool {
    core.isEnabled(Int(task.rawValue))
  }

  /// Where a task is in `core.enabled`; -1 = it is not enabled.
  public mutating func enabledIndex(of task: TaskID) -> Int {
    core.isEnabled(Int(task.rawValue)) ? core.tasks.at[Int(task.rawValue)].enabledIndex : -1
  }

  /// The task that has been enabled longest; the clock only when nothing else is; `.none` when nothing is.
  public var oldestEnabled: TaskID {
    mutating get {
      let first = core.tasks.at[0].younger
      return first != 0 || core.tasks.at[0].enabledIndex >= 0 ? TaskID(UInt32(first)) : .none
    }
  }

  /// The task that became enabled or was passed over last, `other` and the clock aside; `.none` where nothing
  /// else is enabled.
  public mutating func lastEnabled(but other: TaskID) -> TaskID {
    var last = core.tasks.at[0].older
    if last == Int(other.rawValue) { last = core.tasks.at[last].older }
    return last == 0 ? .none : TaskID(UInt32(last))
  }

  /// Where in `enabled` the baseline order continues, in a set that is not empty: with `current` if it is
  /// there, else with `oldestEnabled`.
  ///
  /// A sync of `current` first lets through what is below its queue: in the real library that has been
  /// handed to the queue already, and the sync lines up behind it (Libdispatch.md 2.2 "Fast path").
  @inlinable
  public mutating func baselineIndex(current: TaskID) -> Int {
    if current.rawValue != UInt32.max {
      let index = core.tasks.at[Int(current.rawValue)].enabledIndex
      if index >= 0 && index < core.enabled.count {
        return queues.hasNestedLanes ? baselineIndex(besideNested: Int(current.rawValue)) : index
      }
    }
    return core.tasks.at[core.tasks.at[0].younger].enabledIndex
  }

  @inline(never) @usableFromInline
  mutating func baselineIndex(besideNested task: Int) -> Int {
    let state = core.tasks.at + task
    let kind = state.pointee.pending.kind
    if kind == .sync || kind == .barrierSync {
      let lane = laneIndex(state.pointee.pending.object)
      if lane >= 0 && queues.lanes.at[lane].activeChild >= 0 {
        let earlier = queues.oldestBelow(lane, &core)
        if earlier >= 0 { return core.tasks.at[earlier].enabledIndex }
      }
    }
    return state.pointee.enabledIndex
  }

  /// Puts an enabled task behind all others in the baseline order.
  @inlinable @inline(__always)
  public mutating func postpone(_ task: TaskID) { core.postpone(task) }
}
