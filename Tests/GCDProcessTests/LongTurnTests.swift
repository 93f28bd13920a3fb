// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// A loop that looks at a flag under a lock lets the thread have the lock that sets it, whatever the lock is
/// and however many others that thread takes.
@Suite struct LongTurnTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// A kind of lock, in C.
  struct Lock: Sendable, CustomStringConvertible {
    var description: String
    var declaration: String
    var take: String
    var leave: String
  }

  static let locks = [
    Lock(
      description: "mutex", declaration: "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
      take: "pthread_mutex_lock(&m)", leave: "pthread_mutex_unlock(&m)"),
    Lock(
      description: "read-write lock", declaration: "static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;",
      take: "pthread_rwlock_wrlock(&m)", leave: "pthread_rwlock_unlock(&m)"),
    Lock(
      description: "spin lock", declaration: "static pthread_spinlock_t m;", take: "pthread_spin_lock(&m)",
      leave: "pthread_spin_unlock(&m)"),
    Lock(
      description: "tried mutex", declaration: "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
      take: "while (pthread_mutex_trylock(&m) != 0) sched_yield()", leave: "pthread_mutex_unlock(&m)"),
    Lock(
      description: "tried without a pause",
      declaration: "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
      take: "while (pthread_mutex_trylock(&m) != 0) {}", leave: "pthread_mutex_unlock(&m)"),
    Lock(
      description: "semaphore", declaration: "static sem_t m;", take: "sem_wait(&m)", leave: "sem_post(&m)"),
    Lock(
      description: "Dispatch semaphore", declaration: "static dispatch_semaphore_t m;",
      take: "dispatch_semaphore_wait(m, DISPATCH_TIME_FOREVER)", leave: "dispatch_semaphore_signal(m)"),
  ]

  @Test(arguments: locks, [0, 1, 5]) func theOtherThreadGetsTheLock(_ lock: Lock, _ others: Int) throws {
    let run = try run(
      """
      #include <dispatch/dispatch.h>
      #include <pthread.h>
      #include <sched.h>
      #include <semaphore.h>
      \(lock.declaration)
      static pthread_mutex_t other[5];
      static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
      static int waiting;
      static void prepare(dispatch_semaphore_t *m) { *m = dispatch_semaphore_create(1); }
      static void prepare_sem(sem_t *m) { sem_init(m, 0, 1); }
      static void *work(void *unused) {
        for (int i = 0; i < \(others); i++) {
          pthread_mutex_lock(&other[i]);
          pthread_mutex_unlock(&other[i]);
        }
        pthread_mutex_lock(&outer);
        \(lock.take);
        waiting = 1;
        \(lock.leave);
        pthread_mutex_unlock(&outer);
        return unused;
      }
      int main(void) {
        for (int i = 0; i < 5; i++) pthread_mutex_init(&other[i], 0);
        \(lock.declaration.contains("sem_t") ? "prepare_sem(&m);" : "")
        \(lock.declaration.contains("spinlock_t") ? "pthread_spin_init(&m, 0);" : "")
        \(lock.declaration.contains("semaphore_t") ? "prepare(&m);" : "")
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
        for (;;) {
          \(lock.take);
          int is_waiting = waiting;
          \(lock.leave);
          if (is_waiting) break;
        }
        return pthread_join(thread, 0);
      }
      """)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try choices(run) < 100_000, "\(run.output)")
  }

  @Test func aSpinnerThatWantsSeveralRoundsOfTheOtherGetsThem() throws {
    let run = try run(
      """
      #include <pthread.h>
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static int done;
      static void *work(void *unused) {
        for (int i = 0; i < 40; i++) {
          pthread_mutex_lock(&m);
          done++;
          pthread_mutex_unlock(&m);
        }
        return unused;
      }
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
        for (int seen = 0; seen < 40;) {
          pthread_mutex_lock(&m);
          seen = done;
          pthread_mutex_unlock(&m);
        }
        return pthread_join(thread, 0);
      }
      """)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try choices(run) < 100_000, "\(run.output)")
  }

  @Test func aQueueThatIsUsedAsALockIsHandedOn() throws {
    let run = try run(
      """
      #include <dispatch/dispatch.h>
      static int ready, is_ready;
      int main(void) {
        dispatch_queue_t queue = dispatch_queue_create("flag", 0);
        dispatch_async(dispatch_get_global_queue(0, 0), ^{ dispatch_sync(queue, ^{ ready = 1; }); });
        while (!is_ready) dispatch_sync(queue, ^{ is_ready = ready; });
        return 0;
      }
      """)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try choices(run) < 100_000, "\(run.output)")
  }

  private func run(_ source: String) throws -> ToolRun {
    let program = try Compiler.compile(
      try scratch.write(source, to: "program.c"), ["-D_GNU_SOURCE", "-Wno-unused"], in: scratch)
    return try ToolRun(["--schedules", "1", "--", program], in: scratch)
  }

  private func choices(_ run: ToolRun) throws -> Int {
    let match = try #require(run.output.firstMatch(of: /([0-9,]+) choices? in the first/), "\(run.output)")
    return try #require(Int(match.1.filter { $0 != "," }))
  }
}
