// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary

/// What the engine knows of a thread that the program has made, next to its state in the model.
struct ThreadRecord {
  /// The borrowed thread whose identity it has, from its creation until it has ended and no task can join it
  /// any more: until then no other thread may have the same identity.
  var thread: VirtualThread?
  /// What it gave when it ended.
  var value: UnsafeMutableRawPointer?
}

extension Engine {
  /// A thread that has the given function for its whole life; it begins when its creation has been performed.
  ///
  /// Nil when the system has no more threads.
  func makeThread(
    _ start: gcdc_thread_start, _ argument: UnsafeMutableRawPointer?, isDetached: Bool, stackSize: Int = 0,
    by maker: TaskID? = nil, _ site: CallSite
  ) -> ObjectID? {
    let isUsual = stackSize <= gcdc_thread_usual_stack()
    let taken =
      isUsual
      ? takeThread()
      : pointee.pool.take(stackSize: stackSize, isIdleAllowed: !pointee.process.watchesRaces)
    guard let thread = taken else { return nil }
    let creator = maker ?? pointee.current
    let object = pointee.world.makeThread(creator: creator, isDetached: isDetached)
    let task = pointee.world.threads.task(of: object)
    if pointee.tasks.count != Int(task.rawValue) { prepareHandlers(before: task) }
    thread.pointee.task = task.rawValue
    thread.pointee.run = pointee.pool.run
    thread.pointee.number = 0
    markStorageUsed(thread)
    let submission = pointee.tasks[creator].pointee.position
    let work = gcdc_work(
      function: unsafeBitCast(start, to: gcdc_function.self), context: argument, flags: 0, reserved: 0)
    pointee.tasks.add(task).initialize(
      to: TaskRecord(
        thread: thread, work: work, submission: submission.rawValue == 0 ? Site(site) : submission,
        submissionStack: captureStack(), submittedBy: .createThread, creator: creator))
    noteThread(object, thread, site)
    return object
  }

  /// The thread of the run with this identity, or `.none`.
  func thread(_ identity: UInt) -> ObjectID {
    let known = pointee.objects.find(identity)
    if known != .none { return known.kind == .thread ? known : .none }
    guard let main = pointee.tasks[TaskID.body].pointee.thread,
      gcdc_thread_identity(main) == identity
    else { return .none }
    let object = pointee.world.makeThread(of: .body)
    noteThread(object, main, nil)
    return object
  }

  /// The thread that the running task is, if it is one that can be joined or cancelled.
  var currentThread: ObjectID {
    pointee.world.thread(of: pointee.current)
  }

  private func noteThread(_ object: ObjectID, _ thread: VirtualThread, _ site: CallSite) {
    while pointee.threads.count < object.index { pointee.threads.append(ThreadRecord()) }
    pointee.threads.append(ThreadRecord(thread: thread))
    let address = UnsafeMutableRawPointer(bitPattern: gcdc_thread_identity(thread))!
    register(address, object, site, pinned: false)
  }

  @inline(never)
  func runThread(_ task: TaskID) {
    let work = pointee.tasks[task].pointee.work
    let value = gcdc_call_thread(
      unsafeBitCast(work.function, to: gcdc_thread_start.self), work.context)
    let object = pointee.world.thread(of: task)
    pointee.threads[object.index].value = value
  }

  /// The thread has ended: what it ran on is free as soon as no task can ask for it any more.
  @inline(never)
  func retireThread(_ task: TaskID) {
    let object = pointee.world.thread(of: task)
    if pointee.world.threads.isGivenUp(object) { giveUp(object) }
  }

  /// No task can join the thread any more: once it has ended, its identity may be used again.
  func giveUp(_ object: ObjectID) {
    guard pointee.world.threads.hasEnded(object), let thread = pointee.threads[object.index].thread
    else { return }
    pointee.threads[object.index].thread = nil
    pointee.objects.insert(gcdc_thread_identity(thread), .none)
    if pointee.world.threads.task(of: object) == .body { return }
    makeIdle(thread)
  }

  /// After a run: threads that ended and were never joined.
  func releaseThreads() {
    if pointee.threads.isEmpty { return }
    for index in pointee.threads.indices {
      let object = ObjectID(.thread, index)
      if let thread = pointee.threads[index].thread, pointee.world.threads.hasEnded(object),
        pointee.world.threads.task(of: object) != .body
      {
        makeIdle(thread)
      }
    }
    pointee.threads.removeAll(keepingCapacity: true)
  }

  // MARK: Thread-local storage

  /// Before the first use of a thread in a run, and before each use for a thread of the program's own.
  func markStorageUsed(_ thread: VirtualThread) {
    if thread.pointee.storage == ThreadStorage.ready { thread.pointee.storage = ThreadStorage.used }
  }

  /// On the thread itself, before its next user begins.
  @inline(never)
  func renewStorage(_ thread: VirtualThread, _ id: Int32) {
    // CoreFoundation remembers for good that the main thread has ended: what ends here must not look like it.
    gcdc_begin_thread_storage(
      thread.pointee.storage == ThreadStorage.abandoned, gcdc_thread_kernel_id(thread), id)
    thread.pointee.storage = ThreadStorage.ready
  }
}
#endif
