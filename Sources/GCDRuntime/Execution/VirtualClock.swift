// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary
import Glibc

/// The instants at which each run starts. All clocks advance together from there.
enum VirtualClock {
  /// 2020-01-01T00:00:00Z.
  static let wallStart: UInt64 = 1_577_836_800_000_000_000
  /// Far enough from zero that "an hour ago" can be named.
  static let uptimeStart: UInt64 = 100_000_000_000_000
  static let continuousStart: UInt64 = 100_000_000_000_000

  /// `CLOCK_TAI`, which Swift's overlay does not name.
  static let atomicTime: Int32 = 11

  /// How often a task may read a clock with nothing between before that counts as a yield.
  static let readsBeforeYield = 1_000
  /// How often tasks may sleep for no time at all at one instant before time passes all the same.
  static let sleepsBeforeStep = 100
  /// How far the clock goes when a task polls it and no deadline is left, in nanoseconds.
  static let pollStep: UInt64 = 1_000_000
}

extension Engine {
  /// Virtual nanoseconds since the start of the run at which a `dispatch_time_t` is due.
  func deadline(_ when: UInt64) -> UInt64 {
    if when == 0 { return pointee.world.core.clock.now }
    if when == UInt64.max { return Operation.noDeadline }
    var nanoseconds: UInt64 = 0
    let clock = gcdc_time_decode(when, &nanoseconds)
    if nanoseconds == UInt64.max { return Operation.noDeadline }
    let start = clockStart(clock)
    return nanoseconds > start ? nanoseconds - start : 0
  }

  /// By how many nanoseconds a `dispatch_time_t` is before the start of the run.
  func lag(_ when: UInt64) -> UInt64 {
    if when == 0 || when == UInt64.max { return 0 }
    var nanoseconds: UInt64 = 0
    let clock = gcdc_time_decode(when, &nanoseconds)
    let start = clockStart(clock)
    return nanoseconds < start ? start - nanoseconds : 0
  }

  /// The interposers give deadlines in virtual nanoseconds of the uptime clock; `UInt64.max` = none.
  func virtualDeadline(_ deadline: UInt64) -> UInt64 {
    if deadline == UInt64.max { return Operation.noDeadline }
    // Never 0, which is no deadline to some operations; one that has passed long ago has passed at 1, too.
    return deadline > VirtualClock.uptimeStart ? deadline - VirtualClock.uptimeStart : 1
  }

  private func clockStart(_ clock: Int32) -> UInt64 {
    switch clock {
    case Int32(GCDC_CLOCK_WALL): VirtualClock.wallStart
    case Int32(GCDC_CLOCK_CONTINUOUS): VirtualClock.continuousStart
    default: VirtualClock.uptimeStart
    }
  }

  /// What the running task reads from one of the kernel's clocks; -1 for a clock that is not virtual.
  func readClock(_ clock: Int32) -> Int64 {
    let start: UInt64
    switch clock {
    case CLOCK_REALTIME, CLOCK_REALTIME_COARSE, VirtualClock.atomicTime: start = VirtualClock.wallStart
    case CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_MONOTONIC_COARSE: start = VirtualClock.uptimeStart
    case CLOCK_BOOTTIME: start = VirtualClock.continuousStart
    // Nothing here costs time: what the process has used is what has passed.
    case CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID: start = 0
    default: return -1
    }
    pointee.polling.clockReads &+= 1
    pointee.progress.pollRounds.noteRead(by: pointee.current)
    pointee.world.noteClockRead(pointee.current)
    if pointee.polling.clockReads >= VirtualClock.readsBeforeYield { pollingYield() }
    // A run of centuries stays at the last moment that the caller's type can say.
    return Int64(clamping: start &+ min(pointee.world.core.clock.now, UInt64.max - start))
  }

  /// Virtual nanoseconds that a sleep of no duration takes: none, unless that repeats without end. A rest of
  /// time smaller than a nanosecond would never be over on a clock that stalls.
  var shortestSleep: UInt64 {
    let now = pointee.world.core.clock.now
    if pointee.polling.lastEmptySleep != now {
      pointee.polling.lastEmptySleep = now
      pointee.polling.zeroSleeps = 0
    }
    pointee.polling.zeroSleeps &+= 1
    return pointee.polling.zeroSleeps > VirtualClock.sleepsBeforeStep ? 1 : 0
  }

  /// A task that only polls the clock gives way, and time passes for it.
  func pollingYield() {
    let now = pointee.world.core.clock.now
    _ = step(Operation(.sleep, argument: now &+ VirtualClock.pollStep), nil)
  }
}
#endif
