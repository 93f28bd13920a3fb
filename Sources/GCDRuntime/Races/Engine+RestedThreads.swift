// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread

/// Threads for tasks whose races are watched: two blocks on one thread are in order for ThreadSanitizer, even
/// where nothing in the program orders them. So a thread runs one block in a run, as long as there are
/// enough.
extension Engine {
  /// The sanitizer keeps apart 255 threads at a time.
  private static let mostThreads = 120

  func takeLeastRecentlyUsedThread() -> VirtualThread? {
    if let thread = state.pointee.idleThreads {
      let isRested = thread.pointee.run != state.pointee.runStamp
      if isRested || gcdc_thread_count() >= Engine.mostThreads {
        state.pointee.idleThreads = thread.pointee.next
        thread.pointee.next = nil
        if !isRested { thread.pointee.number = 0 }
        return thread
      }
    }
    return gcdc_thread_obtain(runTask)
  }

  /// Puts a thread behind all that have rested longer.
  func rest(_ thread: VirtualThread) {
    thread.pointee.next = nil
    if state.pointee.idleThreads == nil {
      state.pointee.idleThreads = thread
    } else {
      state.pointee.lastIdleThread!.pointee.next = thread
    }
    state.pointee.lastIdleThread = thread
  }
}
#endif
