// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Delayed items and timers reach their queues in the order of their deadlines, in any order among equal ones
/// (Libdispatch.md 2.8 "Same-deadline order unspecified").
extension World {
  /// Submits an item with a delay: at once if the time has come, never if it never comes (Libdispatch.md
  /// 2.8).
  mutating func delay(_ item: Int, until deadline: UInt64) {
    if isOver(deadline) {
      // Where the clock ran ahead between the reading of the time and this, the deadline has come just now.
      if tasks[item].kind == .after && now &- deadline < lateness {
        tasks[item].submissionInstant = now &+ 1
      }
      submit(item)
    } else if deadline == UInt64.max {
      endUnstarted(item)
    } else {
      tasks[item].phase = .delayed
      tasks[item].pending = Operation(.arrive, lanes[tasks[item].lane].object)
      arm(item, deadline)
    }
  }

  /// A due item joins those that may arrive now, or waits for those of an earlier deadline.
  mutating func becomeArrival(_ item: Int) {
    if openArrivals > 0 && arrivalDeadline != tasks[item].deadline {
      append(item, to: &lateArrivals.pointee, as: .lateArrival)
    } else {
      arrivalDeadline = tasks[item].deadline
      openArrivals += 1
      openArrival(item)
    }
  }

  /// An enabled arrival has been performed or withdrawn.
  mutating func closeArrival() {
    openArrivals -= 1
    if openArrivals > 0 || lateArrivals.pointee.head < 0 { return }
    arrivalDeadline = tasks[lateArrivals.pointee.head].deadline
    while lateArrivals.pointee.head >= 0 && tasks[lateArrivals.pointee.head].deadline == arrivalDeadline {
      let item = lateArrivals.pointee.head
      remove(item, from: &lateArrivals.pointee)
      openArrivals += 1
      openArrival(item)
    }
  }

  /// Takes back a delayed item, wherever its arrival is.
  mutating func withdrawArrival(_ item: Int) {
    if tasks[item].pending.kind == .eventArrives {
      disable(item)
    } else if tasks[item].heapIndex >= 0 {
      disarm(item)
    } else if tasks[item].list == .lateArrival {
      remove(item, from: &lateArrivals.pointee)
    } else {
      disable(item)
      leaveTie(item)
      closeArrival()
    }
  }

  mutating func arrive(_ item: Int) -> Outcome {
    disable(item)
    leaveTie(item)
    if tasks[item].source >= 0 { fired(item) }
    submit(item)
    closeArrival()
    return .progressed
  }
}
