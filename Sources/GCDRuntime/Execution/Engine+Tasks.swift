// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary

/// Tasks and their threads.
extension Engine {
  /// Those of the run, in the order in which they were made; the clock is none of them.
  var allTasks: [TaskID] { (1..<pointee.world.taskTotal).map { TaskID(UInt32($0)) } }

  /// A thread for an item that begins now.
  func start(_ task: TaskID) -> VirtualThread? {
    if !pointee.world.holdsWorker(task), let thread = startOnMain(task) { return thread }
    let record = pointee.tasks[task]
    if record.pointee.thread != nil {  // a thread of the program's own, which has had it since it was made
      pointee.current = task
      return record.pointee.thread
    }
    guard let thread = takeThread() else { return nil }
    thread.pointee.task = task.rawValue
    // A thread that the body has left behind has no number yet.
    if thread.pointee.run != pointee.pool.run || thread.pointee.number == 0 {
      pointee.run.workersSeen &+= 1
      if thread.pointee.run != pointee.pool.run { markStorageUsed(thread) }
      thread.pointee.run = pointee.pool.run
      thread.pointee.number = pointee.run.workersSeen
    }
    record.pointee.thread = thread
    record.pointee.workerNumber = thread.pointee.number
    pointee.current = task
    return thread
  }

  @inline(__always)
  func takeThread() -> VirtualThread? {
    pointee.process.watchesRaces ? pointee.pool.takeLeastRecentlyUsed() : pointee.pool.take()
  }

  @inline(__always)
  func makeIdle(_ thread: VirtualThread) {
    if pointee.process.watchesRaces { return pointee.pool.putLast(thread) }
    pointee.pool.put(thread)
  }

  /// The task is over: its thread, which is at its base or will be in a moment, is free.
  func retire(_ task: TaskID) {
    let record = pointee.tasks[task]
    guard let thread = record.pointee.thread else { return }
    record.pointee.thread = nil
    thread.pointee.task = TaskID.none.rawValue
    if pointee.world.kind(of: task) == .thread {
      retireThread(task)
    } else if thread != pointee.pool.main {
      makeIdle(thread)
    }
    if pointee.current == task { pointee.current = .none }
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
      if pointee.process.watchesRaces { SyncOrder(engine: self).start(task) }
      if task == .body {
        callBody()
        bodyReturned()
      } else if pointee.world.kind(of: task) == .thread {
        runThread(task)
      } else {
        runBlock(task)
      }
      let next = finish(task)
      if next != thread { return next }
    }
  }

  private func callBody() {
    let block = pointee.exploration.body!
    if let enclosure = pointee.exploration.enclosure {
      enclosure { gcdc_call_block(block) }
    } else {
      gcdc_call_block(block)
    }
  }

  private func bodyReturned() {
    pointee.run.beginDrain(at: pointee.world.core.clock.now, settle: pointee.exploration.settle)
  }

  /// Calls the block of a task, which may be the handler of a source.
  func runBlock(_ task: TaskID) {
    let source = pointee.tasks[task].pointee.source
    if source != .none { SourceHandlers(engine: self).take(task, source) }
    let work = pointee.tasks[task].pointee.work
    pointee.tasks[task].pointee.work.flags = 0  // from here on this frame owns the block
    // The table may move meanwhile: nothing may point into it.
    ItemHooks(engine: self).call(work, isSubmission: true)
    if pointee.tasks[task].pointee.job != .none { SwiftTaskHooks(engine: self).jobEnded(task, work.context) }
    gcdc_work_dispose(work)
    if source != .none { SourceHandlers(engine: self).returned(task, source) }
  }

  private func finish(_ task: TaskID) -> VirtualThread {
    let operation = Operation(.end, pointee.world.queue(of: task))
    pointee.polling.clockReads = 0
    if pointee.process.watchesRaces { SyncOrder(engine: self).end(task) }
    _ = pointee.world.announce(task, operation)
    if !pointee.world.isPoint(task, operation) || endIsUnseen(task) {
      noteSilent(task)
      _ = pointee.world.perform(task)
      retire(task)
    }
    return dispatchNext()
  }

  /// Whether no other task can observe when a task's block ends: a job of Swift's on an unbounded pool, in a
  /// bundle of tests.
  private func endIsUnseen(_ task: TaskID) -> Bool {
    pointee.process.isTestBundle && pointee.world.width == 0 && pointee.tasks[task].pointee.job != .none
  }
}

/// Body of every virtual thread.
func runTask(_ thread: VirtualThread) -> VirtualThread { theEngine.run(on: thread) }
#endif
