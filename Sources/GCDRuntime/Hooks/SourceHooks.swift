// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Sources: creation, timers, cancellation, data.
extension gcdc_hooks {
  mutating func installSources() {
    source_created = { source, type, handle, mask, queue, site in
      hooks.sourceCreated(source, type, handle, mask, queue, site)
    }
    source_set_timer = { source, start, interval, leeway, site in
      hooks.setTimer(source, start, interval, leeway, site)
    }
    source_set_handler = { source, handler, work, site in
      SourceHandlers(engine: theEngine).set(source, handler, work, site)
    }
    source_cancel = { source, site in hooks.cancelSource(.cancel, source, site) }
    source_cancel_and_wait = { source, site in hooks.cancelSource(.cancelAndWait, source, site) }
    source_test_cancel = { source, result in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      result.pointee = engine.pointee.world.sources.isCancelled(object) ? 1 : 0
      return true
    }
    source_get_data = { source, result in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      result.pointee = UInt(engine.pointee.world.sources.data(of: object))
      return true
    }
    source_merge_data = { source, value, site in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      _ = engine.release(Operation(.mergeData, object, argument: UInt64(value)), site)
      return true
    }
    signal_sent = { number, site in WatchedSources(engine: theEngine).sendSignal(number, site) }
    alarm_set = { start, interval, site in DescriptorTimers(engine: theEngine).setAlarm(start, interval, site)
    }
  }
}

private var hooks: SourceHooks { SourceHooks(engine: theEngine) }

struct SourceHooks {
  let engine: Engine

  fileprivate func sourceCreated(
    _ source: UnsafeMutableRawPointer?, _ type: Int32, _ handle: UInt, _ mask: UInt,
    _ queue: UnsafeMutableRawPointer?, _ site: CallSite
  ) {
    guard let source else {
      // C code may look at the result; the Swift overlay cannot, and its first use would crash.
      if gcdc_is_library_address(site) { engine.fault(.sourceNotCreated, .none, site) }
      return
    }
    if type == Int32(GCDC_SOURCE_TIMER), gcdc_is_run_loop_site(site) {
      return RunLoops(engine: engine).beginTimeout(source)
    }
    let target = engine.queue(queue)
    guard let kind = SourceHooks.kind(ofSourceType: type) else {
      engine.pointee.notes.uncontrolledThreads.append(Site(site))
      return
    }
    let object = makeSource(kind, target)
    engine.pointee.sources[object] = SourceTable.Entry()
    engine.pointee.held.liveSources.append(source)
    engine.register(source, object, site, pinned: true)
    switch kind {
    case .read, .write:
      WatchedSources(engine: engine).watch(
        object, descriptor: Int32(truncatingIfNeeded: handle), isWriter: kind == .write)
    case .signal:
      engine.pointee.descriptors.hasAwaited = true
      engine.pointee.descriptors.signals.append(
        WatchedSignal(source: object, number: Int32(truncatingIfNeeded: handle)))
    case .timer:
      if type == Int32(GCDC_SOURCE_INTERVAL) {
        engine.pointee.sources[object].interval = IntervalTimer(isAnimation: mask & 0x20 != 0)
        armInterval(object, 0, UInt64(handle), UInt64.max, site)
      } else if handle != 0 {
        engine.pointee.sources[object].fixedClock = Int32(handle) - 1
      }
    case .add, .or, .replace: break
    }
  }

  private func makeSource(_ kind: SourceKind, _ target: ObjectID) -> ObjectID {
    let task = engine.pointee.current
    switch kind {
    case .timer: return engine.pointee.world.makeSource(kind: .timer, target: target, creator: task)
    case .add, .or, .replace:
      return engine.pointee.world.makeSource(kind: kind, target: target, creator: task)
    case .read, .write, .signal:
      return engine.pointee.world.makeSource(kind: kind, target: target, creator: task)
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
    if let index = RunLoops(engine: engine).timeout(source) {
      engine.pointee.runLoops.timeouts[index].deadline = RunLoops(engine: engine).deadline(start)
      return
    }
    let object = engine.findKnown(source)
    if object == .none { return }
    if !engine.pointee.world.sources.isTimer(object) { engine.fault(.setTimerOnOtherSource, object, site) }
    let entry = engine.pointee.sources[object]
    if entry.interval != nil { return armInterval(object, start, interval, leeway, site) }
    if let clock = entry.fixedClock, start != UInt64.max {
      var nanoseconds: UInt64 = 0
      if gcdc_time_decode(start, &nanoseconds) != clock { engine.fault(.changedTimerClock, object, site) }
    }
    engine.pointee.world.setInterval(object, interval, lag: engine.lag(start))
    _ = engine.step(Operation(.setTimer, object, argument: engine.deadline(start)), site)
  }

  fileprivate func cancelSource(
    _ kind: OperationKind, _ source: UnsafeMutableRawPointer?, _ site: CallSite
  ) -> Bool {
    if RunLoops(engine: engine).endTimeout(source) { return true }
    let object = engine.findKnown(source)
    if object == .none { return false }
    let operation = Operation(kind, object)
    _ = engine.step(operation, site)
    SourceHandlers(engine: engine).giveBack(object)
    if engine.mayPauseBehindSteps { engine.releasePoint(operation, site) }
    return true
  }

  /// The last external reference to a source went away (Libdispatch.md 2.9: it stops in silence).
  func sourceReleased(_ source: UnsafeMutableRawPointer, _ object: ObjectID, _ site: CallSite) {
    if engine.pointee.world.sources.isLive(object) {
      let task = engine.pointee.current
      let position = engine.pointee.tasks[task].pointee.position
      engine.pointee.notes.droppedSources.append(
        DroppedSourceNote(
          source: object, step: engine.pointee.trace.count, task: task,
          site: position.rawValue == 0 ? Site(site) : position,
          stack: engine.pointee.listeners.has(.stacks) ? engine.pointee.stacks.captureHere() : .none))
    }
    engine.pointee.world.releaseSource(object)
    // The real one was never activated; its last release would trap if it still were inactive.
    engine.pointee.held.liveSources.removeAll { $0 == source }
    gcdc_retire_source(source)
  }
}
#endif
