// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Partial order sampling: the operation with the highest priority; what loses a race draws again.
///
/// Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, CAV 2018. A priority is not drawn but a function
/// of the schedule's seed, the task's stable id, the number of the operation and how often it has lost: an
/// operation that is added elsewhere leaves all others as they are.
struct PartialOrderSampling {
  private var seed: UInt64 = 0
  /// How often the announced operation of a task has drawn again; never taken back, which does no harm.
  private var losses = TaskTable()
  /// Tasks that yielded, until their next turn, with the negative number of that yield.
  private var yields = TaskTable()
  private var floor: Int64 = -1

  func free() {
    losses.free()
    yields.free()
  }

  mutating func begin(seed: UInt64) {
    self.seed = seed
    losses.removeAll()
    yields.removeAll()
    floor = -1
  }

  /// Is above 0 unless the task has yielded: then below, and lower for a later yield.
  @inline(__always)
  func priority(_ task: TaskID, _ view: TaskView) -> Int64 {
    let index = Int(task.rawValue)
    if index < yields.used, yields.numbers[index] != 0 { return yields.numbers[index] }
    let lost = index < losses.used ? losses.numbers[index] : 0
    let event = view.stableID(of: task) ^ UInt64(view.announced(by: task)) &* 0xff51_afd7_ed55_8ccd
    return Int64(bitPattern: mix(seed ^ event &+ UInt64(bitPattern: lost) &* 0xc4ce_b9fe_1a85_ec53) &>> 1) | 1
  }

  /// The index of the candidate of highest priority that is not the clock.
  mutating func next(_ candidates: UnsafePointer<TaskID>, _ count: Int, view: TaskView) -> Int {
    var best = 0
    var bestPriority = Int64.min
    var index = 0
    while index < count {
      let task = candidates[index]
      if task != .clock {
        let priority = priority(task, view)
        if priority > bestPriority {
          bestPriority = priority
          best = index
        }
      }
      index &+= 1
    }
    return best
  }

  /// The candidate at `chosen` continues: others whose operation may have lost to its draw again.
  mutating func settle(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, chosen: Int, view: TaskView
  ) {
    let winner = candidates[chosen]
    if yields.value(Int(winner.rawValue)) != 0 { yields.set(Int(winner.rawValue), 0) }
    let operation = view.operation(of: winner)
    let subject = Conflict.subject(operation, view)
    if subject == 0 { return }
    let isShared = Conflict.isShared(operation, view)
    var index = 0
    while index < count {
      let task = candidates[index]
      if index != chosen, task != .clock {
        let other = view.operation(of: task)
        if Conflict.subject(other, view) == subject, !(isShared && Conflict.isShared(other, view)) {
          losses.set(Int(task.rawValue), losses.value(Int(task.rawValue)) &+ 1)
        }
      }
      index &+= 1
    }
  }

  mutating func demote(_ task: TaskID) {
    yields.set(Int(task.rawValue), floor)
    floor &-= 1
  }
}
