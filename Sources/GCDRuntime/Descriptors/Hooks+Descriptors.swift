// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Waiting for descriptors, timers that are descriptors, and where descriptors come from.
extension gcdc_hooks {
  mutating func installDescriptors() {
    descriptor_wait = { awaited, count, timeout, call, site in
      waits.waitForDescriptors(awaited, count, timeout, OperationKind(call), site)
    }
    descriptor_use = { descriptor, call, site in
      let engine = theEngine
      let object = waits.descriptor(descriptor, site)
      _ = engine.step(Operation(OperationKind(call), object), site)
    }
    descriptor_sends = { descriptor in
      let engine = theEngine
      if engine.pointee.descriptors.unansweredWaits == 0 { return }
      if waits.isOutside(descriptor) { waits.speaksToOutside() }
    }
    descriptor_sent = { site in theEngine.noteSending(site) }
    descriptor_is_fed = { descriptor in waits.isFed(descriptor) }
    attempt_wait = { attempt, context, kind, descriptor, isOutside, call, site in
      waits.waitForAttempt(attempt, context, kind, descriptor, isOutside, OperationKind(call), site)
    }
    file_named = { name, call, site in
      let files = NamedFiles(engine: theEngine)
      OperationKind(call) == .changeFiles ? files.change(name, site) : files.look(for: name, site)
    }
    choose_end = { count in Int32(waits.chooseEnd(Int(count))) }
    outside_seen = { theEngine.pointee.descriptors.sawOutsideEvent = true }
    epoll_changed = { theEngine.pointee.descriptors.mayHaveBecomeOutside = true }
    kernel_waited = { nanoseconds in
      let engine = theEngine
      engine.pointee.descriptors.sawOutsideEvent = true
      engine.pointee.descriptors.hasRing = true
      // Below that a call has not waited; above it a clock would show that it has.
      if nanoseconds >= 1_000_000 { engine.pointee.world.runLate(by: nanoseconds) }
    }
    descriptor_polled = { _ in waits.polledOnce() }
    process_made = { site in waits.noteProcess(site) }
    descriptors_made = { first, second, site in
      waits.noteMade(first, second, site)
      for end in [first, second] where end >= 0 {
        var inode: UInt64 = 0
        _ = gcdc_kind_of_descriptor(end, &inode)
        theEngine.pointee.descriptors.privateInodes.insert(inode)
      }
    }
    descriptors_shared = {
      let engine = theEngine
      engine.pointee.descriptors.areShared = true
      engine.pointee.descriptors.privateInodes.removeAll()
      engine.pointee.descriptors.mayHaveBecomeOutside = true
      waits.speaksToOutside()
      engine.pointee.descriptors.externalTimeout = waits.reducedExternalTimeout
    }
    descriptor_closing = { descriptor in waits.descriptorCloses(descriptor) }
    timer_armed = { descriptor, start, interval, site in
      timers.armTimer(descriptor, start, interval, site)
    }
    timer_rest = { descriptor, rest, interval in
      let engine = theEngine
      guard let timer = engine.pointee.descriptors.timers[descriptor] else { return false }
      rest.pointee = timer.rest(at: engine.pointee.world.core.clock.now)
      interval.pointee = timer.interval
      return true
    }
    timer_read = { descriptor, expirations in
      guard let count = timers.readTimer(descriptor) else { return false }
      expirations.pointee = count
      return true
    }
  }
}

private var waits: DescriptorWaits { DescriptorWaits(engine: theEngine) }
private var timers: DescriptorTimers { DescriptorTimers(engine: theEngine) }

extension OperationKind {
  /// - Parameter call: A `gcdc_operation`.
  fileprivate init(_ call: Int32) {
    guard let number = UInt8(exactly: call), let kind = OperationKind(rawValue: number) else {
      internalError("there is no operation \(call)")
    }
    self = kind
  }
}
#endif
