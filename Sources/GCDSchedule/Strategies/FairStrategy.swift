// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Always the candidate that has waited longest; tasks that yielded only when no other task can run.
///
/// A program that makes no progress even under this order is a livelock, not an unlucky schedule.
struct FairStrategy {
  /// The tick of a task's last turn, 0 = none yet; negative when the task yielded in that turn.
  private var turns = TaskTable()
  private var tick: Int64 = 0

  func free() { turns.free() }

  mutating func begin() {
    turns.removeAll()
    tick = 0
  }

  /// The index of the candidate whose turn it is; never the clock (task 0) while another task can run.
  mutating func next(_ candidates: UnsafePointer<TaskID>, _ count: Int) -> Int {
    var best = 0
    var bestAge = Int64.max
    var index = 0
    while index < count {
      let task = Int(candidates[index].rawValue)
      if task != 0 {
        let turn = turns.value(task)
        // Every age of a task that yielded is above every age of one that did not.
        let age = turn >= 0 ? turn : Int64.max / 2 &- turn
        if age < bestAge {
          bestAge = age
          best = index
        }
      }
      index &+= 1
    }
    tick &+= 1
    turns.set(Int(candidates[best].rawValue), tick)
    return best
  }

  /// Lets `task` wait until all others wait as well.
  mutating func demote(_ task: TaskID) {
    tick &+= 1
    turns.set(Int(task.rawValue), 0 &- tick)
  }
}
