// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Races, endless work, failing tests, and runs that gcdcheck cannot trust.
extension Explanations {
  static let progress = [dataRace, livelock, testFailed, notDeterministic, uncontrolled]

  static let dataRace = ExplainPage(
    code: .dataRace,
    meaning: """
      Two threads touch the same memory, at least one of them writes, and nothing orders the two: no
      queue, no lock, no group, no semaphore. ThreadSanitizer finds it while gcdcheck chooses the
      order, so the race comes with a seed and can be replayed. It need not do harm in the schedule
      that shows it: that nothing orders the two is enough.

      Run your tests with `swift test --sanitize=thread`. Without it gcdcheck does not look for
      races, and the summary says so. An order that only code without instrumentation knows of, such
      as a C library with atomics of its own, is not seen; neither is what generic code of another
      module touches in a debug build.
      """,
    program: """
      var total = 0
      let queue = DispatchQueue(label: "sum", attributes: .concurrent)
      for _ in 0..<2 { queue.async { total += 1 } }
      """,
    corrected: """
      var total = 0
      let queue = DispatchQueue(label: "sum", attributes: .concurrent)
      for _ in 0..<2 { queue.async(flags: .barrier) { total += 1 } }
      """,
    onLinux: "Lost updates, torn values or a crash, from time to time.",
    fix: """
      Touch the variable on one serial queue only, or write to it in a barrier block of a concurrent
      queue of your own and read it with sync.
      """,
    oftenRead: nil,
    related: [.barrierOnGlobalQueue, .testFailed])

  static let livelock = ExplainPage(
    code: .livelock,
    meaning: """
      The schedule reached the step bound (100,000 unless set), and many of its last steps were those
      of a loop that waits: yields, sleeps, failed attempts, timed-out waits. A schedule without such
      steps may be just long: it is given ten times as many. gcdcheck then ran it again from the same
      beginning in a fair order, in which yields, sleeps, failed attempts, timed-out waits and clock
      reads let others go first. It did not end either: the program goes round, and no order of its
      threads ends it. A schedule that makes new objects or moves data all the while is not repeated:
      it gives a warning, since it may be only long.

      Code that runs on and on without any call that gcdcheck can see is reported with the same code,
      after 10 seconds of real time (GCDCHECK_WATCHDOG), and ends the process. Here gcdcheck does not
      claim a defect: the report says "potential" and is a warning. It runs one thread at a time and
      changes threads only at calls, so a loop that reads an atomic variable until another thread
      writes it never ends under gcdcheck, although it ends on several processors; and a long
      computation may be just long. After a warning no further schedule of the test is tried, and a
      test that was hardly tried is not called good.
      """,
    program: """
      let fork = DispatchSemaphore(value: 0)
      while fork.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
        // nobody ever signals: tries forever
      }
      """,
    corrected: """
      let fork = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { fork.signal() }
      while fork.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
        // ends once the signal has come
      }
      """,
    onLinux: "One or more processors are busy forever, or the program polls forever.",
    fix: """
      Wait for the event instead of asking for it again and again, or bound the number of attempts.
      If the program is only long, raise the bound: maxSteps:. A loop that reads memory until another
      thread writes it needs a sched_yield() or a sleep in each round; otherwise leave its test out
      (swift test --skip).
      """,
    oftenRead: nil,
    related: [.semaphoreNeverSignaled, .waitCycle])

  static let testFailed = ExplainPage(
    code: .testFailed,
    meaning: """
      Under this schedule the test itself says no: an assertion failed, the body threw, or the process
      trapped or crashed. Nothing is wrong with the use of Dispatch as such; the program counts on an
      order that Dispatch does not promise.

      Often met: enter inside the block instead of before it; a timeout of 5 nanoseconds that was
      meant as 5 seconds; a block of higher quality of service that is expected to end first; state
      that is read while the block that writes it is still queued.
      """,
    program: """
      let group = DispatchGroup()
      var isLoaded = false
      DispatchQueue.global().async {
        group.enter()                       // too late: the group still looks empty
        isLoaded = true
        group.leave()
      }
      group.wait()
      assert(isLoaded)                      // fails when the block has not started yet
      """,
    corrected: """
      let group = DispatchGroup()
      var isLoaded = false
      group.enter()                         // before anybody can look
      DispatchQueue.global().async {
        isLoaded = true
        group.leave()
      }
      group.wait()
      assert(isLoaded)
      """,
    onLinux: "The test fails now and then, or only on the build server.",
    fix: """
      Replay the schedule (the last line of the report) and look at the steps that matter: they are
      the order that the program did not expect. Then make the order explicit: a group, a sync, a
      completion.
      """,
    oftenRead: """
      "Blocks of .userInteractive run before those of .background." On Linux quality of service only
      sets the niceness of the worker; it orders nothing.
      """,
    related: [.dataRace, .notDeterministic])

  static let notDeterministic = ExplainPage(
    code: .notDeterministic,
    meaning: """
      gcdcheck runs a failing schedule a second time before it reports it. Here the second run took
      another course although each choice was the same: something outside gcdcheck's control has
      leaked in. Findings of such a test cannot be replayed, so this comes first. Some schedules that
      look right are repeated as well; where those differ by no more than the order in which objects of
      one place were taken, this is a warning. A test that never leaves a choice is let off.

      The report names the first step that differs, what was expected and what came.
      """,
    program: """
      nonisolated(unsafe) var runs = 0      // outlives a schedule
      withDeterministicScheduling {
        runs += 1
        if runs.isMultiple(of: 2) { DispatchQueue.global().async {} }
      }
      """,
    corrected: """
      withDeterministicScheduling {
        nonisolated(unsafe) var runs = 0    // each schedule has its own
        runs += 1
        if runs.isMultiple(of: 2) { DispatchQueue.global().async {} }
      }
      """,
    onLinux: """
      The usual leaks: statics and singletons that an earlier schedule has changed; the real clock,
      read past the functions that gcdcheck answers; random bytes from /dev/urandom; the order of a
      collection that is sorted or hashed by address (ObjectIdentifier); files and the network.
      """,
    fix: """
      Build everything that the test changes inside the body: it runs once per schedule. For
      singletons that cannot be rebuilt ask for process isolation. Date, DispatchTime, random numbers,
      hashing and thread ids are answered by gcdcheck and are safe to use.
      """,
    oftenRead: nil,
    related: [.uncontrolled])

  static let uncontrolled = ExplainPage(
    code: .uncontrolled,
    meaning: """
      A thread that gcdcheck does not control used an object of the run, work was still in flight on
      an object when the run began, or a thread of the run is blocked in a call that gcdcheck does
      not model (a read from a socket, for instance). What such a thread does next cannot be chosen
      or replayed, so verdicts that depend on it are marked "potential".

      It is a warning, and an error when it keeps the run from going on.
      """,
    program: """
      let group = DispatchGroup()
      group.enter()
      URLSession.shared.dataTask(with: url) { _, _, _ in group.leave() }.resume()
      group.wait()                          // the reply comes from a thread outside the run
      """,
    corrected: """
      let group = DispatchGroup()
      group.enter()
      request { _ in group.leave() }        // a stand-in for the network, which answers from a queue
      group.wait()
      """,
    onLinux: "The program works; only its test does not repeat.",
    fix: """
      Give the code under test a stub that replies on a queue. Start the threads that the test needs
      inside the body. Wait in setUp for work that must be over before the test.
      """,
    oftenRead: nil,
    related: [.notDeterministic, .waitNeverSatisfied])
}
