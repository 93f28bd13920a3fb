// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The enabled set: an array for random choice, a ring by age for the baseline order, a hash for the trace.
///
/// The clock, task 0, has no age: the ring begins and ends there. In it are first those that wait since
/// they became enabled, then those that were passed over.
extension World {
  /// Stable ids are hashes already, but for that of the clock, which is 0 and must show in the sum as well.
  @inlinable public static var clockShare: UInt64 { 0x9e37_79b9_7f4a_7c15 }

  /// Whether the task can take a step now; a running task that has announced nothing can.
  public mutating func isEnabled(_ task: TaskID) -> Bool { tasks[Int(task.rawValue)].enabledIndex >= 0 }

  /// The task that has been enabled longest; the clock only when nothing else is; `.none` when nothing is.
  public var oldestEnabled: TaskID {
    mutating get {
      let first = tasks[0].younger
      return first != 0 || tasks[0].enabledIndex >= 0 ? TaskID(UInt32(first)) : .none
    }
  }

  /// Where in `enabled` the baseline order continues, in a set that is not empty: with `current` if it is
  /// there, else with `oldestEnabled`.
  ///
  /// A sync of `current` first lets through what is below its queue: in the real library that has been
  /// handed to the queue already, and the sync lines up behind it (Libdispatch.md 2.2 "Fast path").
  @inlinable
  public mutating func baselineIndex(current: TaskID) -> Int {
    if current.rawValue != UInt32.max {
      let index = tasks[Int(current.rawValue)].enabledIndex
      if index >= 0 { return hasNestedLanes ? baselineIndex(besideNested: Int(current.rawValue)) : index }
    }
    return tasks[tasks[0].younger].enabledIndex
  }

  @inline(never) @usableFromInline
  mutating func baselineIndex(besideNested task: Int) -> Int {
    let state = tasks + task
    let kind = state.pointee.pending.kind
    if kind == .sync || kind == .barrierSync {
      let lane = laneIndex(state.pointee.pending.object)
      if lane >= 0 && lanes[lane].activeChild >= 0 {
        let earlier = oldestBelow(lane)
        if earlier >= 0 { return tasks[earlier].enabledIndex }
      }
    }
    return state.pointee.enabledIndex
  }

  /// The enabled task that arrived first below a lane, -1 = none.
  private mutating func oldestBelow(_ lane: Int) -> Int {
    var found = -1
    var ticket = UInt64.max
    var child = lanes[lane].activeChild
    while child >= 0 {
      if lanes[child].ticket < ticket {
        var task = lanes[child].admitted.head
        if task < 0 { task = lanes[child].waiting.head }
        if task < 0 || tasks[task].enabledIndex < 0 { task = oldestBelow(child) }
        if task >= 0 {
          found = task
          ticket = lanes[child].ticket
        }
      }
      child = lanes[child].activeNext
    }
    return found
  }

  /// Puts an enabled task behind all others in the baseline order, which it would have led, and behind those
  /// that become enabled later; the clock has no place in it.
  ///
  /// The task that is passed over once waits until the others cannot continue, as a task of low priority
  /// (Burckhardt et al., ASPLOS 2010) and not as one that was delayed once: "last of ten", and "after a
  /// message that goes a long way", are one deviation and not nine.
  @inlinable
  public mutating func postpone(_ id: TaskID) {
    let task = Int(id.rawValue)
    if task == 0 || tasks[task].enabledIndex < 0 { return }
    unlinkByAge(task)
    linkByAge(task, after: tasks[0].older)
  }

  @inlinable
  mutating func linkByAge(_ task: Int, after older: Int) {
    let younger = tasks[older].younger
    tasks[task].older = older
    tasks[task].younger = younger
    tasks[older].younger = task
    tasks[younger].older = task
  }

  @inlinable
  mutating func unlinkByAge(_ task: Int) {
    let older = tasks[task].older
    let younger = tasks[task].younger
    tasks[older].younger = younger
    tasks[younger].older = older
    if youngest == task { youngest = older }
  }

  /// Enables a task; nothing happens if it is enabled.
  mutating func enable(_ task: Int) {
    let state = tasks + task
    if state.pointee.enabledIndex >= 0 { return }
    let index = enabledCount
    enabled[index] = TaskID(UInt32(task))
    enabledCount = index + 1
    state.pointee.enabledIndex = index
    enabledHash ^= state.pointee.stableID &+ World.clockShare
    if task == 0 { return }
    if state.pointee.source < 0 { progressCounter &+= 1 }
    linkByAge(task, after: youngest)
    youngest = task
    if state.pointee.slot != .none { pools[Int(state.pointee.slot.rawValue)].blocked -= 1 }
  }

  /// Disables a task; nothing happens if it is not enabled.
  mutating func disable(_ task: Int) {
    let state = tasks + task
    let index = state.pointee.enabledIndex
    if index < 0 { return }
    let last = enabledCount - 1
    let moved = enabled[last]
    enabled[index] = moved
    tasks[Int(moved.rawValue)].enabledIndex = index
    enabledCount = last
    state.pointee.enabledIndex = -1
    enabledHash ^= state.pointee.stableID &+ World.clockShare
    if task == 0 { return }
    unlinkByAge(task)
    if state.pointee.slot != .none { pools[Int(state.pointee.slot.rawValue)].blocked += 1 }
  }
}
