// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// The ways in which a program ends, and what each of them means to the tool.
@Suite struct EndTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func run(_ body: String, _ flags: [String] = [], environment: [String: String] = [:]) throws
    -> ToolRun
  {
    let source = """
      #include <dispatch/dispatch.h>
      #include <fcntl.h>
      #include <sched.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/syscall.h>
      #include <sys/wait.h>
      #include <time.h>
      #include <unistd.h>
      static void say(void) { puts("handler"); }
      int main(void) {
      \(body)
      }
      """
    let program = try Compiler.compile(
      try scratch.write(source, to: "program.c"), ["-D_GNU_SOURCE", "-Wno-unused"], in: scratch)
    return try ToolRun(
      ["--schedules", "3"] + flags + ["--", program], in: scratch, environment: environment)
  }

  @Test func aStatusIsAFindingUnlessAllowed() throws {
    let finding = try run("return 3;")
    #expect(finding.status == 1)
    #expect(finding.output.contains("GCD501 test-failed: the program exits with status 3"))
    #expect(try run("return 3;", ["--allow-exit", "3"]).status == 0)
    #expect(try run("return 3;", ["--allow-exit", "4"]).status == 1)
  }

  /// The first schedule, which is shown as such, is executed again for its report.
  @Test func whatAFailingFirstSchedulePrintsIsShownOnce() throws {
    let finding = try run("puts(\"words\"); return 3;", ["--schedules", "1"])
    let lines = finding.output.split(separator: "\n")
    #expect(lines.filter { $0 == "words" }.count == 1, "\(finding.output)")
  }

  @Test func handlersRunWhereTheyDoByThemselves() throws {
    #expect(try run("atexit(say); return 0;").output.contains("handler"))
    #expect(try run("atexit(say); exit(0);").output.contains("handler"))
    #expect(!(try run("atexit(say); _exit(0);").output.contains("handler")))
    #expect(try run("at_quick_exit(say); fflush(stdout); quick_exit(0);").status == 0)
  }

  @Test(arguments: [
    "_exit(5);", "_Exit(5);", "quick_exit(5);", "exit(5);", "syscall(SYS_exit_group, 5);",
    "dispatch_sync(dispatch_queue_create(\"q\", 0), ^{ exit(5); });",
    "dispatch_async(dispatch_get_global_queue(0, 0), ^{ _exit(5); }); dispatch_main();",
  ]) func everyExitIsSeen(_ body: String) throws {
    let found = try run(body)
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    #expect(found.output.contains("the program exits with status 5"), "\(found.output)")
  }

  @Test func aSignalIsNamed() throws {
    #expect(try run("raise(SIGSEGV); return 0;").output.contains("SIGSEGV"))
    #expect(try run("abort();").output.contains("SIGABRT"))
    let killed = try run("kill(getpid(), SIGKILL); return 0;")
    #expect(killed.status == 1)
    #expect(killed.output.contains("SIGKILL (signal 9)"), "\(killed.output)")
  }

  @Test func aProgramThatBecomesAnotherIsFollowedUpToThere() throws {
    let replaced = try run("execl(\"/bin/echo\", \"echo\", \"the other\", (char *)0); return 1;")
    #expect(replaced.status == 0, "\(replaced.output)\(replaced.errors)")
    #expect(
      replaced.output.contains(
        "main thread replaces the program by /bin/echo, which is not under control: the run ends there"),
      "\(replaced.output)")
    #expect(replaced.output.contains("the other"))
    #expect(!replaced.output.contains("GCD501"))
    let child = try run(
      "if (fork() == 0) execl(\"/bin/true\", \"true\", (char *)0);\nint s; return wait(&s) < 0 || s != 0;")
    #expect(child.status == 0, "\(child.output)\(child.errors)")
    #expect(!child.output.contains("GCD902"), "\(child.output)")
    let missing = try run("execl(\"/no/such/file\", \"x\", (char *)0); return 0;")
    #expect(missing.status == 0 && !missing.output.contains("GCD902"), "\(missing.output)")
  }

  /// How often the loop goes round depends on how fast the child is: that is no defect of the program.
  @Test func aChildThatIsPolledForIsAnEventFromOutside() throws {
    let polled = try run(
      """
      pid_t child = fork();
      if (child == 0) { struct timespec t = {0, 1000000 * (getpid() % 16)}; nanosleep(&t, 0); _exit(0); }
      int s;
      while (waitpid(child, &s, WNOHANG) == 0) sched_yield();
      return s;
      """, ["--schedules", "20"])
    #expect(polled.status == 0, "\(polled.output)\(polled.errors)")
    #expect(!polled.output.contains("GCD901"), "\(polled.output)")
  }

  @Test func aCallThatNothingStandsForIsNamed() throws {
    let stuck = try run(
      "sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR1); sigprocmask(SIG_BLOCK, &s, 0); \n"
        + "struct timespec t = {1000, 0}; return sigtimedwait(&s, 0, &t);",
      environment: ["GCDCHECK_WATCHDOG": "1"])
    #expect(stuck.status == 1, "\(stuck.output)\(stuck.errors)")
    #expect(stuck.output.contains("is blocked outside control in sigtimedwait"), "\(stuck.output)")
  }

  @Test func aLoopWithoutACallIsGivenUp() throws {
    let found = try run("for (volatile int on = 1; on;) {}", environment: ["GCDCHECK_WATCHDOG": "1"])
    // Another thread could end such a loop while it runs, so it fails nothing unless that is asked for; but
    // the program was hardly tried.
    #expect(found.status == 0, "\(found.output)\(found.errors)")
    #expect(found.output.contains(": warning: GCD402"), "\(found.output)")
    #expect(found.output.contains("1 schedule (1 distinct)"), "\(found.output)")
    #expect(found.output.contains("1 warning; the test was hardly tried"), "\(found.output)")
    let strict = try run(
      "for (volatile int on = 1; on;) {}", ["--strict"], environment: ["GCDCHECK_WATCHDOG": "1"])
    #expect(strict.status == 1, "\(strict.output)\(strict.errors)")
    #expect(strict.output.contains(": error: GCD402"), "\(strict.output)")
    #expect(found.output.contains("a limit of gcdcheck and not certainly a defect"), "\(found.output)")
    #expect(found.output.contains("note: potential:"), "\(found.output)")
  }

  /// While a report is made, nobody waits for the next step: finding names and lines takes longer than this.
  @Test func theEndIsToldHoweverLongThatTakes() throws {
    let found = try run("return 7;", environment: ["GCDCHECK_WATCHDOG": "0.1"])
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    #expect(found.output.contains("program.c:13: error: GCD501"), "\(found.output)")
    #expect(found.output.contains("the program exits with status 7"), "\(found.output)")
  }

  @Test func aProgramThatTimeCutsIsNotCalledGood() throws {
    let source = """
      dispatch_queue_t queue = dispatch_get_global_queue(0, 0);
      for (int number = 0; number < 3; number += 1) dispatch_async(queue, ^{ sched_yield(); });
      return 0;
      """
    // Not even its first schedule came to its end.
    let cut = try run(source, ["--time", "1ns"])
    #expect(cut.status == 75, "\(cut.output)\(cut.errors)")
    #expect(cut.output.contains("no findings; the test was hardly tried; stopped by time"), "\(cut.output)")
    #expect(try run(source, ["--time", "1ns", "--strict"]).status == 75)
    let whole = try run(source, ["--strict"])
    #expect(whole.status == 0)
    #expect(!whole.output.contains("hardly"), "\(whole.output)")
  }

  @Test func queuesMayBeLeftBehind() throws {
    let fine = try run(
      """
      dispatch_queue_t queue = dispatch_queue_create("left", NULL);
      dispatch_suspend(queue);
      dispatch_async(queue, ^{ puts("never"); });
      return 0;
      """)
    #expect(fine.status == 0, "\(fine.output)\(fine.errors)")
  }

  @Test func childrenAreNotControlled() throws {
    let fine = try run(
      """
      if (getenv("LD_PRELOAD") || getenv("GCDCHECK_CHANNEL")) return 9;
      pid_t child = fork();
      if (child == 0) {
        // The clock of a controlled process stands in 2020.
        _exit(time(NULL) > 1700000000 ? 4 : 5);
      }
      int status = 0;
      waitpid(child, &status, 0);
      printf("child %d\\n", WEXITSTATUS(status));
      return WEXITSTATUS(status) == 4 ? 0 : 1;
      """)
    #expect(fine.status == 0, "\(fine.output)\(fine.errors)")
    #expect(fine.output.contains("child 4"))
  }

  @Test func descriptorsAreThoseOfAnUsualProcess() throws {
    let fine = try run("int file = open(\"/dev/null\", O_RDONLY); return file == 3 ? 0 : 1;")
    #expect(fine.status == 0, "\(fine.output)\(fine.errors)")
  }

  @Test func eachScheduleReadsTheWholeInput() throws {
    let body = "char line[99] = \"\"; fgets(line, 99, stdin); return strcmp(line, \"hello\\n\") ? 1 : 0;"
    _ = try scratch.write("hello\n", to: "input")
    let fine = try run("dispatch_async(dispatch_get_global_queue(0, 0), ^{}); " + body, ["--input", "input"])
    #expect(fine.status == 0, "\(fine.output)\(fine.errors)")
    #expect(try run(body).status == 1)
  }

  @Test func outputIsShownOnce() throws {
    let fine = try run(
      """
      for (int i = 0; i < 3; i++) dispatch_async(dispatch_get_global_queue(0, 0), ^{});
      puts("once");
      return 0;
      """)
    #expect(fine.output.split(separator: "\n").count { $0 == "once" } == 1, "\(fine.output)")
  }

  @Test func crashesOfSomeSchedulesLeaveTheOthersAlone() throws {
    let program = try SampleProgram.named("finds/test-failed/freed-before-it-is-used.c").build(in: scratch)
    let run = try ToolRun(["--schedules", "60", "--keep-going", "--", program], in: scratch)
    #expect(run.status == 1)
    #expect(run.output.contains("1 test, 60 schedules"), "\(run.output)")
  }

}
