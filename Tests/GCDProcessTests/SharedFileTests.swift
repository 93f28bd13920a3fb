// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// Schedules that are executed at once share what is outside of their processes: what goes wrong by that
/// alone is no finding, and hides none.
@Suite struct SharedFileTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let remark = "went right without them, as where they share a file"

  /// Takes a file of a fixed name for itself while two threads add to a sum.
  private func program(losesUpdates: Bool) throws -> String {
    try Compiler.compile(
      try scratch.write(
        """
        #include <fcntl.h>
        #include <pthread.h>
        #include <unistd.h>

        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        static int sum;

        static void *add(void *unused) {
          pthread_mutex_lock(&lock);
          int seen = sum;
          if (\(losesUpdates ? 1 : 0)) {
            pthread_mutex_unlock(&lock);
            pthread_mutex_lock(&lock);
          }
          sum = seen + 1;
          pthread_mutex_unlock(&lock);
          return unused;
        }

        int main(int count, char **words) {
          if (count < 2) return 3;
          int file = open(words[1], O_CREAT | O_EXCL | O_WRONLY, 0600);
          if (file < 0) return 2;
          pthread_t threads[2];
          for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
          for (volatile int i = 0; i < 20000000; i++) {}
          for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
          close(file);
          unlink(words[1]);
          return sum == 2 ? 0 : 1;
        }
        """, to: "program.c"), in: scratch)
  }

  private func run(_ options: [String], _ program: String) throws -> ToolRun {
    try ToolRun(options + ["--", program, scratch.path("taken")], in: scratch)
  }

  @Test(arguments: ["auto", "exhaustive", "random"])
  func aFileOfAFixedNameIsNoFinding(_ strategy: String) throws {
    let program = try program(losesUpdates: false)
    let run = try run(["--schedules", "30", "--jobs", "4", "--strategy", strategy], program)
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
    // A search makes its runs one after the other.
    #expect(run.output.contains(Self.remark) == (strategy != "exhaustive"), "\(run.output)")
    let alone = try self.run(["--schedules", "30", "--jobs", "1", "--strategy", strategy], program)
    #expect(alone.status == 0 && !alone.output.contains(Self.remark), "\(alone.output)\(alone.errors)")
    // What the threads do with the mutex is independent of the file.
    if strategy == "exhaustive" { #expect(alone.output.contains("all 2 interleavings"), "\(alone.output)") }
  }

  @Test func whatGoesWrongByItselfIsFoundAllTheSame() throws {
    let program = try program(losesUpdates: true)
    let options = ["--schedules", "200", "--seed", "7", "--strategy", "random"]
    let together = try run(options + ["--jobs", "4"], program)
    #expect(together.status == 1 && together.output.contains("error: GCD501"), "\(together.output)")
    let alone = try run(options + ["--jobs", "1"], program)
    let token = try #require(alone.token)
    #expect(together.token == token && together.report == alone.report)
    let again = try run(["--replay", token], program)
    #expect(again.report.withoutNotes == alone.report.withoutNotes)
  }

  /// Locks once more for each byte of a file: where that is not there, it is made and initialised.
  private func programWithAFile(grows: Bool) throws -> String {
    try Compiler.compile(
      try scratch.write(
        """
        #include <fcntl.h>
        #include <pthread.h>
        #include <sys/stat.h>
        #include <unistd.h>

        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

        static void *work(void *name) {
          struct stat known = {0};
          int isNew = stat(name, &known) != 0;
          if (isNew || \(grows ? 1 : 0)) {
            int file = open(name, O_CREAT | O_WRONLY | O_APPEND, 0600);
            if (file < 0 || write(file, "x", 1) != 1) _exit(2);
            close(file);
          }
          for (int i = 0; i < (isNew ? 20 : known.st_size); i++) {
            pthread_mutex_lock(&lock);
            pthread_mutex_unlock(&lock);
          }
          return 0;
        }

        int main(int count, char **words) {
          if (count < 2) return 3;
          pthread_t thread;
          pthread_create(&thread, 0, work, words[1]);
          pthread_mutex_lock(&lock);
          pthread_mutex_unlock(&lock);
          pthread_join(thread, 0);
          return 0;
        }
        """, to: "file-\(grows).c"), in: scratch)
  }

  /// As Foundation makes its folder for caches at the first request of a program.
  @Test(arguments: ["1", "2"]) func whatTheFirstScheduleLeavesOnTheDiskIsNoFinding(_ jobs: String) throws {
    let program = try programWithAFile(grows: false)
    let options = ["--schedules", "20", "--jobs", jobs, "--seed", "7", "--report", "jsonl"]
    // The third one finds what the first one has left.
    let ends = try (0..<3).flatMap { _ -> [TestEnded] in
      let run = try run(options, program)
      #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
      return try EventStream.decode(run.output).compactMap {
        if case .testEnded(let end) = $0 { end } else { nil }
      }
    }
    #expect(ends.count == 3 && ends[0].traceHash != nil)
    for end in ends {
      #expect(end.traceHash == ends[0].traceHash && end.distinct == ends[0].distinct)
    }
  }

  @Test func whatEachScheduleLeavesOnTheDiskIsOne() throws {
    let run = try run(["--schedules", "20", "--jobs", "1"], try programWithAFile(grows: true))
    #expect(run.status == 1 && run.output.contains("error: GCD901"), "\(run.output)\(run.errors)")
  }
}
