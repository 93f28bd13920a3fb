// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

/// A source of the private type that repeats at a multiple of its interval since the machine started.
struct IntervalTimer {
  /// The interval counts frames of a sixtieth of a second, not milliseconds.
  var isAnimation: Bool
}

extension SourceHooks {
  /// Libdispatch.md 3 "sources / timers": its three traps; the first event is at the next multiple.
  func armInterval(
    _ source: ObjectID, _ start: UInt64, _ interval: UInt64, _ leeway: UInt64, _ site: CallSite
  ) {
    if start == UInt64.max {
      engine.pointee.world.setInterval(source, UInt64.max)
      _ = engine.step(Operation(.setTimer, source, argument: Operation.noDeadline), site)
      return
    }
    if start != 0 { engine.fault(.intervalStart, source, site) }
    if interval == 0 { engine.fault(.zeroInterval, source, site) }
    if leeway > 1000, leeway != UInt64.max { engine.fault(.invalidLeeway, source, site) }
    let isAnimation = engine.pointee.sources[source].interval?.isAnimation == true
    let unit: UInt64 = isAnimation ? 1_000_000_000 / 60 : 1_000_000
    let period =
      interval <= SourceHooks.longestInterval / unit ? interval * unit : SourceHooks.longestInterval
    let first = VirtualClock.uptimeStart + engine.pointee.world.core.clock.now + period
    engine.pointee.world.setInterval(source, period)
    let due = first - first % period
    let deadline = due > VirtualClock.uptimeStart ? due - VirtualClock.uptimeStart : 0
    _ = engine.step(Operation(.setTimer, source, argument: deadline), site)
  }

  /// A year, in nanoseconds.
  private static let longestInterval: UInt64 = 31_536_000_000_000_000
}
#endif
