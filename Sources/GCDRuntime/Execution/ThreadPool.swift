// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import GCDVocabulary

typealias VirtualThread = UnsafeMutablePointer<gcdc_thread>

/// The borrowed threads of the process that no task has.
struct ThreadPool {
  /// The thread to which control returns when a run is over.
  var carrier: VirtualThread?
  /// The virtual main thread, kept for that: runtime libraries remember per thread which kernel thread it is.
  var main: VirtualThread?
  /// Threads at the base of their stacks, ready for a task: a list through `next`, last in, first out.
  var idle: VirtualThread?
  /// The other end of that list; kept only where races are watched.
  private var lastIdle: VirtualThread?
  /// The number of the run, as in `gcdc_thread.run`: worker numbers begin anew with each.
  var run: UInt32 = 0

  /// ThreadSanitizer keeps apart 255 threads at a time.
  private static let mostThreads = 120

  /// An idle thread, or a new one; nil when the system has no more.
  mutating func take() -> VirtualThread? {
    guard let thread = idle else { return gcdc_thread_obtain(runTask) }
    idle = thread.pointee.next
    thread.pointee.next = nil
    return thread
  }

  mutating func put(_ thread: VirtualThread) {
    thread.pointee.next = idle
    idle = thread
  }

  /// The main thread, which is made on first use.
  mutating func takeMain() -> VirtualThread? {
    if main == nil { main = gcdc_thread_obtain(runTask) }
    return main
  }

  /// As `take`, for tasks whose races are watched: two blocks on one thread are in order for ThreadSanitizer,
  /// even where nothing in the program orders them. So a thread runs one block in a run, as long as there are
  /// enough.
  mutating func takeLeastRecentlyUsed() -> VirtualThread? {
    guard let thread = idle, thread.pointee.run != run || gcdc_thread_count() >= ThreadPool.mostThreads else {
      return gcdc_thread_obtain(runTask)
    }
    if thread.pointee.run == run { thread.pointee.number = 0 }
    return take()
  }

  /// As `put`, behind all threads that have been idle for longer.
  mutating func putLast(_ thread: VirtualThread) {
    thread.pointee.next = nil
    if idle == nil { idle = thread } else { lastIdle!.pointee.next = thread }
    lastIdle = thread
  }

  /// A thread with at least so much stack, more than threads usually have.
  mutating func take(stackSize: Int, isIdleAllowed: Bool) -> VirtualThread? {
    var (before, next) = (VirtualThread?.none, isIdleAllowed ? idle : nil)
    while let thread = next {
      if ThreadPool.stackSize(of: thread) >= stackSize {
        if let before { before.pointee.next = thread.pointee.next } else { idle = thread.pointee.next }
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

  /// Gives up a thread with frames on its stack.
  mutating func abandon(_ thread: VirtualThread) {
    gcdc_thread_recycle(thread, true)
    thread.pointee.storage = ThreadStorage.abandoned
    // The pool of the C side gives the last one first: the main thread comes straight back.
    if thread == main { main = gcdc_thread_obtain(runTask) }
  }
}

/// What the thread-local storage of a borrowed thread needs before its next use (`gcdc_thread.storage`).
enum ThreadStorage {
  static let ready: UInt32 = 0
  /// What its last user has left is destroyed, as at the end of a thread.
  static let used: UInt32 = 1
  /// What its last user has left is dropped: its frames are gone.
  static let abandoned: UInt32 = 2
}
#endif
