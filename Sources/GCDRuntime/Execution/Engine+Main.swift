// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary

/// The virtual main thread as a worker of the main queue: on top of a run loop's stack while the body
/// continues, from the base of its own stack when the body has returned.
extension Engine {
  /// Makes the run loop of the main thread notice that the main queue has got something.
  @inline(never)
  func wakeMain() {
    pointee.world.setMainMayHaveWork(false)
    if pointee.world.mainHasWork { gcdc_main_queue_signal() }
  }

  /// A run loop serves the main queue: every block that is there now, each as a task of its own on the
  /// caller's stack.
  func drainMain(_ site: CallSite) {
    guard pointee.world.beginMainDrain() else { return }
    let host = pointee.current
    let queue = pointee.world.mainQueue
    while pointee.world.mainHasWork {
      _ = step(Operation(.beginOnMain, queue), site)
      let item = pointee.current
      if item == host { continue }
      if pointee.process.watchesRaces { SyncOrder(engine: self).start(item) }
      runBlock(item)
      _ = step(Operation(.end, pointee.world.queue(of: item)), site)
    }
    pointee.world.endMainDrain()
    wakeMain()
  }

  /// A block of the main queue begins on the stack of `host`; returns that thread.
  @inline(never)
  func host(_ host: TaskID, _ outcome: Outcome) -> VirtualThread {
    let item = TaskID(UInt32(truncatingIfNeeded: outcome.result))
    let record = pointee.tasks[item]
    let thread = pointee.tasks[host].pointee.thread!
    record.pointee.thread = thread
    record.pointee.host = host
    record.pointee.workerNumber =
      thread == pointee.pool.main
      ? TaskRecord.onMainThread : pointee.tasks[host].pointee.workerNumber
    self.record(item, Operation(.begin, pointee.world.queue(of: item)), outcome)
    pointee.current = item
    return thread
  }

  /// A block has ended that ran on top of another task's stack: that task continues; nil for any other block.
  func handBack(_ item: TaskID) -> VirtualThread? {
    let record = pointee.tasks[item]
    let host = record.pointee.host
    if host == .none { return nil }
    let thread = record.pointee.thread
    record.pointee.thread = nil
    pointee.current = host
    return thread
  }

  /// The main thread, for a block of its queue that begins after the body's return; nil for any other block.
  func startOnMain(_ task: TaskID) -> VirtualThread? {
    let queue = pointee.world.queue(of: task)
    guard pointee.world.isServedByMainThread(queue), let thread = pointee.pool.main else {
      return nil
    }
    let record = pointee.tasks[task]
    thread.pointee.task = task.rawValue
    record.pointee.thread = thread
    record.pointee.workerNumber = TaskRecord.onMainThread
    pointee.current = task
    return thread
  }

  /// A sync onto a queue of the main thread: the block runs there, and the caller waits for its end.
  func syncOnMain(_ queue: ObjectID, _ work: gcdc_work, _ kind: OperationKind, _ site: CallSite) {
    let item = makeItem(.asyncAndWait, queue, work, by: kind, site)
    _ = step(Operation(kind, queue, other: item.rawValue), site)
  }
}
#endif
