// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Waits whose end nobody can bring about.
extension Explanations {
  static let waits = [
    semaphoreNeverSignaled, groupNeverEmpty, waitNeverSatisfied, poolExhausted, taskNeverFinishes,
  ]

  static let semaphoreNeverSignaled = ExplainPage(
    code: .semaphoreNeverSignaled,
    meaning: """
      A thread waits for a semaphore without a timeout. No thread that still runs, no queued block
      and no timer can reach a signal for it any more.

      A thread that only serves (it waits for work that nobody gives it, and nothing in the test
      needs it) is not reported: that is how a service loop looks when all is done.
      """,
    program: """
      let replied = DispatchSemaphore(value: 0)
      request { result in
        guard case .success = result else { return }   // this path does not signal
        replied.signal()
      }
      replied.wait()
      """,
    corrected: """
      let replied = DispatchSemaphore(value: 0)
      request { result in
        defer { replied.signal() }                       // on every path
        guard case .success(let data) = result else { return }
        show(data)
      }
      replied.wait()
      """,
    onLinux: "The thread sleeps forever. Nothing is logged.",
    fix: """
      Signal on every path: the first line of the completion is defer { replied.signal() }. If the
      reply comes on a queue that the waiter itself blocks, no signal helps: pass the result on with
      a completion instead of waiting for it.
      """,
    oftenRead: """
      "dispatch_time(DISPATCH_TIME_NOW, 5) is five seconds." It is five nanoseconds; seconds are
      5 * NSEC_PER_SEC, or .now() + 5 in Swift.
      """,
    related: [.waitCycle, .groupNeverEmpty, .semaphoreFreedTooLow])

  static let groupNeverEmpty = ExplainPage(
    code: .groupNeverEmpty,
    meaning: """
      A group counts enters and leaves. A wait returns and a notify block runs when the count comes
      back to zero. Here an enter is left without its leave, and nothing that still runs, is queued
      or is timed could make it.

      The report lists all enters and leaves with their places: the one without a partner is in that
      list.
      """,
    program: """
      let loading = DispatchGroup()
      loading.enter()
      request { result in
        guard case .success(let data) = result else { return }   // here a leave is missing
        show(data)
        loading.leave()
      }
      loading.notify(queue: .main) { print("loaded") }           // never runs
      """,
    corrected: """
      let loading = DispatchGroup()
      loading.enter()
      request { result in
        defer { loading.leave() }                        // on every path
        guard case .success(let data) = result else { return }
        show(data)
      }
      loading.notify(queue: .main) { print("loaded") }
      """,
    onLinux: """
      wait() never returns. A notify block is simply kept: no crash, no message, the spinner spins.
      A group that is dropped while it is entered leaks and says nothing either.
      """,
    fix: """
      One leave for each enter on every path. Write enter directly before the call that it belongs
      to, and defer { loading.leave() } as the first line of the completion. With group.async no
      enter and leave are needed. Mind completions that are not called when their owner has gone
      (weak self and an early return).
      """,
    oftenRead: """
      "A group is a semaphore with a large value, and waiters wake before notify blocks are
      submitted." It has a state of its own, and the last leave submits the notify blocks first.
      """,
    related: [.unbalancedLeave, .leftSuspended, .semaphoreNeverSignaled])

  static let waitNeverSatisfied = ExplainPage(
    code: .waitNeverSatisfied,
    meaning: """
      A thread waits for something other than a queue, a group or a semaphore: a work item, an
      operation, a condition, a run loop, an expectation, a pipe. Nothing that is left can bring it
      about.
      """,
    program: """
      let item = DispatchWorkItem { print("never runs") }
      item.wait()                    // nobody ever submits the item
      """,
    corrected: """
      let item = DispatchWorkItem { print("runs") }
      DispatchQueue.global().async(execute: item)
      item.wait()
      """,
    onLinux: "The thread sleeps forever. Nothing is logged.",
    fix: """
      Follow the "needs" line of the report to the call that should have come. Often it sits in a
      block behind the waiter in the same serial queue: let it run elsewhere.
      """,
    oftenRead: nil,
    related: [.semaphoreNeverSignaled, .groupNeverEmpty, .uncontrolled])

  static let poolExhausted = ExplainPage(
    code: .poolExhausted,
    meaning: """
      Blocks of concurrent and global queues run on a pool of worker threads, and the pool has an
      end. Here all its workers wait for something that only a further block could do, and no worker
      is left to run that block.

      The report says how many workers are needed at least. gcdcheck notes the largest number of
      workers that are blocked in this way in each schedule; where it is more than 64, it runs the
      schedule again with Apple's pool. With pool: linux (poolWidth:) the pool grows as on Linux, a
      schedule goes on when it has grown, and the finding is a warning that says for how long it
      stood still; it is an error where more than 64 workers are needed. Serial queues that target
      nothing have threads of their own, up to 255.
      """,
    program: """
      let done = DispatchSemaphore(value: 0)
      for _ in 0..<64 {
        DispatchQueue.global().async { done.wait() }     // takes all workers
      }
      DispatchQueue.global().async { for _ in 0..<64 { done.signal() } }
      """,
    corrected: """
      let done = DispatchGroup()
      for _ in 0..<64 {
        DispatchQueue.global().async(group: done) { print("works, and waits for nobody") }
      }
      done.notify(queue: .main) { print("all done") }    // takes no worker meanwhile
      """,
    onLinux: """
      The pool begins with one worker per processor. While all are blocked it grows by one per
      second, up to 255, so the program seems slow rather than dead; serial queues get threads of
      their own, up to 255. Beyond that it hangs without a message. On Apple's platforms the limit
      is 64.
      """,
    fix: """
      Do not block in pooled work: pass completions, or notify. If blocks must wait, limit how many
      may do so before they are submitted (an OperationQueue with a maximum, a serial queue in
      front), instead of letting each take a worker and wait there.
      """,
    oftenRead: nil,
    related: [.waitCycle, .semaphoreNeverSignaled])

  static let taskNeverFinishes = ExplainPage(
    code: .taskNeverFinishes,
    meaning: """
      An async function awaits a continuation that nothing left can resume, an element of a stream
      that nothing feeds or finishes, or a task that can never end. An async main or an async test
      that never comes to its end is this finding, too.
      """,
    program: """
      func load() async -> Data {
        await withCheckedContinuation { continuation in
          request { result in
            guard case .success(let data) = result else { return }   // never resumed
            continuation.resume(returning: data)
          }
        }
      }
      Task { _ = await load() }
      """,
    corrected: """
      func load() async -> Data? {
        await withCheckedContinuation { continuation in
          request { result in continuation.resume(returning: try? result.get()) }   // on every path
        }
      }
      Task { _ = await load() }
      """,
    onLinux: """
      The task stays suspended forever. A checked continuation prints "SWIFT TASK CONTINUATION
      MISUSE" when it is dropped, an unchecked one nothing.
      """,
    fix: "Resume exactly once on every path: use a throwing continuation and resume(with: result).",
    oftenRead: nil,
    related: [.semaphoreNeverSignaled, .groupNeverEmpty])
}
