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
  func execute(_ configuration: WorldConfiguration, recordingStacks: Bool) {
    var configuration = configuration
    configuration.recordsLedger = recordingStacks
    state.pointee.world.reset(configuration)
    state.pointee.taskRecords = 0
    state.pointee.idleAdvances = 0
    state.pointee.trace.reset()
    state.pointee.stacks.reset()
    state.pointee.objects.reset()
    state.pointee.records.reset()
    state.pointee.descriptors.reset()
    if !state.pointee.threads.isEmpty { state.pointee.threads.removeAll(keepingCapacity: true) }
    state.pointee.hasUnusualLocks = false
    state.pointee.workloopsWithPriority.removeAll(keepingCapacity: true)
    state.pointee.recordsStacks = recordingStacks
    state.pointee.phase = .body
    state.pointee.end = .running
    state.pointee.hasEnteredMain = false
    state.pointee.mustExit = false
    state.pointee.swiftTasks.reset()
    state.pointee.idle.reset()
    state.pointee.questions = (0, .none, -1)
    gcdc_main_queue_clear()
    state.pointee.runStamp &+= 1
    state.pointee.progress &+= 1
    state.pointee.workersSeen = 0
    state.pointee.settleLimit = .max
    state.pointee.clockReads = 0
    state.pointee.zeroSleeps = 0
    state.pointee.lastEmptySleep = 0
    state.pointee.emptyRunLoopPass = (.none, 0)
    state.pointee.stepsAtPoll = -1
    state.pointee.finalizersSubmitted = 0
    state.pointee.nextJudgement = state.pointee.maximalSteps
    state.pointee.longTurn = LongTurn()
    state.pointee.pollRounds.reset()
    setNextPoll(after: 0)
    if ExecutionCut.isAsked { state.pointee.nextPoll = 0 }
    state.pointee.objectsAtPoll = 0
    state.pointee.transfersAtPoll = gcdc_transfers()
    state.pointee.isProgressing = false
    clearNotes()
    gcdc_forget_races()
    state.pointee.suspendedBody = nil
    state.pointee.privatePost = 0

    let body = state.pointee.world.makeBody(mainQueueHost: state.pointee.host.model)
    guard let thread = takeBodyThread() else {
      state.pointee.end = .outOfThreads
      return
    }
    growTasks(to: body)
    state.pointee.taskRecords = Int(body.rawValue) &+ 1
    (state.pointee.tasks + Int(body.rawValue)).initialize(
      to: TaskRecord(
        thread: thread, work: .nothing, result: 0, site: .none, stack: .none, submission: .none,
        submissionStack: .none, position: .none, submittedBy: .none, delay: 0, creator: .none, source: .none,
        workerNumber: 0))
    thread.pointee.task = body.rawValue
    if thread.pointee.run != state.pointee.runStamp { markStorageUsed(thread) }
    thread.pointee.run = state.pointee.runStamp
    thread.pointee.number = 0
    state.pointee.current = body
    let carrier = gcdc_thread_carrier()!
    state.pointee.carrier = carrier
    beginRunLoops()
    gcdc_begin_foreign_watch()
    if state.pointee.searched != nil { beginExhaustiveExecution() }
    if state.pointee.watchesRaces { orderRun(begins: true) }
    gcdc_thread_switch(carrier, thread)
    if state.pointee.watchesRaces { orderRun(begins: false) }
    gcdc_end_foreign_watch()
  }

  private func clearNotes() {
    if !state.pointee.failures.isEmpty { state.pointee.failures.removeAll(keepingCapacity: true) }
    if !state.pointee.globalBarriers.isEmpty { state.pointee.globalBarriers.removeAll(keepingCapacity: true) }
    if !state.pointee.droppedSources.isEmpty { state.pointee.droppedSources.removeAll(keepingCapacity: true) }
    if !state.pointee.uncontrolledThreads.isEmpty { state.pointee.uncontrolledThreads.removeAll() }
    if !state.pointee.externalObjects.isEmpty {
      state.pointee.externalObjects.removeAll(keepingCapacity: true)
    }
    if !state.pointee.workInFlight.isEmpty { state.pointee.workInFlight.removeAll() }
    if !state.pointee.programOutput.isEmpty { state.pointee.programOutput.removeAll() }
    if !state.pointee.ledgerNotes.isEmpty { state.pointee.ledgerNotes.removeAll(keepingCapacity: true) }
    if !state.pointee.preemptionSteps.isEmpty {
      state.pointee.preemptionSteps.removeAll(keepingCapacity: true)
    }
    if !state.pointee.names.isEmpty { state.pointee.names.removeAll(keepingCapacity: true) }
  }

  /// Gives back threads, locks, handlers, blocks that never ran, and objects.
  ///
  /// Returns how many threads were abandoned with frames on their stacks.
  func cleanUp() -> Int {
    makeReleasable()
    state.pointee.items.giveBack()
    var abandoned = 0
    let count = state.pointee.taskRecords
    var index = 1
    while index < count {
      let record = state.pointee.tasks + index
      if record.pointee.host != .none { record.pointee.thread = nil }  // the thread is its host's
      if let thread = record.pointee.thread {
        // Finished tasks have given their thread back: this one never came to its end.
        record.pointee.thread = nil
        abandon(thread)
        abandoned &+= 1
      } else if record.pointee.work.flags & UInt32(GCDC_WORK_BLOCK) != 0 {
        gcdc_work_discard(record.pointee.work)  // it never began
      }
      index &+= 1
    }
    state.pointee.current = .none
    gcdc_release_locks()
    gcdc_release_file_locks(abandoned > 0)
    reopenOnceTokens()
    endRunLoops()
    quietTimers()
    gcdc_restore_signals()
    state.pointee.specifics.takeBack()
    state.pointee.sources.removeAll()
    releaseThreads()
    dropPins()
    return abandoned
  }
}

extension Engine {
  /// Gives up a thread with frames on its stack.
  func abandon(_ thread: VirtualThread) {
    gcdc_thread_recycle(thread, true)
    thread.pointee.storage = ThreadStorage.abandoned
    // The pool gives the last one first: the main thread comes straight back.
    if thread == state.pointee.mainThread { state.pointee.mainThread = gcdc_thread_obtain(runTask) }
  }

  /// Brings real objects into a state in which any task may release them, before what refers to them goes
  /// away.
  private func makeReleasable() {
    if !state.pointee.inactiveQueues.isEmpty {
      for queue in state.pointee.inactiveQueues { gcdc_real_activate(queue) }
      state.pointee.inactiveQueues.removeAll(keepingCapacity: true)
    }
    if state.pointee.liveSources.isEmpty { return }
    for source in state.pointee.liveSources { gcdc_retire_source(source) }
    state.pointee.liveSources.removeAll(keepingCapacity: true)
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
