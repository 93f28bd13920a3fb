// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind
import GCDModel
import GCDSchedule
import GCDVocabulary

/// What may happen between a call that lets others continue and the code behind it.
extension Engine {
  /// `step` for an operation that lets others continue: these may run before the code behind it does.
  @inline(__always)
  func release(_ operation: Operation, _ site: CallSite) -> Int64 {
    let result = step(operation, site)
    if mayPauseBehindSteps { releasePoint(operation, site) }
    return result
  }

  /// Whether another task than the running one can continue, in a run in which that matters.
  @inline(__always)
  var mayPauseBehindSteps: Bool {
    pointee.world.core.enabled.count > 1 && pointee.exploration.choices.pointee.watchesReleases
  }

  /// `stepIfPoint` for an operation that lets others continue.
  func releaseIfPoint(_ operation: Operation, _ site: CallSite) {
    if pointee.world.isPoint(pointee.current, operation) {
      _ = release(operation, site)
    } else {
      _ = performSilently(operation, site)
    }
  }

  /// The running task has let others continue by the last step, whether they wait for that already or come to
  /// it later: where the schedule pauses, they do so first.
  ///
  /// - Parameter isBeforeCall: The call at the site is no step, and comes only behind this.
  @inline(never)
  func releasePoint(_ operation: Operation, _ site: CallSite, isBeforeCall: Bool = false) {
    // Partial orders, which a search goes through, are the same with pauses and without.
    if pointee.run.search != nil { return }
    let enabled = pointee.world.lastEnabled(but: pointee.current)
    if enabled == .none { return }
    if pointee.tasks[pointee.current].pointee.libraryCalls > 0 { return }
    if pointee.listeners.has(.testFramework) {
      let frameworks = TestFrameworks(engine: self)
      if frameworks.owns(operation, site) || frameworks.onlyFrameworkIsEnabled { return }
      if !isCalledByProgram(site) { return }
    }
    guard mayPause(operation.kind, site) else { return }
    noteRelease(operation, enabled, site, call: isBeforeCall ? Site(site) : .none, isBeforeCall)
  }

  /// The program makes a library's call that may let others continue. There are no releases until it returns:
  /// the library's code behind them is not what is tested.
  func enterLibraryCall() { pointee.tasks[pointee.current].pointee.libraryCalls &+= 1 }

  /// That call returns to `site`, where others may continue first.
  func returnFromLibraryCall(_ site: CallSite) {
    let record = pointee.tasks[pointee.current]
    record.pointee.libraryCalls &-= 1
    if record.pointee.libraryCalls > 0 { return }
    noteReturn(to: site)
  }

  /// The running task has written to a descriptor that others may wait for.
  func noteSending(_ site: CallSite) {
    if !pointee.descriptors.needsPoll || pointee.tasks[pointee.current].pointee.libraryCalls > 0 { return }
    guard let site, !gcdc_is_library_address(site - 1) else { return }
    noteReturn(to: site)
  }

  /// The running task is behind the last effect of a call.
  private func noteReturn(to site: CallSite) {
    // What waits for a descriptor, such as a run loop, is seen to continue only now. In every run: choices
    // are numbered by the order in which tasks become enabled, and a token cannot say when that was seen.
    if pointee.descriptors.needsPoll { DescriptorWaits(engine: self).pollInside() }
    if pointee.run.search != nil || !pointee.exploration.choices.pointee.watchesReleases { return }
    let enabled = pointee.world.lastEnabled(but: pointee.current)
    if enabled == .none { return }
    if pointee.listeners.has(.testFramework), TestFrameworks(engine: self).onlyFrameworkIsEnabled { return }
    noteRelease(Operation(.none), enabled, site, call: Site(site))
  }

  private func noteRelease(
    _ operation: Operation, _ enabled: TaskID, _ site: CallSite, call: Site = .none,
    _ isBeforeCall: Bool = false
  ) {
    if pointee.listeners.has(.prologue) {
      endPrologue()
      if !pointee.exploration.choices.pointee.watchesReleases { return }
    }
    pointee.run.releases &+= 1
    if pointee.exploration.choices.pointee.passesRelease() { return }
    let number = pointee.releaseSites.ordinal(operation, site)
    guard pointee.exploration.choices.pointee.pausesAfterReleases else { return }
    let note = PauseNote(
      task: pointee.current, step: pointee.trace.count - 1, call: call, stack: .none,
      isBeforeCall: isBeforeCall)
    pause(enabled, number, site, note)
  }

  /// Whether the code behind a call may be the program's own; a quick answer, which `isCalledByProgram` makes
  /// sure of where it matters.
  private func mayPause(_ kind: OperationKind, _ site: CallSite) -> Bool {
    switch kind.releases {
    case .block, .blockWithWait, .blockElsewhere, .registration, .arrival, .syncEnd, .lane, .cancelHandler,
      .workItem:
      true
    // A method of Foundation that makes a thread looks like one of its locks.
    case .thread: site.map { !gcdc_is_library_address($0 - 1) } ?? false
    case .none, .blockEnd, .lock, .readWriteLock, .heldLock, .barrier, .count, .condition, .descriptors:
      gcdc_is_user_site(site)
    }
  }

  /// Whether the program itself makes the running call, which returns to `site`, or calls what does:
  /// Dispatch, the concurrency runtime or a lock's method.
  ///
  /// The code behind any other library's call is not what is tested, and libraries are not always sound:
  /// Foundation's `Thread` keeps the thread that it has made behind the call that makes it.
  private func isCalledByProgram(_ site: CallSite) -> Bool {
    guard let site else { return false }
    if !gcdc_is_library_address(site - 1) { return true }
    let caller = gcdc_unwind_above(UInt(bitPattern: site)) { address in
      guard let frame = UnsafeRawPointer(bitPattern: address) else { return 0 }
      if !gcdc_is_library_address(frame - 1) { return Caller.program.rawValue }
      return gcdc_passes_calls_on(frame) || gcdc_is_lock_method_site(frame) ? 0 : Caller.library.rawValue
    }
    return caller == Caller.program.rawValue
  }

  private enum Caller: Int32 {
    case program = 1
    case library = 2
  }

  /// Has the scheduler choose between the running task, which has no operation to perform, and the others.
  private func pause(_ enabled: TaskID, _ call: Int, _ site: CallSite, _ note: PauseNote) {
    if pointee.listeners.has(.taskView) { pointee.exploration.choices.pointee.view = taskView }
    let task = pointee.current
    let candidates = pointee.world.core.enabled.at
    let baseline = pointee.world.enabledIndex(of: task)
    let index = pointee.exploration.choices.pointee.nextAfterRelease(
      candidates, pointee.world.core.enabled.count, baseline: baseline,
      enabled: pointee.world.enabledIndex(of: enabled), call: call)
    if index == baseline || (candidates[index] == .clock && !timeMayPass) { return }
    if !isCalledByProgram(site) { return }
    let next = candidates[index]
    passOver(task)
    if pointee.listeners.has(.stacks) {
      var note = note
      if note.call != .none { note.stack = captureStack() }
      pointee.notes.pauses.append(note)
    }
    let own = pointee.tasks[task].pointee.thread!
    let thread = dispatchNext(next)
    if thread == own { return }
    if pointee.process.watchesRaces { SyncOrder(engine: self).pause() }
    gcdc_thread_switch(own, thread)
  }

  /// The task that was chosen has paused: its code runs on, which is no step.
  @inline(never)
  func continueAfterPause(_ task: TaskID) -> VirtualThread {
    pointee.current = task
    if let last = pointee.notes.pauses.lastIndex(where: { $0.task == task }) {
      pointee.notes.pauses[last].end = pointee.trace.count
    }
    guard let thread = pointee.tasks[task].pointee.thread else {
      internalError("a task without a thread has paused")
    }
    return thread
  }
}
#endif
