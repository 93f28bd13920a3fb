// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Waiting for descriptors, timers that are descriptors, and where descriptors come from.
extension gcdc_hooks {
  mutating func installDescriptors() {
    descriptor_wait = { awaited, count, timeout, call, site in
      theEngine.waitForDescriptors(awaited, count, timeout, OperationKind(call), site)
    }
    descriptor_use = { descriptor, call, site in
      let engine = theEngine
      let object = engine.descriptor(descriptor, site)
      _ = engine.step(Operation(OperationKind(call), object), site)
    }
    descriptor_sends = { descriptor in
      let engine = theEngine
      if engine.state.pointee.descriptors.unansweredWaits == 0 { return }
      if engine.isOutside(descriptor) { engine.speaksToOutside() }
    }
    descriptor_is_fed = { descriptor in theEngine.isFed(descriptor) }
    attempt_wait = { call, context, descriptor, isOutside, kind, site in
      theEngine.waitForAttempt(call, context, descriptor, isOutside, OperationKind(kind), site)
    }
    outside_seen = { theEngine.state.pointee.descriptors.sawOutsideEvent = true }
    epoll_changed = { theEngine.state.pointee.descriptors.mayHaveBecomeOutside = true }
    kernel_waited = { nanoseconds in
      let engine = theEngine
      engine.state.pointee.descriptors.sawOutsideEvent = true
      engine.state.pointee.descriptors.hasRing = true
      // Below that a call has not waited; above it a clock would show that it has.
      if nanoseconds >= 1_000_000 { engine.state.pointee.world.runLate(by: nanoseconds) }
    }
    descriptor_polled = { _ in theEngine.polledOnce() }
    descriptors_made = { first, second in
      for end in [first, second] where end >= 0 {
        var inode: UInt64 = 0
        _ = gcdc_kind_of_descriptor(end, &inode)
        theEngine.state.pointee.descriptors.privateInodes.insert(inode)
      }
    }
    descriptors_shared = {
      let engine = theEngine
      engine.state.pointee.descriptors.areShared = true
      engine.state.pointee.descriptors.privateInodes.removeAll()
      engine.state.pointee.descriptors.mayHaveBecomeOutside = true
      engine.speaksToOutside()
      engine.state.pointee.descriptors.externalTimeout = engine.reducedExternalTimeout
    }
    descriptor_closing = { descriptor in theEngine.descriptorCloses(descriptor) }
    timer_armed = { descriptor, start, interval, site in
      theEngine.armTimer(descriptor, start, interval, site)
    }
    timer_rest = { descriptor, rest, interval in
      let engine = theEngine
      guard let timer = engine.state.pointee.descriptors.timers[descriptor] else { return false }
      rest.pointee = timer.rest(at: engine.state.pointee.world.core.clock.now)
      interval.pointee = timer.interval
      return true
    }
    timer_read = { descriptor, expirations in
      guard let count = theEngine.readTimer(descriptor) else { return false }
      expirations.pointee = count
      return true
    }
  }
}

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
