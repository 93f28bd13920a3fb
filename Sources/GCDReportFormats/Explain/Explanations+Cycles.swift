// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Threads that wait for themselves or for each other.
extension Explanations {
  static let cycles = [syncOnOwnQueue, waitCycle, lockOrderInversion]

  static let syncOnOwnQueue = ExplainPage(
    code: .syncOnOwnQueue,
    meaning: """
      sync hands a block to a queue and waits until it has run. A serial queue runs one block at a
      time. When the caller is that one block, the new block cannot start before the caller ends,
      and the caller does not end before the new block has run.

      The same holds when the queue of the call only targets the queue that the caller runs on,
      directly or further down, when the main thread calls DispatchQueue.main.sync, and when a
      barrier block of a concurrent queue calls sync on that queue.
      """,
    program: """
      let cache = DispatchQueue(label: "cache")
      cache.async {
        cache.sync { print("never printed") }
      }
      """,
    corrected: """
      func read() { print("read") }            // to be called on the queue
      let cache = DispatchQueue(label: "cache")
      cache.async { read() }
      cache.sync { read() }
      """,
    onLinux: """
      libdispatch sees that the calling thread holds the queue and ends the process with SIGILL,
      without a message. On Apple's platforms the crash report says "BUG IN CLIENT OF LIBDISPATCH:
      dispatch_sync called on queue already owned by current thread".

      One form is not noticed: an ordinary block of a concurrent queue that asks for a barrier on
      the same queue with sync(flags: .barrier) hangs in silence.
      """,
    fix: """
      Code that already runs on the queue has its protection and needs no sync. Split the method in
      two: a private one that does the work and must be called on the queue (say so with
      dispatchPrecondition(condition: .onQueue(cache))), and a public one that wraps it in sync.

      Most real cases come by way of a callback: an observer, a delegate or a completion handler is
      called inside the protected block and reads a property that syncs again. Call out after the
      block has ended.
      """,
    oftenRead: """
      "sync onto your own concurrent queue deadlocks." It does not: a reader inside a reader runs at
      once. It hangs only while a barrier is pending in between (GCD102), or when it asks for a
      barrier itself.
      """,
    related: [.waitCycle, .preconditionFailed])

  static let waitCycle = ExplainPage(
    code: .waitCycle,
    meaning: """
      Each member of the circle waits for something that the next one holds: a queue whose block it
      runs, a lock it has taken, a group it has entered, a signal it was going to give. None can go
      on, so none ever lets go.

      The report lists the circle as arrows. The line below an arrow says what could still have
      ended that wait, and who was to do it. The finding is made at the step at which the circle
      closes, even if other threads still run.
      """,
    program: """
      let cache = DispatchQueue(label: "cache")
      cache.async {
        DispatchQueue.main.sync { print("refreshed") }   // waits for main
      }
      cache.sync { print("read") }                       // main waits for cache
      """,
    corrected: """
      let cache = DispatchQueue(label: "cache")
      cache.async {
        DispatchQueue.main.async { print("refreshed") }  // does not wait
      }
      cache.sync { print("read") }
      """,
    onLinux: """
      Nothing happens, forever, and nothing is logged. Whether it happens at all depends on timing:
      here, on whether the first block has started when main calls sync.
      """,
    fix: """
      Break one arrow. In most programs one of the calls does not need its answer at once and can be
      async: above all, calls to main. Where both must be sync, give the queues one order and enter
      them only in that order. Never wait for a queue while holding a lock that its blocks take.
      """,
    oftenRead: """
      "A concurrent queue cannot take part in a deadlock." It can: a block of the queue that syncs on
      it waits behind a barrier that has arrived in between, and the barrier waits for the block.
      """,
    related: [.syncOnOwnQueue, .lockOrderInversion, .poolExhausted])

  static let lockOrderInversion = ExplainPage(
    code: .lockOrderInversion,
    meaning: """
      In one place the first lock is taken and then the second, in another place the second and then
      the first. No schedule hung in this run, but one in which both places are reached at the same
      time would: each holds what the other wants.

      It is a prediction from what was seen. Some further runs are led to both places, each waiting
      there for the other: one that hangs is reported as the deadlock that it is, most often GCD102,
      and is an error. What no run confirms is not reported, since the program may have a reason
      that gcdcheck does not see; the summary tells how many runs were led to suspected deadlocks.
      """,
    program: """
      let accounts = NSLock(), journal = NSLock()
      DispatchQueue.global().async {
        accounts.lock(); journal.lock(); journal.unlock(); accounts.unlock()
      }
      journal.lock(); accounts.lock(); accounts.unlock(); journal.unlock()
      """,
    corrected: """
      let accounts = NSLock(), journal = NSLock()
      DispatchQueue.global().async {
        accounts.lock(); journal.lock(); journal.unlock(); accounts.unlock()
      }
      accounts.lock(); journal.lock(); journal.unlock(); accounts.unlock()   // the same order
      """,
    onLinux: """
      Nearly always nothing. On the day on which both places meet, both threads hang in silence.
      """,
    fix: """
      Decide which lock comes first and take them in that order everywhere; or let one place release
      its first lock before it takes the second.
      """,
    oftenRead: nil,
    related: [.waitCycle])
}
