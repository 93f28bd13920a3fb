// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary
import Glibc

/// `alarm` and the real-time interval timer on the virtual clock: SIGALRM goes to the sources that watch it,
/// or is sent for real.
extension DescriptorTimers {
  /// `span` is from now, `UInt64.max` takes the alarm back; returns the nanoseconds that were left, 0 = none.
  func setAlarm(_ span: UInt64, _ interval: UInt64, _ site: CallSite) -> UInt64 {
    let old = engine.pointee.descriptors.alarm
    let now = engine.pointee.world.core.clock.now
    if let old, old.task != .none { engine.pointee.world.disarmTimerDescriptor(old.task) }
    let rest = old?.rest(at: now) ?? 0
    engine.pointee.descriptors.alarm = nil
    let (deadline, overflows) = now.addingReportingOverflow(span)
    if span == UInt64.max || overflows { return rest }
    let object = old?.object ?? engine.pointee.world.makeDescriptor(creator: engine.pointee.current)
    if old == nil { engine.pointee.descriptors.sorts.append(GCDC_DESCRIPTOR_OTHER) }
    var alarm = TimerDescriptor(
      object: object, task: .none, next: deadline, interval: interval, isReadable: false)
    alarm.task = engine.pointee.world.armTimerDescriptor(
      object, deadline: deadline, interval: interval, creator: engine.pointee.current)
    engine.pointee.descriptors.alarm = alarm
    return rest
  }

  /// True if the object is the alarm's; its signal is then on its way.
  func alarmExpired(_ object: ObjectID) -> Bool {
    guard var alarm = engine.pointee.descriptors.alarm, alarm.object == object else { return false }
    if alarm.interval > 0 {
      alarm.next &+= alarm.interval
      alarm.task = engine.pointee.world.armTimerDescriptor(
        object, deadline: alarm.next, interval: alarm.interval, creator: .body)
      engine.pointee.descriptors.alarm = alarm
    } else {
      engine.pointee.descriptors.alarm = nil
    }
    if !WatchedSources(engine: engine).raiseSignal(SIGALRM) {
      gcdc_fault_watch_sent(SIGALRM)
      gcdc_raise_really(SIGALRM)
    }
    return true
  }
}
#endif
