// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDVocabulary

/// What the engine knows of CoreFoundation's run loops in one run.
struct RunLoopState {
  /// The thread whose run loop is `RunLoop.main` in this run; nil where the program has no run loops.
  var main: VirtualThread?
  /// Threads that have got a run loop, which goes away with the run.
  var threads: [VirtualThread] = []
  /// The time limits of run loops that run now.
  var timeouts: [RunLoopTimeout] = []
}

/// The time limit of one `RunLoop.run(until:)`: CoreFoundation makes a timer source for it that wakes the
/// loop, on a global queue. Here it ends the wait of the loop's own thread, without a block and without a
/// step.
struct RunLoopTimeout {
  var source: UnsafeMutableRawPointer
  var thread: VirtualThread
  /// Virtual nanoseconds; `Operation.noDeadline` when it has fired.
  var deadline: UInt64
  /// Wakes the loop.
  var wake: gcdc_work
  /// Gives back the reference to the loop.
  var end: gcdc_work
}

/// The run loops of CoreFoundation in a run, and the time limits of those that run.
struct RunLoops {
  let engine: Engine

  /// The running task's.
  private var thread: VirtualThread { engine.pointee.tasks[engine.pointee.current].pointee.thread! }

  /// Whether a task waits in the sleep of a run loop, by a call of Foundation's.
  func isWaiting(_ task: TaskID) -> Bool {
    guard Int(task.rawValue) < engine.pointee.tasks.count else { return false }
    let site = UnsafeRawPointer(bitPattern: engine.pointee.tasks[task].pointee.site.address ?? 0)
    return engine.pointee.world.pendingOperation(of: task).kind.isDescriptorCall
      && gcdc_is_run_loop_site(site)
  }

  // MARK: Time limits

  /// CoreFoundation looks whether its time is over with "before now": the clock has to have continued.
  private static let grace: UInt64 = 1_000

  func deadline(_ when: UInt64) -> UInt64 {
    let deadline = engine.deadline(when)
    return deadline > Operation.noDeadline - RunLoops.grace ? Operation.noDeadline : deadline + RunLoops.grace
  }

  func beginTimeout(_ source: UnsafeMutableRawPointer) {
    engine.pointee.runLoops.timeouts.append(
      RunLoopTimeout(
        source: source, thread: thread,
        deadline: Operation.noDeadline, wake: .nothing, end: .nothing))
    gcdc_retire_source(source)
  }

  func timeout(_ source: UnsafeMutableRawPointer?) -> Int? {
    if engine.pointee.runLoops.timeouts.isEmpty { return nil }
    return engine.pointee.runLoops.timeouts.firstIndex { $0.source == source }
  }

  func setHandler(ofTimeout index: Int, _ handler: Int32, _ work: gcdc_work) {
    if handler == Int32(GCDC_HANDLER_EVENT) {
      engine.pointee.runLoops.timeouts[index].wake = work
    } else {
      engine.pointee.runLoops.timeouts[index].end = work
    }
  }

  /// The loop has come to its end; false when the source is no time limit.
  func endTimeout(_ source: UnsafeMutableRawPointer?) -> Bool {
    guard let index = timeout(source) else { return false }
    let timeout = engine.pointee.runLoops.timeouts.remove(at: index)
    gcdc_call(timeout.end.function, timeout.end.context)
    gcdc_work_dispose(timeout.wake)
    gcdc_work_dispose(timeout.end)
    return true
  }

  /// When a wait of the running thread ends because a run loop of this thread is over.
  var limit: UInt64 {
    if engine.pointee.runLoops.timeouts.isEmpty { return Operation.noDeadline }
    var earliest = Operation.noDeadline
    for timeout in engine.pointee.runLoops.timeouts where timeout.thread == thread {
      earliest = min(earliest, timeout.deadline)
    }
    return earliest
  }

  /// Wakes the run loops of the running thread whose time is over.
  func wakeTimedOutLoops() {
    for index in engine.pointee.runLoops.timeouts.indices {
      let timeout = engine.pointee.runLoops.timeouts[index]
      if timeout.thread != thread || timeout.deadline > engine.pointee.world.core.clock.now { continue }
      engine.pointee.runLoops.timeouts[index].deadline = Operation.noDeadline
      gcdc_call(timeout.wake.function, timeout.wake.context)
    }
  }

  // MARK: Loops

  /// The running thread has got a run loop.
  func noteLoop() {
    if !engine.pointee.runLoops.threads.contains(thread) { engine.pointee.runLoops.threads.append(thread) }
  }

  /// Gives the run a main run loop of its own. On the carrier, before the body begins.
  func begin() {
    guard gcdc_has_run_loops() else { return }
    gcdc_prepare_child_watch()
    gcdc_begin_child_watch()
    guard let thread = engine.pointee.pool.takeMain() else { return }
    engine.pointee.runLoops.main = thread
    gcdc_begin_run_loops(gcdc_thread_identity(thread))
  }

  /// Frees all run loops of the run. On the carrier, when every thread is back at its base or given up.
  func end() {
    guard let main = engine.pointee.runLoops.main else { return }
    gcdc_end_child_watch()
    engine.pointee.runLoops.main = nil
    // Any thread may have asked for the main thread's loop.
    if gcdc_main_loop_is_made(), !engine.pointee.runLoops.threads.contains(main) {
      engine.pointee.runLoops.threads.append(main)
    }
    for timeout in engine.pointee.runLoops.timeouts {
      timeout.end.function?(timeout.end.context)
      gcdc_work_discard(timeout.wake)
      gcdc_work_discard(timeout.end)
    }
    if !engine.pointee.runLoops.timeouts.isEmpty {
      engine.pointee.runLoops.timeouts.removeAll(keepingCapacity: true)
    }
    gcdc_end_run_loops()
    if engine.pointee.runLoops.threads.isEmpty { return }
    for thread in engine.pointee.runLoops.threads {
      visit(thread) { thread in
        gcdc_end_run_loop_here()
        return theEngine.pointee.pool.carrier!
      }
    }
    engine.pointee.runLoops.threads.removeAll(keepingCapacity: true)
  }

  /// Runs something on a thread that is at its base, in the pool or not.
  private func visit(_ thread: VirtualThread, _ action: gcdc_thread_body) {
    let body = thread.pointee.body
    thread.pointee.body = action
    gcdc_thread_switch(engine.pointee.pool.carrier!, thread)
    thread.pointee.body = body
  }
}
#endif
