// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

/// Loops around a run loop that has nothing to wait for, as a thread without sources and timers has it:
/// each turn comes back at once, and in reality the loop burns time until what it waits for has happened.
/// XCTest's `fulfillment(of:)` waits in one.
struct EmptyRunLoopTurn {
  let engine: Engine

  /// Seconds from 1970 to 2001, where Foundation's dates begin.
  private static let firstDate = 978_307_200.0
  /// What a turn takes while others have something to do, in nanoseconds.
  private static let briefly: UInt64 = 1_000
  /// What it takes at most, also where it was to wait forever.
  private static let longest: UInt64 = 1_000_000_000

  /// Lets others run and, once they have had their say, time pass: to the next deadline of any task, or to
  /// `limit` in seconds since 2001.
  func rest(_ limit: Double, _ site: CallSite) {
    let now = engine.pointee.world.core.clock.now
    let present = Double(VirtualClock.wallStart &+ now) / 1e9 - EmptyRunLoopTurn.firstDate
    let task = engine.pointee.current
    var rest = EmptyRunLoopTurn.briefly
    if engine.pointee.polling.emptyRunLoopPass.task == task,
      isAlone(task, since: engine.pointee.polling.emptyRunLoopPass.steps)
    {
      // A date is no finer than a tenth of a microsecond: what is left of the time may be less than that.
      let left = max(
        Double(EmptyRunLoopTurn.briefly), min(Double(EmptyRunLoopTurn.longest), (limit - present) * 1e9))
      let next = engine.pointee.world.nextDeadline
      rest = next > now ? min(UInt64(left), next - now) : UInt64(left)
    }
    engine.pointee.polling.emptyRunLoopPass = (task, engine.pointee.trace.count)
    _ = engine.step(Operation(.sleep, argument: now &+ rest), site)
  }

  /// Whether nothing but `task` and the clock has made a step since.
  private func isAlone(_ task: TaskID, since steps: Int) -> Bool {
    let trace = engine.pointee.trace
    if steps < trace.first { return false }
    for index in steps..<trace.count {
      let other = trace.steps[index].task
      if other != task, other != .clock { return false }
    }
    return true
  }
}
#endif
