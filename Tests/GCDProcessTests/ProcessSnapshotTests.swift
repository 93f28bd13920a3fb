// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// Schedules that one process executes one after the other find what each would find in a process of its own.
@Suite struct ProcessSnapshotTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Fails where it finds what another schedule has left behind; then leaves behind what its first word says,
  /// and writes the number of its process.
  private static let program = """
    #include <fcntl.h>
    #include <pthread.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/resource.h>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <sys/wait.h>
    #include <time.h>
    #include <unistd.h>
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int global, shared_total;
    static char large[1 << 20];
    static __thread int local;
    static const char *const constant[] = {"a", "b"};
    static char first_folder[4096];
    static void handle(int number) { (void)number; }
    static void *work(void *unused) {
      for (int i = 0; i < 4; i++) { pthread_mutex_lock(&lock); shared_total++; pthread_mutex_unlock(&lock); }
      return unused;
    }
    static void check(int is_wrong, int code) { if (is_wrong) exit(code); }
    static void look(void) {
      check(global || local || large[5000], 10);
      check(getenv("LEFT") != NULL, 11);
      char folder[4096];
      check(!getcwd(folder, sizeof folder) || strcmp(folder, first_folder), 12);
      mode_t mask = umask(0);
      umask(mask);
      check(mask == 0123, 13);
      struct sigaction action;
      sigaction(SIGUSR1, NULL, &action);
      check(action.sa_handler != SIG_DFL, 14);
      sigset_t set;
      pthread_sigmask(SIG_BLOCK, NULL, &set);
      check(sigismember(&set, SIGUSR2), 15);
      int next = dup(2);
      check(next != 3, 16);
      close(next);
      struct itimerval interval;
      getitimer(ITIMER_REAL, &interval);
      check(interval.it_value.tv_sec != 0, 17);
      check(waitpid(-1, NULL, WNOHANG) != -1, 18);
      check(getpriority(PRIO_PROCESS, 0) != 0, 19);
      struct rlimit limit;
      getrlimit(RLIMIT_STACK, &limit);
      check(limit.rlim_cur == 1 << 20, 20);
      check(strcmp(constant[0], "a") != 0, 22);
      check(fcntl(2, F_GETFD) != 0, 23);
    }
    static void leave(const char *what) {
      if (!strcmp(what, "memory")) {
        global = local = 1;
        memset(large, 1, sizeof large);
        setenv("LEFT", "1", 1);
        for (int i = 0; i < 300; i++) memset(malloc(4000), 7, 4000);
        memset(malloc(1 << 22), 7, 1 << 22);
        char *pages = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        pages[0] = 1;
        mprotect(large + 8192 - (unsigned long)large % 4096, 4096, PROT_READ);
      }
      if (!strcmp(what, "signals")) {
        signal(SIGUSR1, handle);
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGUSR2);
        pthread_sigmask(SIG_BLOCK, &set, NULL);
      }
      if (!strcmp(what, "descriptors")) {
        open("/dev/null", O_RDONLY);
        int ends[2];
        if (pipe(ends) != 0) exit(30);
      }
      if (!strcmp(what, "flags")) fcntl(2, F_SETFD, FD_CLOEXEC);
      if (!strcmp(what, "folder") && chdir("/") != 0) exit(31);
      if (!strcmp(what, "mask")) umask(0123);
      if (!strcmp(what, "timer")) setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {1000, 0}}, NULL);
      int number;
      if (!strcmp(what, "kernelTimer")) syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, &number);
      if (!strcmp(what, "priority")) setpriority(PRIO_PROCESS, 0, 1);
      if (!strcmp(what, "limit")) setrlimit(RLIMIT_STACK, &(struct rlimit){1 << 20, 1 << 23});
      if (!strcmp(what, "constant")) {
        unsigned long page = (unsigned long)constant & ~4095ul;
        mprotect((void *)page, 4096, PROT_READ | PROT_WRITE);
        *(const char **)&constant[0] = "c";
        mprotect((void *)page, 4096, PROT_READ);
      }
      if (!strcmp(what, "child")) {
        pid_t child = fork();
        if (child == 0) { sleep(100); _exit(0); }
      }
      if (!strcmp(what, "waited")) {
        pid_t child = fork();
        if (child == 0) _exit(0);
        waitpid(child, NULL, 0);
      }
    }
    int main(int count, char **words) {
      if (!getcwd(first_folder, sizeof first_folder)) return 40;
      pthread_t thread;
      pthread_create(&thread, 0, work, 0);
      pthread_mutex_lock(&lock);
      pthread_mutex_unlock(&lock);
      look();
      work(0);
      pthread_join(thread, 0);
      int log = open(words[2], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
      dprintf(log, "%d\\n", getpid());
      close(log);
      leave(words[1]);
      return shared_total == 8 && count == 3 ? 0 : 2;
    }
    """

  private static let schedules = 80

  private func run(_ what: String, _ options: [String]) throws -> (run: ToolRun, processes: Int) {
    let source = try scratch.write(Self.program, to: "\(what).c")
    // Constants with addresses are what the dynamic linker has written.
    let built = try Compiler.compile(
      source, ["-w", "-D_GNU_SOURCE", "-fPIE", "-pie", "-Wl,-z,relro,-z,now"], gnu: true, in: scratch)
    let log = scratch.path("log of \(what)")
    let run = try ToolRun(
      options + ["--schedules", "\(Self.schedules)", "--strategy", "random", "--", built, what, log],
      in: scratch)
    let processes = Set(try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n"))
    return (run, processes.count)
  }

  /// What the kernel gives back, or the process itself.
  @Test(arguments: ["nothing", "memory", "signals", "descriptors", "timer"])
  func isServedInPlace(what: String) throws {
    let (run, processes) = try run(what, ["--jobs", "1"])
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
    #expect(processes < Self.schedules / 4, "\(processes) processes")
  }

  /// What no process can undo, or what may still run elsewhere.
  @Test(arguments: [
    "flags", "folder", "mask", "kernelTimer", "priority", "limit", "constant", "child", "waited",
  ])
  func getsAProcessOfItsOwn(what: String) throws {
    let (run, processes) = try run(what, ["--jobs", "1"])
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
    #expect(processes >= Self.schedules, "\(processes) processes")
  }

  /// By the call that newer kernels have, and without it.
  @Test(arguments: [[], ["-Dioctl=refused_ioctl"]]) func memoryIsPutBack(options: [String]) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let sources = tests.appendingPathComponent("../../Sources/CGCDPreload/Snapshot").standardized.path
    let files = ["ProcessMaps.c", "OwnPages.c", "MemoryImage.c"].map { "\(sources)/\($0)" }
    let built = try Compiler.compile(
      tests.appendingPathComponent("Programs/memory-image.c").path,
      ["-w", "-D_GNU_SOURCE", "-I", sources] + options + files, gnu: true, in: scratch)
    let run = try ToolRun(tool: built, [], in: scratch)
    #expect(run.status == 0)
  }

  /// How many schedules a process serves is no matter of theirs.
  @Test(arguments: ["nothing", "memory", "folder"]) func hasTheSameTraces(what: String) throws {
    let ends = try ["1", "3"].flatMap { jobs in
      let (run, _) = try run(what, ["--jobs", jobs, "--seed", "7", "--report", "jsonl"])
      return try EventStream.decode(run.output).compactMap { event -> TestEnded? in
        if case .testEnded(let end) = event { end } else { nil }
      }
    }
    #expect(ends.count == 2 && ends[0].traceHash != nil)
    #expect(ends.first?.traceHash == ends.last?.traceHash)
  }
}
