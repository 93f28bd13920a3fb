// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// Whole programs are explored as bodies are: searched through, predicted, and counted.
@Suite struct ProgramSearchTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func ended(_ arguments: [String], _ program: String) throws -> (end: TestEnded, run: ToolRun) {
    let run = try ToolRun(arguments + ["--report", "jsonl", "--", program], in: scratch)
    for case .testEnded(let end) in try EventStream.decode(run.output) { return (end, run) }
    throw CocoaError(.fileReadCorruptFile)
  }

  @Test(arguments: [1, 3]) func everyInterleavingOfAProgramIsTried(_ jobs: Int) throws {
    let program = try SampleProgram.named("clean/two-queues-in-one-direction.c").build(in: scratch)
    let (end, run) = try ended(
      ["--strategy", "exhaustive", "--schedules", "5000", "--jobs", "\(jobs)"], program)
    #expect(run.status == 0)
    let search = try #require(end.search)
    #expect(search.isComplete)
    #expect(search.interleavings > 1)
    #expect(end.stopped == .exhausted)
    let text = try ToolRun(["--strategy", "exhaustive", "--schedules", "5000", "--", program], in: scratch)
    let words = "all \(search.interleavings) interleavings of its synchronisation operations explored"
    #expect(text.output.contains(words), "\(text.output)")
  }

  /// A search that is cut into jobs, to its end and up to a defect of one order in 90.
  @Test(arguments: [false, true]) func theNumberOfJobsMakesNoDifference(_ fails: Bool) throws {
    let source = try scratch.write(
      """
      #include <pthread.h>
      #include <stdlib.h>
      static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
      static long order;
      static void *work(void *name) {
        for (int section = 0; section < 2; section += 1) {
          pthread_mutex_lock(&lock);
          order = order * 4 + (long)name;
          if (\(fails ? 1 : 0) && order == 3693) exit(3);
          pthread_mutex_unlock(&lock);
        }
        return NULL;
      }
      int main(void) {
        pthread_t threads[3];
        for (long name = 1; name <= 3; name += 1) {
          pthread_create(&threads[name - 1], NULL, work, (void *)name);
        }
        for (int index = 0; index < 3; index += 1) pthread_join(threads[index], NULL);
        return 0;
      }
      """, to: "sections.c")
    let program = try Compiler.compile(source, in: scratch)
    func output(_ jobs: Int) throws -> (status: Int32, text: String) {
      let run = try ToolRun(
        ["--strategy", "exhaustive", "--schedules", "5000", "--jobs", "\(jobs)", "--report", "jsonl", "--"]
          + [program], in: scratch)
      return (run.status, run.output)
    }
    let alone = try output(1)
    #expect(alone.status == (fails ? 1 : 0))
    #expect(alone.text.contains(fails ? "GCD501" : "\"interleavings\":90"), "\(alone.text)")
    for jobs in [2, 3] {
      let together = try output(jobs)
      #expect(together.text == alone.text, "\(jobs) jobs")
      #expect(together.status == alone.status)
    }
  }

  @Test func aSearchFindsWhatIsWrong() throws {
    let program = try SampleProgram.named("finds/wait-cycle/two-mutexes-in-two-orders.c").build(in: scratch)
    let (end, run) = try ended(["--strategy", "exhaustive", "--schedules", "5000"], program)
    #expect(run.status == 1)
    #expect(end.outcome == .failed)
    let token = try #require(
      try ToolRun(["--strategy", "exhaustive", "--schedules", "5000", "--", program], in: scratch).token)
    #expect(try ToolRun(["--replay", token, "--", program], in: scratch).status == 1)
  }

  /// What the main thread does when it begins to serve its queue is no use of other queues: it took 372 runs.
  @Test func servingTheMainQueueIsNoUseOfEverything() throws {
    let source = try scratch.write(
      """
      #include <dispatch/dispatch.h>
      #include <stdlib.h>
      int main(void) {
        dispatch_semaphore_t done = dispatch_semaphore_create(0);
        for (int block = 0; block < 2; block += 1) {
          dispatch_async(dispatch_queue_create("own", NULL), ^{ dispatch_semaphore_signal(done); });
        }
        dispatch_async(dispatch_queue_create("last", NULL), ^{
          dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
          dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
          exit(0);
        });
        dispatch_main();
      }
      """, to: "served.c")
    let program = try Compiler.compile(source, in: scratch)
    let (end, _) = try ended(["--strategy", "exhaustive", "--schedules", "5000"], program)
    let search = try #require(end.search)
    #expect(search.isComplete)
    #expect(search.interleavings == 32)
  }

  /// A program without a choice is run once, and one that is searched through no further.
  @Test func aFinishedSearchEndsTheExploration() throws {
    let source = try scratch.write(
      """
      #include <dispatch/dispatch.h>
      int main(void) {
        dispatch_sync(dispatch_queue_create("only", NULL), ^{});
        return 0;
      }
      """, to: "single.c")
    let single = try Compiler.compile(source, in: scratch)
    #expect(try ended(["--schedules", "500"], single).end.schedules == 1)
    let small = try SampleProgram.named("clean/two-queues-in-one-direction.c").build(in: scratch)
    let (end, _) = try ended(["--schedules", "2000"], small)
    #expect(end.stopped == .exhausted)
    #expect(end.schedules < 1_000)
    #expect(end.coverage != nil)
  }

  /// The census travels to the processes of the program: strategies that weigh by it take their own ways.
  @Test func strategiesDiffer() throws {
    let program = try SampleProgram.named("clean/two-mutexes-in-one-order.c").build(in: scratch)
    let hashes = try ["random", "pos", "surw", "sites", "pct"].map { strategy in
      try ended(["--strategy", strategy, "--schedules", "40", "--seed", "7"], program).end.traceHash
    }
    #expect(Set(hashes).count == hashes.count, "\(hashes)")
  }
}
