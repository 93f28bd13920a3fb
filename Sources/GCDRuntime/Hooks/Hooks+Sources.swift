// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Timer and data sources. Sources of other types are left to the real library.
extension gcdc_hooks {
  mutating func installSources() {
    source_created = { source, type, queue, site in theEngine.sourceCreated(source, type, queue, site) }
    source_set_timer = { source, start, interval, _, site in
      theEngine.setTimer(source, start, interval, site)
    }
    source_set_handler = { source, handler, work, _ in theEngine.setHandler(source, handler, work) }
    source_cancel = { source, site in
      let engine = theEngine
      if engine.endTimeout(source) { return true }
      let object = engine.findKnown(source)
      if object == .none { return false }
      _ = engine.step(Operation(.cancel, object), site)
      return true
    }
    source_test_cancel = { source, result in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      result.pointee = engine.state.pointee.world.testCancel(object) ? 1 : 0
      return true
    }
    source_get_data = { source, result in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      result.pointee = UInt(engine.state.pointee.world.getData(object))
      return true
    }
    source_merge_data = { source, value, site in
      let engine = theEngine
      let object = engine.findKnown(source)
      if object == .none { return false }
      _ = engine.step(Operation(.mergeData, object, argument: UInt64(value)), site)
      return true
    }
  }
}

extension Engine {
  fileprivate func sourceCreated(
    _ source: UnsafeMutableRawPointer?, _ type: Int32, _ queue: UnsafeMutableRawPointer?, _ site: CallSite
  ) {
    guard let source else { return }
    if type == Int32(GCDC_SOURCE_TIMER), gcdc_is_run_loop_site(site) { return beginTimeout(source) }
    let target = self.queue(queue)
    let task = state.pointee.current
    let object: ObjectID
    switch type {
    case Int32(GCDC_SOURCE_TIMER):
      object = state.pointee.world.makeTimerSource(target: target, creator: task)
    case Int32(GCDC_SOURCE_DATA_ADD):
      object = state.pointee.world.makeDataSource(kind: .add, target: target, creator: task)
    case Int32(GCDC_SOURCE_DATA_OR):
      object = state.pointee.world.makeDataSource(kind: .or, target: target, creator: task)
    case Int32(GCDC_SOURCE_DATA_REPLACE):
      object = state.pointee.world.makeDataSource(kind: .replace, target: target, creator: task)
    default:
      state.pointee.uncontrolledThreads.append(Site(site))
      return
    }
    state.pointee.sources[object] = SourceTable.Entry()
    state.pointee.liveSources.append(source)
    register(source, object, site, pinned: true)
  }

  fileprivate func setTimer(
    _ source: UnsafeMutableRawPointer?, _ start: UInt64, _ interval: UInt64, _ site: CallSite
  ) {
    if let index = timeout(source) {
      state.pointee.runLoops.timeouts[index].deadline = runLoopDeadline(start)
      return
    }
    let object = findKnown(source)
    if object == .none { return }
    if !state.pointee.world.isTimer(object) { fault(.setTimerOnOtherSource, object, site) }
    let first = deadline(start)
    state.pointee.world.setInterval(object, interval)
    _ = step(Operation(.setTimer, object, argument: first), site)
  }

  fileprivate func setHandler(
    _ source: UnsafeMutableRawPointer?, _ handler: Int32, _ work: gcdc_work
  ) -> Bool {
    if let index = timeout(source) {
      setHandler(ofTimeout: index, handler, work)
      return true
    }
    let object = findKnown(source)
    if object == .none { return false }
    var entry = state.pointee.sources[object]
    let new: gcdc_work? = work.function == nil ? nil : work
    let old: gcdc_work?
    switch handler {
    case Int32(GCDC_HANDLER_CANCEL), Int32(GCDC_HANDLER_MANDATORY_CANCEL):
      old = entry.handlers.cancel
      entry.handlers.cancel = new
      entry.hasCancelHandler = new != nil
      state.pointee.world.setHandler(object, .cancelHandler, isPresent: new != nil)
    case Int32(GCDC_HANDLER_REGISTRATION):
      old = entry.handlers.registration
      entry.handlers.registration = new
      state.pointee.world.setHandler(object, .registrationHandler, isPresent: new != nil)
    default:
      old = entry.handlers.event
      entry.handlers.event = new
      state.pointee.world.setHandler(object, .eventHandler, isPresent: new != nil)
    }
    state.pointee.sources[object] = entry
    orderHandler(object)
    if let old { gcdc_work_dispose(old) }
    return true
  }

  /// The last external reference to a source went away (libdispatch.md 2.9: it stops in silence).
  func sourceReleased(_ source: UnsafeMutableRawPointer, _ object: ObjectID, _ site: CallSite) {
    if state.pointee.world.isSourceLive(object) {
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

  /// Records for tasks that the model made on its own: the handlers of sources.
  func prepareHandlers() {
    let total = state.pointee.world.taskTotal
    while state.pointee.taskRecords < total {
      let task = TaskID(UInt32(truncatingIfNeeded: state.pointee.taskRecords))
      growTasks(to: task)
      let source = state.pointee.world.source(of: task)
      let made = state.pointee.records.find(source)
      (state.pointee.tasks + Int(task.rawValue)).initialize(
        to: TaskRecord(
          thread: nil, work: .nothing, result: 0, site: .none, stack: .none,
          submission: made?.pointee.site ?? .none, submissionStack: made?.pointee.stack ?? .none,
          position: .none, submittedBy: .fire, delay: 0, creator: .clock, source: source, workerNumber: 0))
      state.pointee.taskRecords &+= 1
    }
  }

  /// The work of a handler that begins now: the one that its source has now.
  func takeHandler(_ task: TaskID, _ source: ObjectID) {
    let handlers = state.pointee.sources[source].handlers
    var work: gcdc_work?
    switch state.pointee.world.kind(of: task) {
    case .cancelHandler: work = handlers.cancel
    case .registrationHandler: work = handlers.registration
    default: work = handlers.event
    }
    guard var work else { return }
    if work.flags & UInt32(GCDC_WORK_FETCH_CONTEXT) != 0 {
      work.context = gcdc_object_context(address(of: source))
    }
    work.flags = 0  // it stays with its source: what runs here owns nothing
    state.pointee.tasks[Int(task.rawValue)].work = work
    // A scenario's handler runs at the position of its source until its first step.
    if let site = state.pointee.records.find(source)?.pointee.site, site.position != nil {
      state.pointee.tasks[Int(task.rawValue)].position = site
    }
  }
}

extension gcdc_work {
  /// Work that does nothing.
  static var nothing: gcdc_work { gcdc_work(function: { _ in }, context: nil, flags: 0, reserved: 0) }
}
#endif
