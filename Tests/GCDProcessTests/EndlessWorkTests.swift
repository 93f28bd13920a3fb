// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Work without end: a block that submits itself again. Time passes beside it, and what waits for it in vain
/// is told soon.
@Suite struct EndlessWorkTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// - Parameters:
  ///   - rounds: after which the block signals and submits itself no more; 0 = never.
  ///   - wait: the main thread's.
  private func program(rounds: Int, wait: String) throws -> String {
    try Compiler.compile(
      try scratch.write(
        """
        #include <dispatch/dispatch.h>

        static dispatch_queue_t queue;
        static dispatch_semaphore_t done;
        static long count;

        static void work(void *unused) {
          if (++count == \(rounds)) dispatch_semaphore_signal(done);
          else dispatch_async_f(queue, NULL, work);
        }

        static void signal_done(void *unused) { dispatch_semaphore_signal(done); }

        int main(void) {
          queue = dispatch_queue_create("work", NULL);
          done = dispatch_semaphore_create(0);
          dispatch_async_f(queue, NULL, work);
          \(wait)
        }
        """, to: "program.c"), in: scratch)
  }

  static let waitsThatEnd = [
    (0, "return dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, NSEC_PER_SEC)) == 0;"),
    (
      0,
      """
      dispatch_after_f(dispatch_time(DISPATCH_TIME_NOW, NSEC_PER_SEC / 2), queue, NULL, signal_done);
      return dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER) != 0;
      """
    ),
    (
      0,
      """
      dispatch_source_t timer = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, 0, queue);
      dispatch_source_set_timer(timer, dispatch_time(DISPATCH_TIME_NOW, 0), NSEC_PER_SEC / 10, 0);
      dispatch_source_set_event_handler_f(timer, signal_done);
      dispatch_resume(timer);
      for (int i = 0; i < 5; i++) dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
      return 0;
      """
    ),
    // Of as many steps as a limit of a second allows for.
    (30_000, "return dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, NSEC_PER_SEC)) != 0;"),
    (100_000, "return dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER) != 0;"),
  ]

  @Test(arguments: waitsThatEnd) func aWaitThatEndsIsNoFinding(_ rounds: Int, _ wait: String) throws {
    let program = try program(rounds: rounds, wait: wait)
    let run = try ToolRun(["--schedules", "4", "--", program], in: scratch)
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
  }

  @Test func aWaitForNothingBesideItIsFound() throws {
    let program = try program(
      rounds: 0, wait: "return dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER) != 0;")
    let run = try ToolRun(["--schedules", "4", "--", program], in: scratch)
    #expect(run.status == 1 && run.output.contains("program.c:9:8: error: GCD402"), "\(run.output)")
    #expect(run.output.contains("main thread  blocked in DispatchSemaphore.wait  program.c:18"))
    let token = try #require(run.token)
    let again = try ToolRun(["--replay", token, "--", program], in: scratch)
    #expect(again.report.withoutNotes == run.report.withoutNotes)
  }

  /// As stress tests of locks: more rounds than an endless loop is given.
  @Test(arguments: [
    ("pthread_mutex_lock(&mutex);", 400_000), ("while (pthread_mutex_trylock(&mutex) != 0) {}", 150_000),
  ]) func manyRoundsThatAreCountedAreNoFinding(_ take: String, _ rounds: Int) throws {
    let program = try Compiler.compile(
      try scratch.write(
        """
        #include <dispatch/dispatch.h>
        #include <pthread.h>

        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static long count;

        static void add(void *unused) {
          for (int i = 0; i < \(rounds); i++) {
            \(take)
            count++;
            pthread_mutex_unlock(&mutex);
          }
        }

        int main(void) {
          dispatch_group_t group = dispatch_group_create();
          dispatch_queue_t queue = dispatch_get_global_queue(0, 0);
          for (int i = 0; i < 3; i++) dispatch_group_async_f(group, queue, NULL, add);
          dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
          return count != 3 * \(rounds);
        }
        """, to: "stress.c"), in: scratch)
    let run = try ToolRun(["--schedules", "1", "--", program], in: scratch)
    #expect(run.status == 0 && run.output.contains("no findings"), "\(run.output)\(run.errors)")
  }

  /// What counts where no frame of a task that goes round shows it.
  static let counters = [
    """
    Task { var n = 0; while n < 3_000 { n += 1; await Task.yield() }; await counter.end() }
    let goesRound = Task.detached {
      while !(await counter.hasEnded) { try? await Task.sleep(for: .seconds(1)) }
    }
    goesRound.cancel()
    await goesRound.value
    """,
    "async let one: Void = countInActor(); async let two: Void = countInActor(); _ = await (one, two)",
    "async let one: Void = countInBox(); async let two: Void = countInBox(); _ = await (one, two)",
  ]

  @Test(arguments: counters) func aTaskThatCountsElsewhereIsNoFinding(_ tasks: String) throws {
    let program = try Compiler.compile(
      try scratch.write(
        """
        final class Box: @unchecked Sendable { var count = 0 }
        actor Counter {
          var hasEnded = false, count = 0
          let box = Box()
          func end() { hasEnded = true }
          func countOn() -> Bool { count += 1; return count < 330_000 }
          func countOnInBox() -> Bool { box.count += 1; return box.count < 330_000 }
        }
        @inline(never) func nothing() {}
        let counter = Counter()
        func countInActor() async {
          await Task.detached { while await counter.countOn() { nothing() } }.value
        }
        func countInBox() async {
          await Task.detached { while await counter.countOnInBox() { nothing() } }.value
        }
        \(tasks)
        """, to: "main.swift"), ["-swift-version", "6"], in: scratch)
    let run = try ToolRun(["--schedules", "1", "--", program], in: scratch)
    #expect(run.status == 0 && run.output.contains("no findings"), "\(run.output)\(run.errors)")
  }
}
