// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind
import GCDModel
import GCDSchedule
import GCDVocabulary

/// Asks the model what is possible and the scheduler what happens, then switches; one for the process.
///
/// Only a pointer, passed by value: each access is one load or store, or one call that does not switch. So
/// methods may switch in their middle, and all that do are its extensions: more than 1,500 lines.
struct Engine {
  let state: UnsafeMutablePointer<Execution>

  // MARK: Operations of the running task

  /// Announces an operation of the running task, lets others run, performs it; returns its result.
  ///
  /// Does not return if the run ends first: its stack is then abandoned.
  func step(_ operation: Operation, _ site: CallSite) -> Int64 {
    let task = state.pointee.current
    prepare(task, site)
    if state.pointee.stepsAreWatched { return watchedStep(task, operation, site) }
    let announcement = state.pointee.world.announce(task, operation)
    return proceed(task, announcement, operation.object)
  }

  /// Lets others run until the announced operation of the running task has been performed; returns its
  /// result.
  func proceed(_ task: TaskID, _ announcement: Announcement, _ object: ObjectID) -> Int64 {
    let own = state.pointee.tasks[Int(task.rawValue)].thread!
    let next = announcement == .deadlock ? stop(.ownerCycle, task, .none, object) : dispatchNext()
    if next != own {
      if state.pointee.watchesRaces { orderPause() }
      gcdc_thread_switch(own, next)
    }
    return state.pointee.tasks[Int(task.rawValue)].result
  }

  /// An operation of the toolchain's own code: no scheduling point and no step unless it has to block.
  func internalStep(_ operation: Operation, _ site: CallSite) -> Int64 {
    let task = state.pointee.current
    let announcement = state.pointee.world.announce(task, operation)
    if announcement == .enabled {
      noteSilent(task)
      return state.pointee.world.perform(task).result
    }
    return proceed(task, announcement, operation.object)
  }

  /// A wait that begins at once: no task comes between what the task has just done and its queueing.
  func blockImmediately(_ operation: Operation, _ site: CallSite) -> Int64 {
    let task = state.pointee.current
    prepare(task, site)
    if state.pointee.isTestBundle { noteCode(of: task) }
    if state.pointee.watchesRaces { orderBefore(task, operation) }
    _ = state.pointee.world.announce(task, operation)
    noteSilent(task)
    _ = state.pointee.world.perform(task)
    let result = proceed(task, .disabled, operation.object)
    if state.pointee.watchesRaces { orderAfter(task, operation, result) }
    return result
  }

  /// Performs an operation that no other task can observe: no choice, no step.
  func performSilently(_ operation: Operation, _ site: CallSite) -> Int64 {
    let task = state.pointee.current
    prepare(task, site)
    if state.pointee.watchesRaces { orderBefore(task, operation) }
    _ = state.pointee.world.announce(task, operation)
    noteSilent(task)
    let outcome = state.pointee.world.perform(task)
    if state.pointee.recordsStacks { noteLedger(task) }
    if outcome.kind == .misuse {
      stopAndLeave(.misuse, task, outcome.misuse, operation.object)
    }
    if state.pointee.watchesRaces { orderAfter(task, operation, outcome.result) }
    return outcome.result
  }

  /// `step` where the operation is a scheduling point, else `performSilently`.
  func stepIfPoint(_ operation: Operation, _ site: CallSite) -> Int64 {
    if state.pointee.world.isPoint(state.pointee.current, operation) { return step(operation, site) }
    return performSilently(operation, site)
  }

  func prepare(_ task: TaskID, _ site: CallSite) {
    state.pointee.clockReads = 0
    let record = state.pointee.tasks + Int(task.rawValue)
    record.pointee.site =
      record.pointee.position.rawValue == 0 ? Site(site) : record.pointee.position
    if state.pointee.recordsStacks { record.pointee.stack = state.pointee.stacks.captureHere() }
  }

  // MARK: The loop

  /// Chooses and performs until some task's code can run, and returns that task's thread; the carrier when
  /// the run is over.
  func dispatchNext() -> VirtualThread {
    while true {
      if state.pointee.world.core.expired.count > 0 { finalizeExpired() }
      if state.pointee.trace.count >= state.pointee.nextPoll, let end = endAtPoll() {
        return stop(end, state.pointee.current, .none, .none)
      }
      if state.pointee.descriptors.needsPoll { pollInside() }
      let next: TaskID
      if let run = state.pointee.searched { next = chooseSearched(run) } else { next = choose() }
      if next == .none {
        return stop(endAtRest, .none, .none, .none)
      }
      state.pointee.progress &+= 1
      if state.pointee.taskRecords != state.pointee.world.taskTotal { prepareHandlers() }
      let operation = state.pointee.world.pendingOperation(of: next)
      if operation.kind == .suspend {
        chooseEffect(next)
      } else if operation.kind == .resume {
        chooseEffect(next)
      } else if operation.kind == .beginOnMain {
        chooseEffect(next)
      } else if operation.kind == .eventArrives {
        describeEvent(next)
      }
      let outcome = state.pointee.world.perform(next)
      if state.pointee.world.queues.main.mayHaveWork { wakeMain() }
      if outcome.kind == .hosted { return host(next, outcome) }
      record(next, operation, outcome)
      if state.pointee.recordsStacks { noteLedger(next) }
      switch outcome.kind {
      case .completed:
        if operation.kind == .end {
          if let thread = handBack(next) { return thread }
          retire(next)
          continue
        }
        let task = state.pointee.tasks + Int(next.rawValue)
        task.pointee.result = outcome.result
        state.pointee.current = next
        return task.pointee.thread!
      case .started:
        guard let thread = start(next) else { return stop(.outOfThreads, next, .none, .none) }
        return thread
      case .blocked: continue
      case .progressed:
        if operation.kind == .timerExpires { timerExpired(operation.object) }
        continue
      case .misuse:
        return stop(.misuse, next, outcome.misuse, operation.object)
      case .deadlock:
        return stop(.ownerCycle, next, .none, operation.object)
      case .hosted:
        internalError("a block of the main queue was not taken")
      }
    }
  }

  /// The task that continues; `.none` when nothing can.
  @inline(__always)
  private func choose() -> TaskID {
    let count = state.pointee.world.core.enabled.count
    let candidates = state.pointee.world.core.enabled.at
    if count < 2 { return count == 1 && candidates[0] != .clock ? candidates[0] : chooseClock() }
    let current = state.pointee.current
    let baseline = state.pointee.world.baselineIndex(current: current)
    if state.pointee.stepsAreWatched, onlyTestFrameworkCanGoOn() { return candidates[baseline] }
    let index =
      state.pointee.choices.needsTaskView
      ? state.pointee.choices.next(candidates, count, baseline: baseline, view: taskView)
      : state.pointee.choices.next(candidates, count, baseline: baseline)
    let chosen = candidates[index]
    if chosen == .clock, !timeMayPass { return candidates[baseline] }
    if index != baseline {
      state.pointee.world.postpone(candidates[baseline])
      if state.pointee.recordsStacks { notePreemption(candidates[baseline]) }
    }
    return chosen
  }

  /// The tasks with what only the engine knows of them; valid for one choice.
  var taskView: TaskView {
    // A record of each task, so that each has a site: handlers are made by the model.
    if state.pointee.taskRecords != state.pointee.world.taskTotal { prepareHandlers() }
    var view = state.pointee.world.taskView
    view.sites = SiteTable(
      base: state.pointee.tasks, stride: MemoryLayout<TaskRecord>.stride,
      site: MemoryLayout<TaskRecord>.offset(of: \.site)!,
      submission: MemoryLayout<TaskRecord>.offset(of: \.submission)!)
    return view
  }

  /// Nothing but the clock can continue: it does, unless something comes from outside the process.
  @inline(never)
  func chooseClock() -> TaskID {
    if awaitsOutside, eventCameFromOutside() { return choose() }
    return state.pointee.world.core.enabled.count == 0 || !timeMayPass || restIsIdle() ? .none : .clock
  }

  /// Some operations have more than one legal effect; which one is a choice like any other.
  @inline(never)
  private func chooseEffect(_ task: TaskID) {
    let count = state.pointee.world.choiceCount(task)
    if count > 1 { state.pointee.world.setChoice(task, chooseWay(count)) }
  }

  /// Whether the clock may continue: not when nothing lives but timers that help nothing, and after the
  /// body's return neither beyond `settle` nor for repeating timers more than once each. After
  /// `dispatchMain`, too, it stops at `settle`.
  private var timeMayPass: Bool {
    if state.pointee.phase == .body {
      if state.pointee.hasEnteredMain, !state.pointee.mustExit,
        state.pointee.world.nextDeadline > state.pointee.settleLimit
      {
        return false
      }
      return !state.pointee.world.hasOnlyIdleTimers
    }
    if state.pointee.world.nextDeadline > state.pointee.settleLimit { return false }
    if !state.pointee.world.hasOnlyRepeatingDeadlines { return true }
    state.pointee.idleAdvances &+= 1
    return state.pointee.idleAdvances <= state.pointee.sources.entries.count
  }

  /// Whether the run would stall, or let time pass, while a task waits for an event from outside.
  private var awaitsOutside: Bool {
    state.pointee.phase == .body
      && (state.pointee.descriptors.needsPoll ? isSomethingOutsideAwaited : gcdc_is_child_awaited())
  }

  func record(_ task: TaskID, _ operation: Operation, _ outcome: Outcome) {
    let record = state.pointee.tasks + Int(task.rawValue)
    let step = state.pointee.trace.next()
    record.pointee.lastStep = state.pointee.trace.count
    step.pointee.task = task
    step.pointee.object = operation.object
    step.pointee.other = operation.other
    step.pointee.kind = operation.kind
    step.pointee.isBlocked = outcome.kind == .blocked || outcome.kind == .deadlock
    step.pointee.result = Int32(truncatingIfNeeded: outcome.result)
    step.pointee.time = state.pointee.world.core.clock.now
    step.pointee.site = record.pointee.site
    step.pointee.stack = record.pointee.stack
    state.pointee.trace.append(
      step, taskStableID: state.pointee.world.stableID(task),
      objectStableID: operation.object.rawValue == 0 ? 0 : state.pointee.world.stableID(of: operation.object),
      enabledHash: state.pointee.world.core.enabledHash)
    if state.pointee.choices.countsSteps { state.pointee.choices.executed(task, operation, view: taskView) }
  }

  /// Notes where the entries that the ledger has gained were made.
  @inline(never)
  private func noteLedger(_ task: TaskID) {
    let record = state.pointee.tasks[Int(task.rawValue)]
    while state.pointee.ledgerNotes.count < state.pointee.world.core.ledger.entries.count {
      state.pointee.ledgerNotes.append(
        LedgerNote(step: state.pointee.trace.count - 1, site: record.site, stack: record.stack))
    }
  }

  // MARK: Threads

  /// A thread for an item that begins now.
  private func start(_ task: TaskID) -> VirtualThread? {
    if !state.pointee.world.holdsWorker(task), let thread = startOnMain(task) { return thread }
    let record = state.pointee.tasks + Int(task.rawValue)
    if record.pointee.thread != nil {  // a thread of the program's own, which has had it since it was made
      state.pointee.current = task
      return record.pointee.thread
    }
    guard let thread = takeThread() else { return nil }
    thread.pointee.task = task.rawValue
    // A thread that the body has left behind has no number yet.
    if thread.pointee.run != state.pointee.runStamp || thread.pointee.number == 0 {
      state.pointee.workersSeen &+= 1
      if thread.pointee.run != state.pointee.runStamp { markStorageUsed(thread) }
      thread.pointee.run = state.pointee.runStamp
      thread.pointee.number = state.pointee.workersSeen
    }
    record.pointee.thread = thread
    record.pointee.workerNumber = thread.pointee.number
    state.pointee.current = task
    return thread
  }

  /// A thread for the body: always the same one where the body is the main thread.
  func takeBodyThread() -> VirtualThread? {
    if state.pointee.host != .mainThread { return takeThread() }
    if state.pointee.mainThread == nil { state.pointee.mainThread = gcdc_thread_obtain(runTask) }
    return state.pointee.mainThread
  }

  @inline(__always)
  func takeThread() -> VirtualThread? {
    if state.pointee.watchesRaces { return takeLeastRecentlyUsedThread() }
    if let thread = state.pointee.idleThreads {
      state.pointee.idleThreads = thread.pointee.next
      thread.pointee.next = nil
      return thread
    }
    return gcdc_thread_obtain(runTask)
  }

  /// The task is over: its thread, which is at its base or will in a moment, is free.
  private func retire(_ task: TaskID) {
    let record = state.pointee.tasks + Int(task.rawValue)
    guard let thread = record.pointee.thread else { return }
    record.pointee.thread = nil
    thread.pointee.task = TaskID.none.rawValue
    if state.pointee.world.kind(of: task) == .thread {
      retireThread(task, thread)
    } else if thread != state.pointee.mainThread {
      makeIdle(thread)
    }
    if state.pointee.current == task { state.pointee.current = .none }
  }

  /// Runs the task that was given to this thread, and what follows on the same thread; returns where to go
  /// next.
  fileprivate func run(on thread: VirtualThread) -> VirtualThread {
    while true {
      let task = TaskID(thread.pointee.task)
      if thread.pointee.storage == ThreadStorage.ready {
        gcdc_set_run_member(true)
      } else {
        renewStorage(thread, threadID(of: task))
      }
      if state.pointee.watchesRaces { orderStart(task) }
      if task == .body {
        callBody()
        bodyReturned()
      } else if state.pointee.world.kind(of: task) == .thread {
        runThread(task)
      } else {
        let source = state.pointee.tasks[Int(task.rawValue)].source
        if source != .none { takeHandler(task, source) }
        let work = state.pointee.tasks[Int(task.rawValue)].work
        state.pointee.tasks[Int(task.rawValue)].work.flags = 0  // from here on this frame owns the block
        // The table may move meanwhile: nothing may point into it.
        call(work, isSubmission: true)
        gcdc_work_dispose(work)
        if source != .none { handlerReturned(task, source) }
      }
      let next = finish(task)
      if next != thread { return next }
    }
  }

  private func callBody() {
    let block = state.pointee.bodyBlock!
    if let enclosure = state.pointee.enclosure {
      enclosure { gcdc_call_block(block) }
    } else {
      gcdc_call_block(block)
    }
  }

  private func bodyReturned() {
    state.pointee.phase = .drain
    state.pointee.settleLimit = state.pointee.world.core.clock.now &+ state.pointee.settle
  }

  private func finish(_ task: TaskID) -> VirtualThread {
    let operation = Operation(.end, state.pointee.world.queue(of: task))
    state.pointee.clockReads = 0
    if state.pointee.watchesRaces { orderEnd(task) }
    _ = state.pointee.world.announce(task, operation)
    if !state.pointee.world.isPoint(task, operation) || (state.pointee.stepsAreWatched && endIsUnseen(task)) {
      noteSilent(task)
      _ = state.pointee.world.perform(task)
      retire(task)
    }
    return dispatchNext()
  }

  // MARK: The end

  /// Notes how the run ended and returns the carrier.
  @inline(never)
  func stop(_ end: RunEnd, _ task: TaskID, _ misuse: Misuse, _ object: ObjectID) -> VirtualThread {
    state.pointee.end = end
    state.pointee.endTask = task
    state.pointee.endMisuse = misuse
    state.pointee.endObject = object
    state.pointee.phase = .over
    return state.pointee.carrier!
  }

  /// Ends the run from within an operation of the running task; its stack is abandoned.
  func stopAndLeave(_ end: RunEnd, _ task: TaskID, _ misuse: Misuse, _ object: ObjectID) -> Never {
    let own = state.pointee.tasks[Int(state.pointee.current.rawValue)].thread!
    gcdc_thread_switch(own, stop(end, task, misuse, object))
    internalError("an abandoned run was continued")
  }
}

/// Body of every virtual thread.
func runTask(_ thread: VirtualThread) -> VirtualThread { theEngine.run(on: thread) }
#endif
