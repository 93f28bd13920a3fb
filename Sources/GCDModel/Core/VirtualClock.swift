// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A deadline in the heap.
struct DeadlineEntry {
  var deadline: UInt64
  /// Order of arrival among equal deadlines.
  var ticket: UInt64
  var task: Int
  /// One of many of a timer.
  var repeats: Bool
}

/// Virtual time and what is to happen in it.
public struct VirtualClock {
  /// Virtual nanoseconds since the start of the run.
  public internal(set) var now: UInt64 = 0
  /// How far ahead of ready work the clock may move, in nanoseconds.
  public internal(set) var skew: UInt64 = 0
  /// As in `WorldConfiguration`.
  public internal(set) var lateness: UInt64 = 0
  /// A heap by time, then by order of arrival.
  var deadlines = Table<DeadlineEntry>(capacity: 16)
  var lastTicket: UInt64 = 0
  /// How many of the deadlines belong to repeating timers.
  var repeatingDeadlines = 0
  /// The shortest time, in nanoseconds, that was left to a deadline while others than the clock could
  /// continue; `.max` = there was no such deadline.
  var closestDeadline = UInt64.max
  /// Arrivals of one deadline that are enabled and not performed yet.
  var openArrivals = 0
  /// The deadline of those.
  var arrivalDeadline: UInt64 = 0
  /// Due arrivals of later deadlines, in order; they become enabled when `openArrivals` is back at 0.
  var lateArrivals = TaskList()
  /// Items that arrive when nothing else can continue, before time passes.
  var whenSettled = TaskList()

  mutating func reset(skew: UInt64, lateness: UInt64) {
    now = 0
    self.skew = skew
    self.lateness = lateness
    deadlines.reset()
    lastTicket = 0
    repeatingDeadlines = 0
    closestDeadline = .max
    openArrivals = 0
    arrivalDeadline = 0
    lateArrivals = TaskList()
    whenSettled = TaskList()
  }
}
