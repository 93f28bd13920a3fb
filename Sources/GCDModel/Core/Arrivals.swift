// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Delayed items and timers reach their queues in the order of their deadlines, in any order among equal ones
/// (Libdispatch.md 2.8 "Same-deadline order unspecified").
extension Core {
  /// A due item joins those that may arrive now, or waits for those of an earlier deadline.
  mutating func becomeArrival(_ item: Int) {
    if clock.openArrivals > 0 && clock.arrivalDeadline != tasks.at[item].deadline {
      tasks.link(item, into: &clock.lateArrivals, as: .lateArrival)
    } else {
      clock.arrivalDeadline = tasks.at[item].deadline
      clock.openArrivals += 1
      openArrival(item)
    }
  }

  /// Whether nothing but time can continue.
  var isSettled: Bool { mutating get { enabled.count == (tasks.at[0].enabledIndex >= 0 ? 1 : 0) } }

  /// Lets the items arrive that wait until nothing else can continue.
  mutating func openSettled() {
    while clock.whenSettled.head >= 0 {
      let item = clock.whenSettled.head
      tasks.unlink(item, from: &clock.whenSettled)
      tasks.at[item].deadline = clock.now
      becomeArrival(item)
    }
  }

  /// An enabled arrival has been performed or withdrawn.
  mutating func closeArrival() {
    clock.openArrivals -= 1
    if clock.openArrivals > 0 || clock.lateArrivals.head < 0 { return }
    clock.arrivalDeadline = tasks.at[clock.lateArrivals.head].deadline
    while clock.lateArrivals.head >= 0 && tasks.at[clock.lateArrivals.head].deadline == clock.arrivalDeadline
    {
      let item = clock.lateArrivals.head
      tasks.unlink(item, from: &clock.lateArrivals)
      clock.openArrivals += 1
      openArrival(item)
    }
  }

  /// Takes back a delayed item, wherever its arrival is.
  mutating func withdrawArrival(_ item: Int) {
    if tasks.at[item].pending.kind == .eventArrives || tasks.at[item].pending.kind == .sourceInstalls {
      disable(item)
    } else if tasks.at[item].heapIndex >= 0 {
      disarm(item)
    } else if tasks.at[item].list == .lateArrival {
      tasks.unlink(item, from: &clock.lateArrivals)
    } else if tasks.at[item].list == .whenSettled {
      tasks.unlink(item, from: &clock.whenSettled)
    } else {
      disable(item)
      leaveTie(item)
      closeArrival()
    }
  }
}
