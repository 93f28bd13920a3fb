// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// The handlers of sources: kept here only, never on the real source.
struct SourceHandlers {
  let engine: Engine

  func set(
    _ source: UnsafeMutableRawPointer?, _ handler: Int32, _ work: gcdc_work, _ site: CallSite
  ) -> Bool {
    if let index = RunLoops(engine: engine).timeout(source) {
      RunLoops(engine: engine).setHandler(ofTimeout: index, handler, work)
      return true
    }
    let object = engine.findKnown(source)
    if object == .none { return false }
    let new: gcdc_work? = work.function == nil ? nil : work
    let kind: TaskKind
    switch Int(handler) {
    case GCDC_HANDLER_CANCEL, GCDC_HANDLER_MANDATORY_CANCEL: kind = .cancelHandler
    case GCDC_HANDLER_REGISTRATION: kind = .registrationHandler
    default: kind = .eventHandler
    }
    // Strict first, as in the real library: on an active source it then is the setting that ends the process.
    if handler == Int32(GCDC_HANDLER_MANDATORY_CANCEL) { engine.pointee.world.makeStrict(object) }
    // The block is in its place before the model may call for it.
    let old = engine.pointee.sources.exchange(object, kind, new)
    engine.noteUseOfEverything()
    let misuse = engine.pointee.world.setHandler(object, kind, isPresent: new != nil)
    if misuse != .none { engine.fault(misuse, object, site) }
    if engine.pointee.process.watchesRaces { SyncOrder(engine: engine).handler(object) }
    if let old { gcdc_work_dispose(old) }
    return true
  }

  /// Gives the blocks of a cancelled source back, which ends the cycles of what they capture (Libdispatch.md
  /// 2.9 "Handlers are freed at cancel").
  func giveBack(_ source: ObjectID) {
    if !engine.pointee.world.sources.needsNoHandler(source) { return }
    for kind in [TaskKind.eventHandler, .registrationHandler] {
      if let work = engine.pointee.sources.exchange(source, kind, nil) { gcdc_work_dispose(work) }
    }
  }

  /// A handler has returned; its own share of the block is gone.
  @inline(never)
  func returned(_ task: TaskID, _ source: ObjectID) {
    let kind = engine.pointee.world.kind(of: task)
    if kind != .eventHandler, let work = engine.pointee.sources.exchange(source, kind, nil) {
      gcdc_work_dispose(work)  // it runs once
    }
    if engine.pointee.world.sources.isCancelled(source) { giveBackHandlersAfter(source) }
  }

  /// The event handler that has just returned still is in the model.
  private func giveBackHandlersAfter(_ source: ObjectID) {
    for kind in [TaskKind.eventHandler, .registrationHandler] {
      if let work = engine.pointee.sources.exchange(source, kind, nil) { gcdc_work_dispose(work) }
    }
  }

  /// The work of a handler that begins now: the one that its source has now.
  @inline(never)
  func take(_ task: TaskID, _ source: ObjectID) {
    guard var work = engine.pointee.sources.work(source, engine.pointee.world.kind(of: task)) else { return }
    if work.flags & UInt32(GCDC_WORK_FETCH_CONTEXT) != 0 {
      work.context = gcdc_object_context(engine.address(of: source))
    }
    // It stays with its source, and may be replaced there while it runs here.
    work = gcdc_work_share(work)
    engine.pointee.tasks[task].pointee.work = work
    // A scenario's handler runs at the position of its source until its first step.
    if let site = engine.pointee.records.find(source)?.pointee.site, site.position != nil {
      engine.pointee.tasks[task].pointee.position = site
    }
  }
}

extension Engine {
  /// Records for tasks that the model made on its own, the handlers of sources: before a record is added for
  /// a task that it was asked for, whose place is behind theirs.
  @inline(never)
  func prepareHandlers(before limit: TaskID? = nil) {
    let end = limit.map { Int($0.rawValue) } ?? pointee.world.taskTotal
    while pointee.tasks.count < end {
      let task = TaskID(UInt32(truncatingIfNeeded: pointee.tasks.count))
      let source = pointee.world.source(of: task)
      let made = pointee.records.find(source)
      pointee.tasks.add(task).initialize(
        to: TaskRecord(
          submission: made?.pointee.site ?? .none, submissionStack: made?.pointee.stack ?? .none,
          submittedBy: .fire, creator: .clock, source: source))
    }
  }
}

extension gcdc_work {
  /// Work that does nothing.
  static var nothing: gcdc_work { gcdc_work(function: { _ in }, context: nil, flags: 0, reserved: 0) }
}
#endif
