// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// A timer descriptor (timerfd) on the virtual clock.
struct TimerDescriptor {
  var object: ObjectID
  /// Represents the arming while it has not expired.
  var task: TaskID
  /// Virtual time of the next expiration; `Operation.noDeadline` = disarmed.
  var next: UInt64
  /// Nanoseconds; 0 = once.
  var interval: UInt64
  /// It has expired and has not been read since.
  var isReadable: Bool

  /// Nanoseconds to the next expiration, at least 1 while it is armed; 0 = disarmed.
  func rest(at now: UInt64) -> UInt64 {
    if next == Operation.noDeadline { return 0 }
    if next > now { return next - now }
    return interval == 0 ? (isReadable ? 0 : 1) : interval - (now - next) % interval
  }
}

struct DescriptorTimers {
  let engine: Engine

  /// timerfd_settime: what had expired is taken back; `span` is from now, `UInt64.max` disarms.
  func armTimer(_ descriptor: Int32, _ span: UInt64, _ interval: UInt64, _ site: CallSite) {
    gcdc_quiet_timer(descriptor)
    let object = DescriptorWaits(engine: engine).descriptor(descriptor, site)
    let old = engine.pointee.descriptors.timers[descriptor]
    if let old, old.task != .none { engine.pointee.world.disarmTimerDescriptor(old.task) }
    var timer = TimerDescriptor(
      object: object, task: .none, next: Operation.noDeadline, interval: interval, isReadable: false)
    let (deadline, overflows) = engine.pointee.world.core.clock.now.addingReportingOverflow(span)
    if span != UInt64.max, !overflows { arm(&timer, deadline) }
    engine.pointee.descriptors.timers[descriptor] = timer
  }

  private func arm(_ timer: inout TimerDescriptor, _ deadline: UInt64) {
    timer.next = deadline
    timer.task = engine.pointee.world.armTimerDescriptor(
      timer.object, deadline: deadline, interval: timer.interval, creator: engine.pointee.current)
  }

  /// The deadline of a timer has come: its descriptor becomes readable. A repeating timer continues counting
  /// when it is read.
  @inline(never)
  func expired(_ object: ObjectID) {
    if alarmExpired(object) {
      if !engine.pointee.descriptors.attempts.isEmpty { DescriptorWaits(engine: engine).tryInside() }
      return
    }
    for (descriptor, timer) in engine.pointee.descriptors.timers where timer.object == object {
      engine.pointee.descriptors.timers[descriptor]!.task = .none
      engine.pointee.descriptors.timers[descriptor]!.isReadable = true
      gcdc_expire_timer(descriptor)
    }
  }

  /// How often a timer has expired since it was read last; nil where it is none of ours.
  func readTimer(_ descriptor: Int32) -> UInt64? {
    guard var timer = engine.pointee.descriptors.timers[descriptor], timer.isReadable else { return nil }
    timer.isReadable = false
    var count: UInt64 = 1
    if timer.interval == 0 {
      timer.next = Operation.noDeadline
    } else {
      count += (engine.pointee.world.core.clock.now - timer.next) / timer.interval
      arm(&timer, timer.next &+ count &* timer.interval)
    }
    engine.pointee.descriptors.timers[descriptor] = timer
    return count
  }

  func forgetTimer(_ descriptor: Int32) {
    if engine.pointee.descriptors.timers.isEmpty { return }
    guard let timer = engine.pointee.descriptors.timers.removeValue(forKey: descriptor) else { return }
    if timer.task != .none { engine.pointee.world.disarmTimerDescriptor(timer.task) }
  }

  /// Takes back what the run has set. Only on the carrier, outside the run.
  func takeBack() {
    if engine.pointee.descriptors.timers.isEmpty { return }
    for descriptor in engine.pointee.descriptors.timers.keys { gcdc_quiet_timer(descriptor) }
    engine.pointee.descriptors.timers.removeAll()
  }
}
#endif
