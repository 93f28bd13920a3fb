// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// A program is loaded once, and copied for each process that serves schedules of it.
@Suite struct LoadedProgramTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Says when it is loaded.
  private static let library = """
    #include <stdio.h>
    __attribute__((constructor)) static void load(int count, char **words) {
      FILE *log = fopen(words[count - 1], "a");
      fprintf(log, "%s\\n", words[1]);
      fclose(log);
    }
    """

  /// Exits with 0 where its arguments are `one`, nothing, `two words` and a file.
  private static let program = """
    #include <pthread.h>
    #include <string.h>
    #include <unistd.h>
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static void *work(void *unused) {
      for (int i = 0; i < 4; i++) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); }
      return unused;
    }
    int main(int count, char **words) {
      pthread_t thread;
      pthread_create(&thread, 0, work, 0);
      work(0);
      pthread_join(thread, 0);
      if (getsid(0) == getpgid(0) || words[count] != NULL) return 3;
      return count == 5 && !strcmp(words[1], "one") && !strcmp(words[2], "") && !strcmp(words[3], "two words")
                 ? 0 : 2;
    }
    """

  private func run(_ program: String, _ options: [String], _ words: [String]) throws -> ToolRun {
    try ToolRun(options + ["--", program] + words, in: scratch)
  }

  @Test(arguments: ["1", "3"]) func librariesAreLoadedOnce(jobs: String) throws {
    let library = try scratch.write(Self.library, to: "library.c")
    let loaded = try Compiler.compile(library, ["-shared", "-fPIC"], gnu: true, in: scratch)
    let source = try scratch.write(Self.program, to: "program.c")
    let built = try Compiler.compile(
      source, ["-w", "-D_GNU_SOURCE", "-Wl,--no-as-needed", loaded], gnu: true, in: scratch)
    let log = scratch.path("log")
    let run = try run(built, ["--schedules", "60", "--jobs", jobs], ["one", "", "two words", log])
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "one\n")
  }

  /// The Swift runtime would read them from the kernel.
  @Test func swiftHasTheArguments() throws {
    let source = try scratch.write(
      """
      import Dispatch
      import Foundation
      let words = ["one", "", "two words", String(repeating: "long ", count: 20_000)]
      let queue = DispatchQueue(label: "words")
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        queue.sync { if Array(CommandLine.arguments.dropFirst()) != words { exit(2) } }
      }
      exit(ProcessInfo.processInfo.arguments == CommandLine.arguments ? 0 : 3)

      """, to: "main.swift")
    let built = try Compiler.compile(source, [], in: scratch)
    let words = ["one", "", "two words", String(repeating: "long ", count: 20_000)]
    let run = try run(built, ["--schedules", "20"], words)
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
  }

  /// All tests of a bundle are copies; in each of them a token leads to the same report.
  @Test func testsOfABundleAreCopies() throws {
    let package = try FacePackage()
    let names = "FacesTests.(AsyncTests/test_signalBeforeTheWait|AsyncSuite/signalBeforeTheWait)"
    let options = ["--skip-build", "--progress", "none", "--schedules", "20", "--filter", names]
    let found = try ToolRun(options, command: "test", in: package.folder)
    #expect(found.status == 1 && found.output.contains("4 tests"), "\(found.output)\(found.errors)")
    // Between its wait and the look of the framework's run loop, what comes first is the only choice.
    #expect(!found.output.contains("went right without"), "\(found.output)")
    #expect(found.replayArguments.count == 2)
    for arguments in found.replayArguments {
      let again = try ToolRun(arguments, in: package.folder)
      #expect(again.status == 1 && !again.report.isEmpty)
      #expect(found.output.withoutNotes.contains(again.report.withoutNotes), "\(again.output)")
    }
    let copies = try ToolRun(options, command: "test", in: package.folder)
    #expect(copies.output == found.output)
  }
}
