// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDSchedule
import GCDVocabulary
import Glibc

/// One run from its first step to the moment at which every thread is back or given up.
extension Engine {
  /// Runs the body once under the plan that the scheduler was given.
  ///
  /// On return nothing of the run moves any more, but all its threads, objects and records are still there:
  /// evidence is taken then, and `cleanUp` ends it.
  func execute(_ settings: RunSettings) {
    pointee.beginRun(settings)
    if let prologue = settings.prologue { beginPrologue(prologue) }
    if ExecutionCut.isAsked { pointee.progress.nextPoll = 0 }
    gcdc_cut_at(settings.cutDeadline)
    gcdc_main_queue_clear()
    gcdc_forget_races()
    let body = pointee.world.makeBody(mainQueueHost: pointee.exploration.host.model)
    let isMain = pointee.exploration.host == .mainThread
    guard let thread = isMain ? pointee.pool.takeMain() : takeThread() else {
      pointee.run.end = .outOfThreads
      return
    }
    pointee.tasks.add(body).initialize(to: TaskRecord(thread: thread))
    thread.pointee.task = body.rawValue
    if thread.pointee.run != pointee.pool.run { markStorageUsed(thread) }
    thread.pointee.run = pointee.pool.run
    thread.pointee.number = 0
    pointee.current = body
    let carrier = gcdc_thread_carrier()!
    pointee.pool.carrier = carrier
    RunLoops(engine: self).begin()
    gcdc_begin_foreign_watch(pointee.held.pins.count)
    if let search = pointee.run.search { SearchedRun(self, search).begin() }
    if pointee.process.watchesRaces { SyncOrder(engine: self).run(begins: true) }
    gcdc_thread_switch(carrier, thread)
    if pointee.process.watchesRaces { SyncOrder(engine: self).run(begins: false) }
    gcdc_end_foreign_watch()
  }

  /// Gives back threads, locks, handlers, blocks that never ran, and objects.
  ///
  /// Returns how many threads were abandoned with frames on their stacks.
  func cleanUp() -> Int {
    pointee.held.makeReleasable()
    pointee.items.giveBack()
    var abandoned = 0
    for index in 1..<max(pointee.tasks.count, 1) {
      let record = pointee.tasks.base + index
      if record.pointee.host != .none { record.pointee.thread = nil }  // the thread is its host's
      if let thread = record.pointee.thread {
        // Finished tasks have given their thread back: this one never came to its end.
        record.pointee.thread = nil
        pointee.pool.abandon(thread)
        abandoned &+= 1
      } else if record.pointee.work.flags & UInt32(GCDC_WORK_BLOCK) != 0 {
        gcdc_work_discard(record.pointee.work)  // it never began
      }
    }
    pointee.current = .none
    gcdc_release_locks()
    gcdc_release_file_locks(abandoned > 0)
    pointee.held.reopenOnceTokens()
    RunLoops(engine: self).end()
    DescriptorTimers(engine: self).takeBack()
    gcdc_restore_signals()
    pointee.specifics.takeBack()
    pointee.sources.removeAll()
    releaseThreads()
    pointee.held.dropPins()
    return abandoned
  }
}

extension BodyHost {
  fileprivate var model: MainQueueHost {
    switch self {
    case .mainThread: .bodyIsMain
    case .mainQueue: .bodyOnMainQueue
    case .served: .served
    }
  }
}
#endif
