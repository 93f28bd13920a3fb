// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Calls that must come in pairs.
extension Explanations {
  static let balance = [
    unbalancedLeave, overResume, releasedWhileSuspended, semaphoreFreedTooLow, leftSuspended,
  ]

  static let unbalancedLeave = ExplainPage(
    code: .unbalancedLeave,
    meaning: """
      leave was called on a group whose count is zero. The report lists every enter and leave that
      came before, with step, thread and place.

      The usual causes: a completion that is called twice; a timeout and a reply that both leave; a
      leave on a path that has no enter.
      """,
    program: """
      let reply = DispatchGroup()
      reply.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 3) { reply.leave() }   // the reply
      if reply.wait(timeout: .now() + 3) == .timedOut {
        reply.leave()                                                             // gives up
      }
      """,
    corrected: """
      let reply = DispatchGroup()
      reply.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 3) { reply.leave() }   // the only leave
      if reply.wait(timeout: .now() + 3) == .timedOut {
        print("gives up, and leaves the leave to the reply")
      }
      """,
    onLinux: """
      The process dies with SIGILL inside dispatch_group_leave, without a message. On Apple's
      platforms the crash report says "BUG IN CLIENT OF LIBDISPATCH: Unbalanced call to
      dispatch_group_leave()". If the group was entered again in between, nothing crashes, and the
      group becomes empty too early instead.
      """,
    fix: """
      Let exactly one path leave. If a reply may come late or twice, keep a flag that only one queue
      touches: whoever sets it first leaves. A group that timed out does not need to be left by the
      waiter: the late reply does that.
      """,
    oftenRead: nil,
    related: [.groupNeverEmpty, .overResume])

  static let overResume = ExplainPage(
    code: .overResume,
    meaning: """
      suspend and resume are counted, and resume was called at zero. Timers and other sources are
      made inactive: their first resume (or activate) starts them, the second is one too many. A
      queue made .initiallyInactive is started by activate only: resume on it is this finding too.
      """,
    program: """
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now(), repeating: 1)
      timer.resume()
      timer.resume()
      """,
    corrected: """
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now())
      timer.activate()
      timer.activate()                      // may be called again and again
      """,
    onLinux: """
      The process dies with SIGILL, without a message. On Apple's platforms: "BUG IN CLIENT OF
      LIBDISPATCH: Over-resume of an object" (or "of an inactive object"). On the main queue, on
      global queues, groups and semaphores suspend and resume do nothing and never crash.
      """,
    fix: """
      Keep the state in one variable and let one function change it; never resume "to be sure" in a
      deinit. Use activate() to start an object: it may be called again without harm.
      """,
    oftenRead: nil,
    related: [.releasedWhileSuspended, .leftSuspended])

  static let releasedWhileSuspended = ExplainPage(
    code: .releasedWhileSuspended,
    meaning: """
      The last reference to a queue, timer or source went away while it was suspended, or before it
      was ever activated. Cancelling does not help: a cancelled but suspended source counts as well.
      """,
    program: """
      func tick() {
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { print("tick") }
      }                                     // the timer goes away without having been resumed
      tick()
      """,
    corrected: """
      func tick() {
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { print("tick") }
        timer.activate()
        timer.cancel()                      // a cancelled source may go, an inactive one may not
      }
      tick()
      """,
    onLinux: """
      The process dies with SIGILL at the place where the reference goes away, often in a deinit,
      without a message. On Apple's platforms: "BUG IN CLIENT OF LIBDISPATCH: Release of a suspended
      object" or "Release of an inactive object".
      """,
    fix: """
      Before the last reference goes away: call activate() on an object that was never started, and
      resume() once for each suspend. For a source, cancel() first.
      """,
    oftenRead: nil,
    related: [.overResume, .leftSuspended, .sourceDropped])

  static let semaphoreFreedTooLow = ExplainPage(
    code: .semaphoreFreedTooLow,
    meaning: """
      A semaphore was freed while its value was below the one it was created with: someone has
      waited and not signalled yet. libdispatch takes that for a semaphore in use.
      """,
    program: """
      func once() {
        let gate = DispatchSemaphore(value: 1)
        gate.wait()
      }                                     // freed at 0, created with 1
      once()
      """,
    corrected: """
      func once() {
        let gate = DispatchSemaphore(value: 1)
        gate.wait()
        gate.signal()                       // back to what it was created with
      }
      once()
      """,
    onLinux: """
      The process dies with SIGILL, without a message. On Apple's platforms: "BUG IN CLIENT OF
      LIBDISPATCH: Semaphore object deallocated while in use". A value above the initial one is fine.
      """,
    fix: """
      Signal for each wait before the semaphore goes away: defer { gate.signal() }. Or create it with
      0 and signal as often as its value should be: then any value is allowed at the end.
      """,
    oftenRead: nil,
    related: [.semaphoreNeverSignaled])

  static let leftSuspended = ExplainPage(
    code: .leftSuspended,
    meaning: """
      At the end of the run a queue or source is suspended or was never activated, with work behind
      it, or a group is still entered though nobody waits for it any more. The blocks behind it never
      run. As long as nobody waits for them that may be meant, so it is a warning; when somebody
      waits for them it is an error.
      """,
    program: """
      let log = DispatchQueue(label: "log")
      log.suspend()
      log.async { print("never printed") }
      """,
    corrected: """
      let log = DispatchQueue(label: "log")
      log.suspend()
      log.async { print("printed") }
      log.resume()
      """,
    onLinux: """
      Nothing is reported. The blocks and all that they hold stay in memory. If the last reference to
      the object goes away as well, the process dies (GCD203).
      """,
    fix: """
      Resume on every path that follows a suspend; activate what was made inactive; leave also after
      a timeout. If it is meant, say so: allowing: [.leftSuspended("log")].
      """,
    oftenRead: nil,
    related: [.releasedWhileSuspended, .groupNeverEmpty, .overResume])
}
