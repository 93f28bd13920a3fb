// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension Core {
  mutating func makeClock() {
    let clock = tasks.at + makeTask(kind: .clock, creator: .none)
    clock.pointee.pending = Operation(.timePasses)
    clock.pointee.phase = .running
    clock.pointee.older = 0
    clock.pointee.younger = 0
    tasksAlive = 0
  }

  mutating func makeTask(kind: TaskKind, creator: TaskID) -> Int {
    var stable: UInt64 = 0
    if creator.rawValue != UInt32.max {
      stable = nextStableID(slot: kind.creationSlot, creator: Int(creator.rawValue))
    }
    let index = tasks.append(TaskState(kind: kind, creator: creator, stableID: stable))
    if enabled.capacity < tasks.capacity { growWithTasks() }
    (creationCounters.at + index * creationSlots).initialize(repeating: 0, count: creationSlots)
    creationCounters.count += creationSlots
    tasksAlive += 1
    return index
  }

  /// The id of the next object of a kind that `creator` makes.
  mutating func nextStableID(of kind: ObjectKind, creator: TaskID) -> UInt64 {
    nextStableID(slot: kind.creationSlot, creator: Int(creator.rawValue))
  }

  private mutating func nextStableID(slot: Int, creator: Int) -> UInt64 {
    let counter = creationCounters.at + (creator * creationSlots + slot)
    let count = counter.pointee
    counter.pointee = count &+ 1
    return fold(fold(tasks.at[creator].stableID, UInt64(slot) &+ 1), UInt64(count) &+ 1)
  }

  /// Makes room for all tasks in the tables that have entries for each.
  private mutating func growWithTasks() {
    // It may lie behind the entries that are moved.
    forgetWave()
    enabled.grow(to: tasks.capacity)
    creationCounters.grow(to: tasks.capacity * creationSlots)
  }
}
