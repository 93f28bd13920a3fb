// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// A loop that looks again and again for what nobody will do is named long before the bound that real work
/// has; one that counts, waits for its time or is helped by somebody goes on.
@Suite struct IdleRoundTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let head = """
    #include <pthread.h>
    #include <semaphore.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <time.h>
    #include <unistd.h>
    static volatile int flag;
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static sem_t never;
    static int seen(void) { pthread_mutex_lock(&m); int now = flag; pthread_mutex_unlock(&m); return now; }
    static long seconds(clockid_t clock) {
      struct timespec now;
      clock_gettime(clock, &now);
      return now.tv_sec;
    }
    static void *waits(void *unused) { sem_wait(&never); return unused; }
    static void *polls(void *unused) { while (!flag) usleep(1000); return unused; }
    static void *sets_late(void *unused) { sleep(300); flag = 1; return unused; }
    struct count { long other, value; };
    __attribute__((noinline)) static void counted(struct count *c) {
      while (c->value < 150000) { c->value++; usleep(1000); }
    }
    static long total;

    """

  @Test(arguments: [
    "while (!flag) usleep(1000);",
    "while (!flag) sched_yield();",
    "while (!seen()) usleep(1000);",
    "pthread_t t; pthread_create(&t, 0, waits, 0); while (!flag) usleep(1000);",
    "pthread_t t; pthread_create(&t, 0, polls, 0); pthread_join(t, 0);",
    "pthread_t t; pthread_create(&t, 0, polls, 0); polls(0);",
    "struct timespec t = {0, 1000000}; while (!flag) nanosleep(&t, 0);",
  ]) func whatNobodyWillDoIsLookedForInVain(_ body: String) throws {
    for level in ["-O0", "-O2"] {
      let program = try program(body, level)
      let found = try ToolRun(["--schedules", "2", "--", program], in: scratch)
      #expect(found.status == 1, "\(found.output)\(found.errors)")
      #expect(
        found.output.contains(/GCD402 livelock: after 10[0-9],[0-9]{3} steps/),
        "\(found.output)")
      let token = try #require(found.token)
      let again = try ToolRun(["--replay", token, "--", program], in: scratch)
      #expect(again.report.withoutNotes == found.report.withoutNotes)
    }
  }

  /// Each goes round for more steps than the loops above are given, and is right.
  @Test(arguments: [
    "for (int i = 0; i < 150000; i++) usleep(1000);",
    "while (total < 150000) { total++; usleep(1000); } return seconds(CLOCK_MONOTONIC) < 0;",
    "counted(calloc(1, sizeof(struct count)));",
    "pthread_t t; pthread_create(&t, 0, sets_late, 0); while (!flag) usleep(1000);",
    "pthread_t t; pthread_create(&t, 0, sets_late, 0); while (!seen()) usleep(1000);",
    "long end = seconds(CLOCK_MONOTONIC) + 200; while (seconds(CLOCK_MONOTONIC) < end) usleep(1000);",
    "long end = seconds(CLOCK_REALTIME) + 200; while (seconds(CLOCK_REALTIME) < end) usleep(1000);",
    "for (int i = 0; i < 80000; i++) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); usleep(100); }",
  ]) func whatGetsOnIsLetGoOn(_ body: String) throws {
    for level in ["-O0", "-O2"] {
      let run = try ToolRun(["--schedules", "2", "--", try program(body, level)], in: scratch)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
  }

  @Test func aThreadOfFoundationMayPollAsWell() throws {
    let flag = "import Foundation\nnonisolated(unsafe) var flag = false\n"
    let found = try swift(flag + "while !flag { Thread.sleep(forTimeInterval: 0.001) }")
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    #expect(
      found.output.contains(/GCD402 livelock: after 10[0-9],[0-9]{3} steps/), "\(found.output)"
    )
    let limited = try swift(
      flag + """
        let end = Date().addingTimeInterval(200)
        while !flag && Date() < end { Thread.sleep(forTimeInterval: 0.001) }
        """)
    #expect(limited.status == 0, "\(limited.output)\(limited.errors)")
    let counting = try swift(
      """
      import Foundation
      final class Poller {
        var count = 0
        func run() { while count < 100_000 { count += 1; Thread.sleep(forTimeInterval: 0.001) } }
      }
      Poller().run()
      """)
    #expect(counting.status == 0, "\(counting.output)\(counting.errors)")
  }

  /// Its functions have stack where our calls have left times before.
  @Test func aFunctionOfASwiftTaskMayPollAsWell() throws {
    let source = { (condition: String, round: String) in
      """
      import Foundation
      final class Box: @unchecked Sendable {
        let lock = NSLock()
        private var stored = 0
        var value: Int { lock.withLock { stored } }
      }
      func run() {
        let box = Box()
        var waited = 0
        while \(condition) { usleep(1_000); \(round) }
      }
      await Task.detached { run() }.value
      """
    }
    let found = try swift(source("box.value == 0", "_ = waited"))
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    #expect(
      found.output.contains(/GCD402 livelock: after [12][0-9]{2},[0-9]{3} steps/), "\(found.output)")
    let again = try ToolRun(try #require(found.replayArguments.first), in: scratch)
    #expect(again.report.withoutNotes == found.report.withoutNotes)
    // What adds up its rests has nearly the time of the run.
    let adding = try swift(
      source("box.value == 0 && waited < 80_000_000_000", "waited += 1_000_000"))
    #expect(adding.status == 0, "\(adding.output)\(adding.errors)")
  }

  private static let count = """
    import Foundation
    final class Counter: @unchecked Sendable {
      private let lock = NSLock()
      private let queue = DispatchQueue(label: "counter")
      private var counts: [String: Int] = [:]
      var value: Int { lock.withLock { counts["n"] ?? 0 } }
      var valueInTurn: Int { queue.sync { counts["n"] ?? 0 } }
      func add() -> Int { lock.withLock { counts["n", default: 0] += 1; return counts["n"]! } }
    }

    """

  /// Their calls leave other words on the stack each time, take turns of a queue, or ask what time it is.
  @Test(arguments: [
    "while counter.value < 2 { Thread.sleep(forTimeInterval: 0.01) }",
    "while counter.valueInTurn < 2 { Thread.sleep(forTimeInterval: 0.05) }",
    "while counter.value < 2 { Thread.sleep(until: Date().addingTimeInterval(0.01)) }",
    """
    Thread { while counter.value < 2 { Thread.sleep(forTimeInterval: 0.003) } }.start()
    while counter.value < 2 { Thread.sleep(forTimeInterval: 0.001) }
    """,
    "let start = Date(); while counter.value < 2 { usleep(1000); if Date() < start { exit(2) } }",
  ]) func whatItsCallsLeaveBehindIsNoProgress(_ loop: String) throws {
    for level in ["-Onone", "-O"] {
      let source = Self.count + "func run() { let counter = Counter(); _ = counter.add()\n\(loop) }\nrun()\n"
      let found = try swift(source, level)
      #expect(found.status == 1, "\(found.output)\(found.errors)")
      #expect(
        found.output.contains(/GCD402 livelock: after [12][0-9]{2},[0-9]{3} steps/), "\(found.output)")
      let again = try ToolRun(try #require(found.replayArguments.first), in: scratch)
      #expect(again.report.withoutNotes == found.report.withoutNotes)
    }
  }

  /// They count where the frames of a loop do not show it, or by what they read again from the stack.
  @Test(arguments: [
    "while counter.add() < 60_000 { Thread.sleep(forTimeInterval: 0.001) }",
    """
    var left = 100.0
    while left > 0 { _ = counter.value; Thread.sleep(forTimeInterval: 0.001); left -= 0.001 }
    """,
    """
    var (state, hits) = (UInt64(88_172_645_463_325_252), 0)
    while hits < 3 {
      _ = counter.value
      usleep(500)
      state ^= state << 13; state ^= state >> 7; state ^= state << 17
      if state & 0x7fff == 5 { hits += 1 }
    }
    """,
    "let end = Date() + 500; while counter.value < 2, Date() < end { Thread.sleep(forTimeInterval: 0.01) }",
    """
    Thread { for _ in 0..<100_000 { usleep(1000) }; _ = counter.add(); _ = counter.add() }.start()
    while counter.value < 2 { Thread.sleep(forTimeInterval: 0.001) }
    """,
  ]) func whatCountsElsewhereIsLetGoOn(_ loop: String) throws {
    for level in ["-Onone", "-O"] {
      let source = Self.count + "func run() { let counter = Counter()\n\(loop)\n}\nrun()\n"
      let run = try swift(source, level)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
  }

  /// Yields on the main actor hop from executor to executor, and some ask for cancellation in between.
  @Test(arguments: [
    "while !Task.isCancelled { await Task.yield() }",
    "await Task.detached { while !Task.isCancelled { await Task.yield() } }.value",
    "let other = Task { while true { await Task.yield() } }; await other.value",
  ]) func aTaskThatYieldsForEverIsFound(_ body: String) throws {
    let program = try asyncProgram(body)
    let found = try ToolRun(["--schedules", "2", "--", program], in: scratch)
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    #expect(found.output.contains(/GCD402 livelock: after [1-4][0-9]{2},[0-9]{3} steps/), "\(found.output)")
  }

  @Test(arguments: [
    "for _ in 0..<40_000 { await Task.yield() }",
    "await Task.detached { for _ in 0..<40_000 where !Task.isCancelled { await Task.yield() } }.value",
    """
    let counts = Task.detached { for _ in 0..<40_000 { await Task.yield() } }
    let polls = Task.detached { while !Task.isCancelled { await Task.yield() } }
    await counts.value
    polls.cancel()
    await polls.value
    """,
  ]) func aTaskThatCountsItsYieldsIsLetGoOn(_ body: String) throws {
    let run = try ToolRun(["--schedules", "1", "--", try asyncProgram(body)], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  private func asyncProgram(_ body: String) throws -> String {
    try Compiler.compile(
      try scratch.write("@main struct Main { static func main() async {\n\(body)\n} }", to: "main.swift"),
      ["-O", "-parse-as-library"], in: scratch)
  }

  private func program(_ body: String, _ level: String) throws -> String {
    let source = IdleRoundTests.head + "int main(void) { sem_init(&never, 0, 0); \(body) return 0; }\n"
    return try Compiler.compile(
      try scratch.write(source, to: "program.c"),
      ["-D_GNU_SOURCE", "-Wno-unused", "-include", "sched.h", level], in: scratch)
  }

  private func swift(_ source: String, _ level: String = "-O") throws -> ToolRun {
    let program = try Compiler.compile(try scratch.write(source, to: "main.swift"), [level], in: scratch)
    return try ToolRun(["--schedules", "2", "--", program], in: scratch)
  }
}
