// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// The handlers of sources: kept here only, never on the real source.
extension Engine {
  func setHandler(
    _ source: UnsafeMutableRawPointer?, _ handler: Int32, _ work: gcdc_work, _ site: CallSite
  ) -> Bool {
    if let index = timeout(source) {
      setHandler(ofTimeout: index, handler, work)
      return true
    }
    let object = findKnown(source)
    if object == .none { return false }
    let new: gcdc_work? = work.function == nil ? nil : work
    let kind: TaskKind
    switch Int(handler) {
    case GCDC_HANDLER_CANCEL, GCDC_HANDLER_MANDATORY_CANCEL: kind = .cancelHandler
    case GCDC_HANDLER_REGISTRATION: kind = .registrationHandler
    default: kind = .eventHandler
    }
    // Strict first, as in the real library: on an active source it then is the setting that ends the process.
    if handler == Int32(GCDC_HANDLER_MANDATORY_CANCEL) { state.pointee.world.makeStrict(object) }
    // The block is in its place before the model may call for it.
    let old = state.pointee.sources.exchange(object, kind, new)
    noteUseOfEverything()
    let misuse = state.pointee.world.setHandler(object, kind, isPresent: new != nil)
    if misuse != .none { fault(misuse, object, site) }
    orderHandler(object)
    if let old { gcdc_work_dispose(old) }
    return true
  }

  /// Gives the blocks of a cancelled source back, which ends the cycles of what they capture (Libdispatch.md
  /// 2.9 "Handlers are freed at cancel").
  func giveBackHandlers(_ source: ObjectID) {
    if !state.pointee.world.sources.needsNoHandler(source) { return }
    for kind in [TaskKind.eventHandler, .registrationHandler] {
      if let work = state.pointee.sources.exchange(source, kind, nil) { gcdc_work_dispose(work) }
    }
  }

  /// A handler has returned; its own share of the block is gone.
  @inline(never)
  func handlerReturned(_ task: TaskID, _ source: ObjectID) {
    let kind = state.pointee.world.kind(of: task)
    if kind != .eventHandler, let work = state.pointee.sources.exchange(source, kind, nil) {
      gcdc_work_dispose(work)  // it runs once
    }
    if state.pointee.world.sources.isCancelled(source) { giveBackHandlersAfter(source) }
  }

  /// The event handler that has just returned still is in the model.
  private func giveBackHandlersAfter(_ source: ObjectID) {
    for kind in [TaskKind.eventHandler, .registrationHandler] {
      if let work = state.pointee.sources.exchange(source, kind, nil) { gcdc_work_dispose(work) }
    }
  }

  /// Records for tasks that the model made on its own: the handlers of sources.
  @inline(never)
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
  @inline(never)
  func takeHandler(_ task: TaskID, _ source: ObjectID) {
    guard var work = state.pointee.sources.work(source, state.pointee.world.kind(of: task)) else { return }
    if work.flags & UInt32(GCDC_WORK_FETCH_CONTEXT) != 0 {
      work.context = gcdc_object_context(address(of: source))
    }
    // It stays with its source, and may be replaced there while it runs here.
    work = gcdc_work_share(work)
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
