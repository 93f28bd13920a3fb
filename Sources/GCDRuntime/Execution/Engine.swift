// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind
import GCDModel
import GCDSchedule
import GCDVocabulary

/// The one engine of the process: asks the model what is possible and the scheduler what happens, then
/// switches.
///
/// Only a pointer, passed by value. Every access to the state is one load or store through it, or one call
/// that does not switch; that is what makes switching in the middle of a method sound. What concerns one
/// subject has a type of its own over this pointer (`DescriptorWaits`, `QueueHooks`, …).
typealias Engine = UnsafeMutablePointer<Execution>

/// The operations of the running task.
extension Engine {
  /// Announces an operation of the running task, lets others run, performs it; returns its result.
  ///
  /// Does not return if the run ends first: its stack is then abandoned.
  func step(_ operation: Operation, _ site: CallSite) -> Int64 {
    let task = pointee.current
    prepare(task, site)
    if !pointee.listeners.isEmpty { return stepWithListeners(task, operation, site) }
    return proceed(task, pointee.world.announce(task, operation), operation.object)
  }

  /// Lets others run until the announced operation of the running task has been performed; returns its
  /// result.
  func proceed(_ task: TaskID, _ announcement: Announcement, _ object: ObjectID) -> Int64 {
    let own = pointee.tasks[task].pointee.thread!
    let next = announcement == .deadlock ? stop(.ownerCycle, task, .none, object) : dispatchNext()
    if next != own {
      if pointee.process.watchesRaces { SyncOrder(engine: self).pause() }
      gcdc_thread_switch(own, next)
    }
    return pointee.tasks[task].pointee.result
  }

  /// An operation of the toolchain's own code: no scheduling point and no step unless it has to block.
  func internalStep(_ operation: Operation, _ site: CallSite) -> Int64 {
    let task = pointee.current
    let announcement = pointee.world.announce(task, operation)
    guard announcement == .enabled else { return proceed(task, announcement, operation.object) }
    noteSilent(task)
    let outcome = pointee.world.perform(task)
    // A sync can always be made, and may have to wait for its turn then.
    if outcome.kind == .blocked { return proceed(task, .disabled, operation.object) }
    if outcome.kind == .deadlock { stopAndLeave(.ownerCycle, task, .none, operation.object) }
    if outcome.kind == .misuse { stopAndLeave(.misuse, task, outcome.misuse, operation.object) }
    return outcome.result
  }

  /// A wait that begins at once: no other task runs between what the task has just done and its wait.
  func blockImmediately(_ operation: Operation, _ site: CallSite) -> Int64 {
    let task = pointee.current
    prepare(task, site)
    noteCode(of: task, site)
    beforeOperation(task, operation)
    _ = pointee.world.announce(task, operation)
    noteSilent(task)
    _ = pointee.world.perform(task)
    let result = proceed(task, .disabled, operation.object)
    afterOperation(task, operation, result)
    return result
  }

  /// Performs an operation that no other task can observe: no choice, no step.
  func performSilently(_ operation: Operation, _ site: CallSite) -> Int64 {
    let task = pointee.current
    prepare(task, site)
    let isObserved = !pointee.listeners.isEmpty
    if isObserved { beforeOperation(task, operation) }
    _ = pointee.world.announce(task, operation)
    if isObserved { noteSilent(task) }
    let outcome = pointee.world.perform(task)
    if isObserved { afterSilentOperation(task, operation, outcome) }
    if outcome.kind == .misuse { stopAndLeave(.misuse, task, outcome.misuse, operation.object) }
    return outcome.result
  }

  /// A yield behind which the baseline order, too, continues with another task, if one can continue.
  func yieldToOthers(_ site: CallSite) {
    let task = pointee.current
    let operation = Operation(.yield)
    prepare(task, site)
    if pointee.listeners.has(.testFramework), TestFrameworks(engine: self).owns(operation, site) { return }
    let isObserved = !pointee.listeners.isEmpty
    if isObserved {
      noteCode(of: task, site)
      beforeOperation(task, operation)
    }
    noteYield(of: task)
    let announcement = pointee.world.announce(task, operation)
    pointee.world.postpone(task)
    pointee.current = .none
    let result = proceed(task, announcement, .none)
    if isObserved { afterOperation(task, operation, result) }
  }

  /// `step` where the operation is a scheduling point, else `performSilently`.
  func stepIfPoint(_ operation: Operation, _ site: CallSite) -> Int64 {
    if pointee.world.isPoint(pointee.current, operation) { return step(operation, site) }
    return performSilently(operation, site)
  }

  func prepare(_ task: TaskID, _ site: CallSite) {
    pointee.polling.clockReads = 0
    let record = pointee.tasks[task]
    record.pointee.site = record.pointee.position.rawValue == 0 ? Site(site) : record.pointee.position
  }

  /// Where a call is made: the position of the scenario step that the running task executes, or else `site`.
  func place(_ site: CallSite) -> Site {
    let position = pointee.tasks[pointee.current].pointee.position
    return position.rawValue == 0 ? Site(site) : position
  }

  /// The stack of the caller, while stacks are recorded.
  func captureStack() -> StackReference {
    pointee.listeners.has(.stacks) ? pointee.stacks.captureHere() : .none
  }

  /// The running task asks for a lock that it has, and gets an error: most callers take that for success.
  func noteRefusal(of lock: ObjectID) {
    guard pointee.listeners.has(.stacks) else { return }
    pointee.notes.refusedLocks.append(
      RefusedLockNote(task: pointee.current, lock: lock, stack: captureStack()))
  }
}

/// The loop.
extension Engine {
  /// Chooses and performs until some task's code can run, and returns that task's thread; the carrier when
  /// the run is over.
  ///
  /// - Parameter first: the task that has been chosen already; `.none` = none has.
  func dispatchNext(_ first: TaskID = .none) -> VirtualThread {
    var chosen = first
    while true {
      if pointee.world.core.expired.count > 0 { finalizeExpired() }
      if pointee.trace.count >= pointee.progress.nextPoll {
        endPrologue()
        let watch = LivelockWatch(engine: self)
        if let end = watch.endAtPoll() {
          chosen = end == .cut ? .none : endRest(isAtRest: false)
          if chosen == .none { return stop(end, pointee.current, .none, .none) }
        } else if chosen == .none {
          chosen = watch.isTimeDue() ? .clock : watch.neglectedTask()
        }
      }
      if pointee.descriptors.needsPoll { DescriptorWaits(engine: self).pollInside() }
      var next = chosen == .none ? choose() : chosen
      chosen = .none
      if next == .none { next = endRest(isAtRest: true) }
      if next == .none { return stop(endAtRest, .none, .none, .none) }
      pointee.activity &+= 1
      if pointee.tasks.count != pointee.world.taskTotal { prepareHandlers() }
      let operation = pointee.world.pendingOperation(of: next)
      if operation.kind == .suspend {
        chooseEffect(next)
      } else if operation.kind == .resume {
        chooseEffect(next)
      } else if operation.kind == .beginOnMain {
        chooseEffect(next)
      } else if operation.kind == .eventArrives {
        WatchedSources(engine: self).describeEvent(next)
      }
      if operation.kind == .none { return continueAfterPause(next) }
      let outcome = pointee.world.perform(next)
      if pointee.world.queues.main.mayHaveWork { wakeMain() }
      if outcome.kind == .hosted { return host(next, outcome) }
      record(next, operation, outcome)
      switch outcome.kind {
      case .completed:
        if operation.kind == .end {
          if let thread = handBack(next) { return thread }
          retire(next)
          continue
        }
        let task = pointee.tasks[next]
        task.pointee.result = outcome.result
        pointee.current = next
        guard let thread = task.pointee.thread else {
          internalError("a call of a task without a thread has returned: \(operation.kind)")
        }
        return thread
      case .started:
        guard let thread = start(next) else { return stop(.outOfThreads, next, .none, .none) }
        return thread
      case .blocked: continue
      case .progressed:
        if operation.kind == .timerExpires { DescriptorTimers(engine: self).expired(operation.object) }
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

  /// The task that makes the next step; `.none` when there is none.
  @inline(__always)
  func choose() -> TaskID {
    let count = pointee.world.core.enabled.count
    let candidates = pointee.world.core.enabled.at
    if !pointee.listeners.isEmpty { return chooseWithListeners(candidates, count) }
    if count < 2 { return count == 1 && candidates[0] != .clock ? candidates[0] : chooseClock() }
    return ask(candidates, count)
  }

  /// Asks the scheduler which of at least two candidates is next.
  @inline(__always)
  func ask(_ candidates: UnsafeMutablePointer<TaskID>, _ count: Int) -> TaskID {
    let baseline = pointee.world.baselineIndex(current: pointee.current)
    let index = pointee.exploration.choices.pointee.next(candidates, count, baseline: baseline)
    let chosen = candidates[index]
    if chosen == .clock, !timeMayPass { return candidates[baseline] }
    if index == baseline { return chosen }
    passOver(candidates[baseline])
    return chosen
  }

  /// Another task than the baseline's is next.
  @inline(__always)
  func passOver(_ baseline: TaskID) {
    pointee.world.postpone(baseline)
    if !pointee.listeners.isEmpty { notePreemption(of: baseline) }
  }

  /// Only the clock is enabled, if anything: it is next, unless something comes from outside the process.
  @inline(never)
  func chooseClock() -> TaskID { eventEndsRest() ? choose() : clockAtRest() }

  /// Whether an event from outside has come for a task that waits for it.
  func eventEndsRest() -> Bool { awaitsOutside && DescriptorWaits(engine: self).eventCameFromOutside() }

  /// The clock if it may move; `.none` = the run is over.
  func clockAtRest() -> TaskID {
    pointee.world.core.enabled.count == 0 || !timeMayPass || LivelockWatch(engine: self).restIsIdle()
      ? .none : .clock
  }

  /// Some operations have more than one legal effect; which one is a choice like any other.
  @inline(never)
  private func chooseEffect(_ task: TaskID) {
    let count = pointee.world.choiceCount(task)
    if count < 2 { return }
    endPrologue()
    pointee.world.setChoice(task, pointee.exploration.choices.pointee.choose(count))
  }

  /// Whether the clock may move: not when the only deadlines are those of timers that enable no task, and
  /// after the body's return neither beyond `settle` nor for repeating timers more than once each. After
  /// `dispatchMain`, too, it ends at `settle`.
  var timeMayPass: Bool {
    if pointee.run.phase == .body {
      if pointee.run.hasEnteredMain, !pointee.run.mustExit,
        pointee.world.nextDeadline > pointee.run.settleLimit
      {
        return false
      }
      return !pointee.world.hasOnlyIdleTimers
    }
    if pointee.world.nextDeadline > pointee.run.settleLimit { return false }
    if !pointee.world.hasOnlyRepeatingDeadlines { return true }
    pointee.run.idleAdvances &+= 1
    return pointee.run.idleAdvances <= pointee.sources.entries.count
  }

  /// Whether the run would stand still, or let time pass, while a task waits for an event from outside.
  private var awaitsOutside: Bool {
    pointee.run.phase == .body
      && (pointee.descriptors.needsPoll
        ? DescriptorWaits(engine: self).isSomethingOutsideAwaited : gcdc_is_child_awaited())
  }

  /// Makes a step that was performed part of the trace.
  @inline(__always)
  func record(_ task: TaskID, _ operation: Operation, _ outcome: Outcome) {
    let record = pointee.tasks[task]
    let step = pointee.trace.next()
    record.pointee.lastStep = pointee.trace.count
    step.pointee.task = task
    step.pointee.object = operation.object
    step.pointee.other = operation.other
    step.pointee.kind = operation.kind
    step.pointee.isBlocked = outcome.kind == .blocked || outcome.kind == .deadlock
    step.pointee.isTimed = operation.isTimedWait
    step.pointee.result = Int32(truncatingIfNeeded: outcome.result)
    step.pointee.time = pointee.world.core.clock.now
    step.pointee.site = record.pointee.site
    step.pointee.stack = record.pointee.stack
    pointee.trace.append(
      step, taskStableID: pointee.world.stableID(task),
      objectStableID: operation.object.rawValue == 0 ? 0 : pointee.world.stableID(of: operation.object),
      enabledHash: pointee.world.core.enabledHash)
    if !pointee.listeners.isEmpty { afterStep(task, operation) }
  }
}

/// The end of a run.
extension Engine {
  /// Notes how the run ended and returns the carrier.
  @inline(never)
  func stop(_ end: RunEnd, _ task: TaskID, _ misuse: Misuse, _ object: ObjectID) -> VirtualThread {
    ProcessCopy.current?.ended()
    pointee.run.end = end
    pointee.run.endTask = task
    pointee.run.endMisuse = misuse
    pointee.run.endObject = object
    pointee.run.phase = .over
    return pointee.pool.carrier!
  }

  /// Ends the run from within an operation of the running task; its stack is abandoned.
  func stopAndLeave(_ end: RunEnd, _ task: TaskID, _ misuse: Misuse, _ object: ObjectID) -> Never {
    let own = pointee.tasks[pointee.current].pointee.thread!
    gcdc_thread_switch(own, stop(end, task, misuse, object))
    internalError("an abandoned run was continued")
  }

  /// The running task does what libdispatch ends the process for.
  func fault(_ misuse: Misuse, _ object: ObjectID, _ site: CallSite) -> Never {
    stopHere(.misuse, misuse, object, site)
  }

  /// The running task makes a call that cannot be made under control.
  func refuse(_ site: CallSite) -> Never { stopHere(.refused, .none, .none, site) }

  private func stopHere(_ end: RunEnd, _ misuse: Misuse, _ object: ObjectID, _ site: CallSite) -> Never {
    let task = pointee.current
    prepare(task, site)
    if pointee.listeners.has(.stacks) { pointee.tasks[task].pointee.stack = captureStack() }
    stopAndLeave(end, task, misuse, object)
  }
}
#endif
