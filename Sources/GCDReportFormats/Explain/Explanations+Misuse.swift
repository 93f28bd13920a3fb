// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Calls that the library refuses, or takes without doing what was meant.
extension Explanations {
  static let misuses = [misuse, preconditionFailed, sourceDropped, barrierOnGlobalQueue]

  static let misuse = ExplainPage(
    code: .misuse,
    meaning: """
      libdispatch checks some of its rules and ends the process when one is broken. gcdcheck reports
      the rule by the library's own words. The most frequent ones:

      - a new target for a queue after it was activated (each queue made in Swift is active at once)
      - a work item that runs twice and is also waited for, waited for twice, or gets a notify after
      it has run twice
      - dispatch_once called again from inside the same dispatch_once
      - a semaphore with a negative value
      - a timer call on a source that is no timer
      """,
    program: """
      let queue = DispatchQueue(label: "a")
      queue.setTarget(queue: .main)         // too late: the queue is active
      """,
    corrected: """
      let queue = DispatchQueue(label: "a", target: .main)
      """,
    onLinux: """
      The process dies with SIGILL, without a message. A semaphore with a negative value is no object
      at all, and its first use dies with SIGSEGV.
      """,
    fix: """
      Pass target: when the queue is made, or make it .initiallyInactive, set the target, then
      activate(). Make a new DispatchWorkItem for each run. Build one value from another outside of
      the initializer that both need.
      """,
    oftenRead: """
      "An item can be performed, cancelled and performed again as one likes." Cancelling only keeps
      later runs from doing anything; the runs still count, and after two of them notify crashes.
      """,
    related: [.overResume, .releasedWhileSuspended, .preconditionFailed])

  static let preconditionFailed = ExplainPage(
    code: .preconditionFailed,
    meaning: """
      dispatchPrecondition (or dispatch_assert_queue) names the queue that code must run on, must not
      run on, or must run on as a barrier. Under this schedule it ran elsewhere.
      """,
    program: """
      func show() {
        dispatchPrecondition(condition: .onQueue(.main))
      }
      DispatchQueue.global().async { show() }
      """,
    corrected: """
      func show() {
        dispatchPrecondition(condition: .onQueue(.main))
      }
      DispatchQueue.main.async { show() }
      """,
    onLinux: """
      The process dies with SIGILL. The message ("Assertion failed: Block was expected to execute on
      queue [...]") goes to syslog; LIBDISPATCH_LOG=stderr shows it. With -Ounchecked the check is
      not made.
      """,
    fix: """
      Hand the work over: DispatchQueue.main.async { show() }. If the caller is on the right thread
      but not in a block of the queue, it is still not "on the queue".
      """,
    oftenRead: """
      "The main queue is the main thread." After dispatchMain(), and in an async main, its blocks run
      on worker threads, so Thread.isMainThread is false on the main queue.
      """,
    related: [.syncOnOwnQueue, .misuse])

  static let sourceDropped = ExplainPage(
    code: .sourceDropped,
    meaning: """
      A source (timer, signal, read, write) was running and not cancelled when the last reference to
      it went away. It stops at once, and its cancel handler is not called, so what that handler was
      to close stays open.
      """,
    program: """
      func start() {
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { print("tick") }
        timer.activate()
      }                                     // the only reference ends here: no tick ever
      start()
      """,
    corrected: """
      var timers: [any DispatchSourceTimer] = []
      func start() {
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 1)
        timer.setEventHandler { print("tick") }
        timer.activate()
        timers.append(timer)                // lives on
      }
      start()
      """,
    onLinux: "Nothing: no event, no crash, no message.",
    fix: """
      Keep the source in a property for as long as events are wanted, and cancel() it to stop. A
      handler that captures the source also keeps it, until it is cancelled.
      """,
    oftenRead: nil,
    related: [.releasedWhileSuspended, .leftSuspended])

  static let barrierOnGlobalQueue = ExplainPage(
    code: .barrierOnGlobalQueue,
    meaning: """
      A barrier keeps other blocks of its queue away only on a concurrent queue that was created by
      the program. Global queues belong to everybody: a barrier there is an ordinary block, and what
      it was to protect is not protected.
      """,
    program: """
      var items: [Int] = []
      DispatchQueue.global().async(flags: .barrier) { items.append(1) }
      """,
    corrected: """
      var items: [Int] = []
      let guarded = DispatchQueue(label: "items", attributes: .concurrent)
      guarded.async(flags: .barrier) { items.append(1) }
      """,
    onLinux: "The block runs beside the others. No message. Several such barriers run at once.",
    fix: """
      Use a queue of your own: DispatchQueue(label: "items", attributes: .concurrent). On a serial
      queue a barrier is not wrong, only needless.
      """,
    oftenRead: """
      "Each call of DispatchQueue.global() may give another queue." It is always the same one for the
      same quality of service; that is why a barrier on it would hit strangers.
      """,
    related: [.dataRace])
}
