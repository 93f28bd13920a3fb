// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Deadlines of one task that are equal only because the virtual clock stalls between two reads: a real
/// clock would have given the later read a later time, so what follows from it arrives later.
///
/// Deadlines that come from one read, or from two tasks, are equal in earnest: which of them is first is a
/// choice (Libdispatch.md fact 7).
extension World {
  /// A task has read a clock.
  @inline(__always)
  public mutating func noteClockRead(_ task: TaskID) {
    let state = tasks + Int(task.rawValue)
    if !state.pointee.hasSetDeadline { return }
    state.pointee.hasSetDeadline = false
    state.pointee.epoch &+= 1
  }

  /// A task sets the deadline of an item.
  mutating func own(_ item: Int, by task: Int) {
    tasks[task].hasSetDeadline = true
    tasks[item].tieOwner = task
    tasks[item].tieEpoch = tasks[task].epoch
  }

  /// A due item may arrive, unless an earlier one of the same task has not.
  mutating func openArrival(_ item: Int) {
    let owner = tasks[item].tieOwner
    if owner < 0 {
      enable(item)
      return
    }
    append(item, to: &tasks[owner].ownArrivals, as: .openArrival)
    settleTie(of: owner)
  }

  /// An item has arrived, or never will.
  mutating func leaveTie(_ item: Int) {
    if tasks[item].list != .openArrival { return }
    let owner = tasks[item].tieOwner
    remove(item, from: &tasks[owner].ownArrivals)
    settleTie(of: owner)
  }

  private mutating func settleTie(of owner: Int) {
    let head = tasks[owner].ownArrivals.head
    if head < 0 { return }
    var first = tasks[head].tieEpoch
    var item = tasks[head].listNext
    while item >= 0 {
      first = min(first, tasks[item].tieEpoch)
      item = tasks[item].listNext
    }
    item = head
    while item >= 0 {
      if tasks[item].tieEpoch == first { enable(item) } else { disable(item) }
      item = tasks[item].listNext
    }
  }
}
