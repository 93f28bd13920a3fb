// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The enabled set: an array for random choice, a ring by age for the baseline order, a hash for the trace.
///
/// The clock, task 0, has no age: the ring begins and ends there. In it are first those that wait since
/// they became enabled, then those that were passed over. Many waiters of one object are a `Wave`.
extension Core {
  /// Stable ids are hashes already, but for that of the clock, which is 0 and must show in the sum as well.
  @inlinable public static var clockShare: UInt64 { 0x9e37_79b9_7f4a_7c15 }

  /// Puts an enabled task behind all others in the baseline order, which it would have led, and behind those
  /// that become enabled later; the clock has no place in it.
  ///
  /// The task that is passed over once waits until the others cannot continue, as a task of low priority
  /// (Burckhardt et al., ASPLOS 2010) and not as one that was delayed once: "last of ten", and "after a
  /// message that goes a long way", are one deviation and not nine.
  @inlinable @inline(__always)
  public mutating func postpone(_ id: TaskID) {
    let task = Int(id.rawValue)
    if task == 0 || !isEnabled(task) { return }
    if wave.isOpen { forgetWave(with: task) }
    unlinkByAge(task)
    linkByAge(task, after: tasks.at[0].older)
  }

  @inlinable
  mutating func linkByAge(_ task: Int, after older: Int) {
    let younger = tasks.at[older].younger
    tasks.at[task].older = older
    tasks.at[task].younger = younger
    tasks.at[older].younger = task
    tasks.at[younger].older = task
  }

  @inlinable
  mutating func unlinkByAge(_ task: Int) {
    let older = tasks.at[task].older
    let younger = tasks.at[task].younger
    tasks.at[older].younger = younger
    tasks.at[younger].older = older
    if youngest == task { youngest = older }
  }

  /// Enables a task; nothing happens if it is enabled.
  mutating func enable(_ task: Int) {
    let state = tasks.at + task
    let index = enabled.count
    if state.pointee.enabledIndex >= 0 {
      if state.pointee.enabledIndex < index { return }
      forgetWave()
    }
    if index == wave.start { shiftWave() }
    enabled.at[index] = TaskID(UInt32(task))
    enabled.count = index + 1
    state.pointee.enabledIndex = index
    enabledHash ^= state.pointee.stableID &+ Core.clockShare
    if task == 0 { return }
    if state.pointee.source < 0 { progressCounter &+= 1 }
    linkByAge(task, after: youngest)
    youngest = task
    if state.pointee.slot != .none { pools.at[Int(state.pointee.slot.rawValue)].blocked -= 1 }
  }

  /// Disables a task; nothing happens if it is not enabled.
  @inline(never)
  mutating func disable(_ task: Int) {
    let state = tasks.at + task
    var index = state.pointee.enabledIndex
    let last = enabled.count - 1
    if index < 0 || index > last { return }
    if wave.isOpen { index = vacate(index) }
    let moved = enabled.at[last]
    enabled.at[index] = moved
    tasks.at[Int(moved.rawValue)].enabledIndex = index
    enabled.count = last
    state.pointee.enabledIndex = -1
    enabledHash ^= state.pointee.stableID &+ Core.clockShare
    if task == 0 { return }
    unlinkByAge(task)
    if state.pointee.slot != .none { pools.at[Int(state.pointee.slot.rawValue)].blocked += 1 }
  }
}
