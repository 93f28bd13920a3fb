// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Sources: creation, timers, cancellation, data.
extension gcdc_hooks {
  mutating func installSources() {
    source_created = { source, type, handle, mask, queue, site in
      theEngine.sourceCreated(source, type, handle, mask, queue, site)
    }
    source_set_timer = { source, start, interval, leeway, site in
      theEngine.setTimer(source, start, interval, leeway, site)
    }
    source_set_handler = { source, handler, work, site in
      theEngine.setHandler(source, handler, work, site)
    }
    source_cancel = { source, site in theEngine.cancelSource(.cancel, source, site) }
    source_cancel_and_wait = { source, site in theEngine.cancelSource(.cancelAndWait, source, site) }
    source_test_cancel = { source, result in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      result.pointee = engine.state.pointee.world.sources.isCancelled(object) ? 1 : 0
      return true
    }
    source_get_data = { source, result in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      result.pointee = UInt(engine.state.pointee.world.sources.data(of: object))
      return true
    }
    source_merge_data = { source, value, site in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      _ = engine.step(Operation(.mergeData, object, argument: UInt64(value)), site)
      return true
    }
    signal_sent = { number, site in theEngine.sendSignal(number, site) }
    alarm_set = { start, interval, site in theEngine.setAlarm(start, interval, site) }
  }
}

extension Engine {
  fileprivate func sourceCreated(
    _ source: UnsafeMutableRawPointer?, _ type: Int32, _ handle: UInt, _ mask: UInt,
    _ queue: UnsafeMutableRawPointer?, _ site: CallSite
  ) {
    guard let source else {
      // C code may look at the result; the Swift overlay cannot, and its first use would crash.
      if gcdc_is_library_address(site) { fault(.sourceNotCreated, .none, site) }
      return
    }
    if type == Int32(GCDC_SOURCE_TIMER), gcdc_is_run_loop_site(site) { return beginTimeout(source) }
    let target = self.queue(queue)
    guard let kind = Engine.kind(ofSourceType: type) else {
      state.pointee.uncontrolledThreads.append(Site(site))
      return
    }
    let object = makeSource(kind, target)
    state.pointee.sources[object] = SourceTable.Entry()
    state.pointee.liveSources.append(source)
    register(source, object, site, pinned: true)
    switch kind {
    case .read, .write: watch(object, descriptor: Int32(truncatingIfNeeded: handle), isWriter: kind == .write)
    case .signal:
      state.pointee.descriptors.hasAwaited = true
      state.pointee.descriptors.signals.append(
        WatchedSignal(source: object, number: Int32(truncatingIfNeeded: handle)))
    case .timer:
      if type == Int32(GCDC_SOURCE_INTERVAL) {
        state.pointee.sources[object].interval = IntervalTimer(isAnimation: mask & 0x20 != 0)
        armInterval(object, 0, UInt64(handle), UInt64.max, site)
      } else if handle != 0 {
        state.pointee.sources[object].fixedClock = Int32(handle) - 1
      }
    case .add, .or, .replace: break
    }
  }

  private func makeSource(_ kind: SourceKind, _ target: ObjectID) -> ObjectID {
    let task = state.pointee.current
    switch kind {
    case .timer: return state.pointee.world.makeSource(kind: .timer, target: target, creator: task)
    case .add, .or, .replace:
      return state.pointee.world.makeSource(kind: kind, target: target, creator: task)
    case .read, .write, .signal:
      return state.pointee.world.makeSource(kind: kind, target: target, creator: task)
    }
  }

  private static func kind(ofSourceType type: Int32) -> SourceKind? {
    switch Int(type) {
    case GCDC_SOURCE_TIMER, GCDC_SOURCE_INTERVAL: return .timer
    case GCDC_SOURCE_DATA_ADD: return .add
    case GCDC_SOURCE_DATA_OR: return .or
    case GCDC_SOURCE_DATA_REPLACE: return .replace
    case GCDC_SOURCE_READ: return .read
    case GCDC_SOURCE_WRITE: return .write
    case GCDC_SOURCE_SIGNAL: return .signal
    default: return nil
    }
  }

  fileprivate func setTimer(
    _ source: UnsafeMutableRawPointer?, _ start: UInt64, _ interval: UInt64, _ leeway: UInt64,
    _ site: CallSite
  ) {
    if let index = timeout(source) {
      state.pointee.runLoops.timeouts[index].deadline = runLoopDeadline(start)
      return
    }
    let object = findKnown(source)
    if object == .none { return }
    if !state.pointee.world.sources.isTimer(object) { fault(.setTimerOnOtherSource, object, site) }
    let entry = state.pointee.sources[object]
    if entry.interval != nil { return armInterval(object, start, interval, leeway, site) }
    if let clock = entry.fixedClock, start != UInt64.max {
      var nanoseconds: UInt64 = 0
      if gcdc_time_decode(start, &nanoseconds) != clock { fault(.changedTimerClock, object, site) }
    }
    state.pointee.world.setInterval(object, interval, lag: lag(start))
    _ = step(Operation(.setTimer, object, argument: deadline(start)), site)
  }

  fileprivate func cancelSource(
    _ kind: OperationKind, _ source: UnsafeMutableRawPointer?, _ site: CallSite
  ) -> Bool {
    if endTimeout(source) { return true }
    let object = findKnown(source)
    if object == .none { return false }
    _ = step(Operation(kind, object), site)
    giveBackHandlers(object)
    return true
  }

  /// The last external reference to a source went away (Libdispatch.md 2.9: it stops in silence).
  func sourceReleased(_ source: UnsafeMutableRawPointer, _ object: ObjectID, _ site: CallSite) {
    if state.pointee.world.sources.isLive(object) {
      let task = state.pointee.current
      let position = state.pointee.tasks[Int(task.rawValue)].position
      state.pointee.droppedSources.append(
        DroppedSourceNote(
          source: object, step: state.pointee.trace.count, task: task,
          site: position.rawValue == 0 ? Site(site) : position,
          stack: state.pointee.recordsStacks ? state.pointee.stacks.captureHere() : .none))
    }
    state.pointee.world.releaseSource(object)
    // The real one was never activated; its last release would trap if it still were inactive.
    state.pointee.liveSources.removeAll { $0 == source }
    gcdc_retire_source(source)
  }
}
#endif
