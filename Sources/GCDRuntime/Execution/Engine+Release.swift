// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind
import GCDModel
import GCDSchedule
import GCDVocabulary

/// What may happen between an operation that enables another task and the code behind it.
extension Engine {
  /// `step` for an operation that may enable others: where it does, these may run before its caller does.
  @inline(__always)
  func release(_ operation: Operation, _ site: CallSite) -> Int64 {
    let result = step(operation, site)
    if pointee.world.core.enabledHash != pointee.enabledBefore { releasePoint(operation, site) }
    return result
  }

  /// `stepIfPoint` for an operation that may enable others.
  func releaseIfPoint(_ operation: Operation, _ site: CallSite) {
    if pointee.world.isPoint(pointee.current, operation) {
      _ = release(operation, site)
    } else {
      _ = performSilently(operation, site)
    }
  }

  /// The last step, one of the running task, has enabled another task: where the schedule pauses, others may
  /// continue first.
  @inline(never)
  private func releasePoint(_ operation: Operation, _ site: CallSite) {
    // Partial orders, which a search goes through, are the same with pauses and without.
    if pointee.run.search != nil { return }
    let enabled = pointee.world.core.lastEnabled
    if enabled == .clock || enabled == pointee.current { return }
    if pointee.listeners.has(.testFramework) {
      let frameworks = TestFrameworks(engine: self)
      if frameworks.owns(operation, site) || frameworks.onlyFrameworkIsEnabled { return }
      if !isCalledByProgram(site) { return }
    }
    guard mayPause(operation.kind, site) else { return }
    pointee.run.releases &+= 1
    if pointee.exploration.choices.pointee.pausesAfterReleases { pause(enabled, site) }
  }

  /// Whether the code behind a call may be the program's own; a quick answer, which `isCalledByProgram` makes
  /// sure of where it matters.
  private func mayPause(_ kind: OperationKind, _ site: CallSite) -> Bool {
    switch kind.releases {
    case .block, .blockWithWait, .blockElsewhere, .registration, .arrival, .syncEnd, .lane: true
    // A method of Foundation that makes a thread looks like one of its locks.
    case .thread: site.map { !gcdc_is_library_address($0 - 1) } ?? false
    case .none, .blockEnd, .lock, .readWriteLock, .heldLock, .workItem, .barrier, .count, .condition,
      .cancelHandler, .descriptors:
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
    var stack = [UInt](repeating: 0, count: 32)
    let count = max(0, Int(gcdc_unwind_here(&stack, Int32(stack.count))))
    let frames = stack.prefix(count).drop { $0 != UInt(bitPattern: site) }
    for frame in frames.lazy.compactMap(UnsafeRawPointer.init(bitPattern:)) {
      if !gcdc_is_library_address(frame - 1) { return true }
      if !gcdc_passes_calls_on(frame), !gcdc_is_lock_method_site(frame) { return false }
    }
    return false
  }

  /// Has the scheduler choose between the running task, which has no operation to perform, and the others.
  private func pause(_ enabled: TaskID, _ site: CallSite) {
    if pointee.listeners.has(.taskView) { pointee.exploration.choices.pointee.view = taskView }
    let task = pointee.current
    let candidates = pointee.world.core.enabled.at
    let baseline = pointee.world.enabledIndex(of: task)
    let index = pointee.exploration.choices.pointee.nextAfterRelease(
      candidates, pointee.world.core.enabled.count, baseline: baseline,
      enabled: pointee.world.enabledIndex(of: enabled))
    if index == baseline || (candidates[index] == .clock && !timeMayPass) { return }
    if !isCalledByProgram(site) { return }
    let next = candidates[index]
    passOver(task)
    if pointee.listeners.has(.stacks) { pointee.notes.pauses.append(pointee.trace.count - 1) }
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
    guard let thread = pointee.tasks[task].pointee.thread else {
      internalError("a task without a thread has paused")
    }
    return thread
  }
}
#endif
