// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Deadlines of one task that are equal only because the virtual clock stalls between two reads: a real
/// clock would have given the later read a later time, so what follows from it arrives later.
///
/// Deadlines that come from one read, or from two tasks, are equal in earnest: which of them is first is a
/// choice (Libdispatch.md fact 7).
extension Core {
  /// A task sets the deadline of an item.
  mutating func own(_ item: Int, by task: Int) {
    tasks.at[task].hasSetDeadline = true
    tasks.at[item].tieOwner = task
    tasks.at[item].tieEpoch = tasks.at[task].epoch
  }

  /// A due item may arrive, unless an earlier one of the same task has not.
  mutating func openArrival(_ item: Int) {
    let owner = tasks.at[item].tieOwner
    if owner < 0 {
      enable(item)
      return
    }
    tasks.link(item, into: &tasks.at[owner].ownArrivals, as: .openArrival)
    settleTie(of: owner)
  }

  /// An item has arrived, or never will.
  mutating func leaveTie(_ item: Int) {
    if tasks.at[item].list != .openArrival { return }
    let owner = tasks.at[item].tieOwner
    tasks.unlink(item, from: &tasks.at[owner].ownArrivals)
    settleTie(of: owner)
  }

  private mutating func settleTie(of owner: Int) {
    let head = tasks.at[owner].ownArrivals.head
    if head < 0 { return }
    var first = tasks.at[head].tieEpoch
    var item = tasks.at[head].listNext
    while item >= 0 {
      first = min(first, tasks.at[item].tieEpoch)
      item = tasks.at[item].listNext
    }
    item = head
    while item >= 0 {
      if tasks.at[item].tieEpoch == first { enable(item) } else { disable(item) }
      item = tasks.at[item].listNext
    }
  }
}
