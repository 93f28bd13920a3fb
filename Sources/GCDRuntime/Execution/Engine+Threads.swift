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

/// What the thread-local storage of a borrowed thread needs before its next use (`gcdc_thread.storage`).
enum ThreadStorage {
  static let ready: UInt32 = 0
  /// What its last user has left is destroyed, as at the end of a thread.
  static let used: UInt32 = 1
  /// What its last user has left is dropped: its frames are gone.
  static let abandoned: UInt32 = 2
}

extension Engine {
  /// A thread that has the given function for its whole life; it begins when its creation has been performed.
  ///
  /// Nil when the system has no more threads.
  func makeThread(
    _ start: gcdc_thread_start, _ argument: UnsafeMutableRawPointer?, isDetached: Bool, stackSize: Int = 0,
    by maker: TaskID? = nil, _ site: CallSite
  ) -> ObjectID? {
    guard let thread = takeThread(stackSize: stackSize) else { return nil }
    let creator = maker ?? state.pointee.current
    let object = state.pointee.world.makeThread(creator: creator, isDetached: isDetached)
    let task = state.pointee.world.threads.task(of: object)
    thread.pointee.task = task.rawValue
    thread.pointee.run = state.pointee.runStamp
    thread.pointee.number = 0
    markStorageUsed(thread)
    growTasks(to: task)
    state.pointee.taskRecords = Int(task.rawValue) &+ 1
    let submission = state.pointee.tasks[Int(creator.rawValue)].position
    (state.pointee.tasks + Int(task.rawValue)).initialize(
      to: TaskRecord(
        thread: thread,
        work: gcdc_work(
          function: unsafeBitCast(start, to: gcdc_function.self), context: argument, flags: 0, reserved: 0),
        result: 0, site: .none, stack: .none,
        submission: submission.rawValue == 0 ? Site(site) : submission,
        submissionStack: state.pointee.recordsStacks ? state.pointee.stacks.captureHere() : .none,
        position: .none, submittedBy: .createThread, delay: 0, creator: creator, source: .none,
        workerNumber: 0))
    noteThread(object, thread, site)
    return object
  }

  /// A thread with at least so much stack: an idle one, or a new one.
  private func takeThread(stackSize: Int) -> VirtualThread? {
    if stackSize <= gcdc_thread_usual_stack() { return takeThread() }
    var (before, next) = (VirtualThread?.none, state.pointee.idleThreads)
    while let thread = next {
      if Engine.stackSize(of: thread) >= stackSize, !state.pointee.watchesRaces {
        if let before {
          before.pointee.next = thread.pointee.next
        } else {
          state.pointee.idleThreads = thread.pointee.next
        }
        thread.pointee.next = nil
        return thread
      }
      (before, next) = (thread, thread.pointee.next)
    }
    return gcdc_thread_obtain_larger(runTask, stackSize)
  }

  private static func stackSize(of thread: VirtualThread) -> Int {
    var (low, high) = (UInt(0), UInt(0))
    gcdc_thread_stack(thread, &low, &high)
    return Int(high - low)
  }

  /// The thread of the run with this identity, or `.none`.
  func thread(_ identity: UInt) -> ObjectID {
    let known = state.pointee.objects.find(identity)
    if known != .none { return known.kind == .thread ? known : .none }
    guard let main = state.pointee.tasks[Int(TaskID.body.rawValue)].thread,
      gcdc_thread_identity(main) == identity
    else { return .none }
    let object = state.pointee.world.makeThread(of: .body)
    noteThread(object, main, nil)
    return object
  }

  /// The thread that the running task is, if it is one that can be joined or cancelled.
  var currentThread: ObjectID {
    state.pointee.world.thread(of: state.pointee.current)
  }

  private func noteThread(_ object: ObjectID, _ thread: VirtualThread, _ site: CallSite) {
    while state.pointee.threads.count < object.index { state.pointee.threads.append(ThreadRecord()) }
    state.pointee.threads.append(ThreadRecord(thread: thread))
    let address = UnsafeMutableRawPointer(bitPattern: gcdc_thread_identity(thread))!
    register(address, object, site, pinned: false)
  }

  @inline(never)
  func runThread(_ task: TaskID) {
    let work = state.pointee.tasks[Int(task.rawValue)].work
    let value = gcdc_call_thread(
      unsafeBitCast(work.function, to: gcdc_thread_start.self), work.context)
    let object = state.pointee.world.thread(of: task)
    state.pointee.threads[object.index].value = value
  }

  /// The thread has ended: what it ran on is free as soon as no task can ask for it any more.
  @inline(never)
  func retireThread(_ task: TaskID, _ thread: VirtualThread) {
    let object = state.pointee.world.thread(of: task)
    if state.pointee.world.threads.isGivenUp(object) { giveUp(object) }
  }

  /// No task can join the thread any more: once it has ended, its identity may be used again.
  func giveUp(_ object: ObjectID) {
    guard state.pointee.world.threads.hasEnded(object),
      let thread = state.pointee.threads[object.index].thread
    else { return }
    state.pointee.threads[object.index].thread = nil
    state.pointee.objects.insert(gcdc_thread_identity(thread), .none)
    if state.pointee.world.threads.task(of: object) == .body { return }
    makeIdle(thread)
  }

  @inline(__always)
  func makeIdle(_ thread: VirtualThread) {
    if state.pointee.watchesRaces { return rest(thread) }
    thread.pointee.next = state.pointee.idleThreads
    state.pointee.idleThreads = thread
  }

  /// After a run: threads that ended and were never joined.
  func releaseThreads() {
    let count = state.pointee.threads.count
    if count == 0 { return }
    var index = 0
    while index < count {
      let object = ObjectID(.thread, index)
      if let thread = state.pointee.threads[index].thread, state.pointee.world.threads.hasEnded(object),
        state.pointee.world.threads.task(of: object) != .body
      {
        makeIdle(thread)
      }
      index &+= 1
    }
    state.pointee.threads.removeAll(keepingCapacity: true)
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
