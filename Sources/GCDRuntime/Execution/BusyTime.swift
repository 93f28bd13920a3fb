// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

/// How much time a run has earned in which something can always continue.
///
/// Virtual time passes when nothing else can be done, and work without end, such as a block that submits
/// itself again, would keep it for good: a timeout of others would never come. Steps take time on a real
/// machine too.
struct BusyTime {
  /// Virtual time when it was seen to pass last, and how many steps there were then.
  private var now: UInt64 = 0
  private var stepsThen = 0

  /// A run in which time passes now and then owes none.
  private static let fewestSteps = 10_000
  /// Virtual nanoseconds that a step takes: what a block costs on a busy machine, so that no limit is reached
  /// which work of that many steps would keep.
  private static let perStep: UInt64 = 5_000

  mutating func reset() { self = BusyTime() }

  /// Whether so many steps were made since time has passed that this deadline has come.
  mutating func reaches(_ deadline: UInt64, at now: UInt64, steps: Int) -> Bool {
    if now != self.now {
      (self.now, stepsThen) = (now, steps)
      return false
    }
    let made = steps - stepsThen
    guard made >= BusyTime.fewestSteps, deadline != Operation.noDeadline else { return false }
    return deadline <= now || deadline - now <= UInt64(made) * BusyTime.perStep
  }
}

extension LivelockWatch {
  /// Whether a deadline has come although others than the clock can continue; asked now and then.
  func isTimeDue() -> Bool {
    let isEarned = engine.pointee.progress.busyTime.reaches(
      engine.pointee.world.nextDeadline, at: engine.pointee.world.core.clock.now,
      steps: engine.pointee.trace.count)
    return isEarned && engine.timeMayPass && engine.pointee.run.search == nil
  }
}
#endif
