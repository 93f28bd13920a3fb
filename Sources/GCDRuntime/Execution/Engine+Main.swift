// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary

/// The virtual main thread as a worker of the main queue: on top of a run loop's stack while the body goes
/// on, from the base of its own stack when the body has returned.
extension Engine {
  /// Makes the run loop of the main thread notice that the main queue has got something.
  @inline(never)
  func wakeMain() {
    state.pointee.world.setMainMayHaveWork(false)
    if state.pointee.world.mainHasWork { gcdc_main_queue_signal() }
  }

  /// A run loop serves the main queue: every block that is there now, each as a task of its own on the
  /// caller's stack.
  func drainMain(_ site: CallSite) {
    guard state.pointee.world.beginMainDrain() else { return }
    let host = state.pointee.current
    let queue = state.pointee.world.mainQueue
    while state.pointee.world.mainHasWork {
      _ = step(Operation(.beginOnMain, queue), site)
      let item = state.pointee.current
      if item == host { continue }
      if state.pointee.watchesRaces { orderStart(item) }
      let source = state.pointee.tasks[Int(item.rawValue)].source
      if source != .none { takeHandler(item, source) }
      let work = state.pointee.tasks[Int(item.rawValue)].work
      state.pointee.tasks[Int(item.rawValue)].work.flags = 0  // from here on this frame owns the block
      call(work, isSubmission: true)
      gcdc_work_dispose(work)
      if source != .none { handlerReturned(item, source) }
      _ = step(Operation(.end, state.pointee.world.queue(of: item)), site)
    }
    state.pointee.world.endMainDrain()
    wakeMain()
  }

  /// A block of the main queue begins on the stack of `host`; returns that thread.
  @inline(never)
  func host(_ host: TaskID, _ outcome: Outcome) -> VirtualThread {
    let item = TaskID(UInt32(truncatingIfNeeded: outcome.result))
    let record = state.pointee.tasks + Int(item.rawValue)
    let thread = state.pointee.tasks[Int(host.rawValue)].thread!
    record.pointee.thread = thread
    record.pointee.host = host
    record.pointee.workerNumber =
      thread == state.pointee.mainThread
      ? TaskRecord.onMainThread : state.pointee.tasks[Int(host.rawValue)].workerNumber
    self.record(item, Operation(.begin, state.pointee.world.queue(of: item)), outcome)
    state.pointee.current = item
    return thread
  }

  /// A block has ended that ran on top of another task's stack: that task continues; nil for any other block.
  func handBack(_ item: TaskID) -> VirtualThread? {
    let record = state.pointee.tasks + Int(item.rawValue)
    let host = record.pointee.host
    if host == .none { return nil }
    let thread = record.pointee.thread
    record.pointee.thread = nil
    state.pointee.current = host
    return thread
  }

  /// The main thread, for a block of its queue that begins after the body's return; nil for any other block.
  func startOnMain(_ task: TaskID) -> VirtualThread? {
    let queue = state.pointee.world.queue(of: task)
    guard state.pointee.world.isServedByMainThread(queue), let thread = state.pointee.mainThread else {
      return nil
    }
    let record = state.pointee.tasks + Int(task.rawValue)
    thread.pointee.task = task.rawValue
    record.pointee.thread = thread
    record.pointee.workerNumber = TaskRecord.onMainThread
    state.pointee.current = task
    return thread
  }

  /// A sync onto a queue of the main thread: the block runs there, and the caller waits for its end.
  func syncOnMain(_ queue: ObjectID, _ work: gcdc_work, _ kind: OperationKind, _ site: CallSite) {
    let item = makeItem(.asyncAndWait, queue, work, group: .none, by: kind, site)
    _ = step(Operation(kind, queue, other: item.rawValue), site)
  }
}
#endif
