// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// The steps before the first choice of a program are made once for many schedules, and no schedule can see
/// that.
@Suite struct SharedPrologueTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Two threads of which each takes a lock as often as `rounds` says, and which add to `sum`.
  private static func program(_ declarations: String = "", begin: String = "", end: String = "") -> String {
    """
    #include <errno.h>
    #include <fcntl.h>
    #include <pthread.h>
    #include <semaphore.h>
    #include <signal.h>
    #include <spawn.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/epoll.h>
    #include <sys/eventfd.h>
    #include <sys/mman.h>
    #include <sys/random.h>
    #include <sys/socket.h>
    #include <sys/stat.h>
    #include <sys/timerfd.h>
    #include <sys/wait.h>
    #include <unistd.h>

    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int sum, rounds = 3;
    static const char *path;
    \(declarations)

    static void *add(void *unused) {
      for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        sum += 1;
        pthread_mutex_unlock(&lock);
      }
      return unused;
    }

    static void check(int is_well, const char *what) {
      if (!is_well) { perror(what); exit(2); }
    }

    int main(int count, char **words) {
      check(count == 2, "arguments");
      path = words[1];
      \(begin)
      pthread_t threads[2];
      for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
      for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
      \(end)
      return sum == 2 * rounds ? 0 : 1;
    }
    """
  }

  private func run(_ program: String, _ options: [String], name: String = "program") throws -> ToolRun {
    let source = try scratch.write(program, to: "\(name).c")
    let built = try Compiler.compile(source, ["-w", "-D_GNU_SOURCE"], gnu: true, in: scratch)
    return try ToolRun(
      ["--jobs", "1", "--strategy", "random"] + options + ["--", built, scratch.path("thing")], in: scratch)
  }

  /// Writes down at the end which process has made this one.
  private static let notesParent = """
    FILE *log = fopen(path, "a");
    fprintf(log, "%d\\n", (int)getppid());
    fclose(log);
    """

  /// How many schedules each process has made.
  private func children(_ program: String) throws -> [Int] {
    let run = try run(program, ["--schedules", "60"])
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
    let parents = try String(contentsOfFile: scratch.path("thing"), encoding: .utf8).split(separator: "\n")
    return Dictionary(grouping: parents) { $0 }.values.map(\.count).sorted()
  }

  @Test func copiesOfOneProcessAreTheSchedules() throws {
    // Most of them come from one; those that are repeated are processes of their own.
    let shared = try children(Self.program(end: Self.notesParent))
    #expect(shared.count > 1 && shared.last! >= 45, "\(shared)")
  }

  @Test func whatCopiesWouldShareIsShared() throws {
    let memory = "mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);"
    let own = try children(Self.program(begin: memory, end: Self.notesParent))
    #expect(own.count == 1 && own[0] >= 60, "\(own)")
  }

  /// What is done in the beginning, and undone at the end, outside of the process.
  private static let effects: [(begin: String, end: String)] = [
    ("check(mkdir(path, 0700) == 0, path);", "check(rmdir(path) == 0, path);"),
    (
      "int file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600); check(file >= 0, path);",
      "check(unlink(path) == 0, path);"
    ),
    (
      "int file = openat(AT_FDCWD, path, O_CREAT | O_EXCL | O_RDWR, 0600); check(file >= 0, path);",
      "check(remove(path) == 0, path);"
    ),
    ("FILE *file = fopen(path, \"wx\"); check(file != NULL, path);", "check(unlink(path) == 0, path);"),
    ("check(mkfifo(path, 0600) == 0, path);", "check(unlinkat(AT_FDCWD, path, 0) == 0, path);"),
    ("check(symlink(\"/\", path) == 0, path);", "check(unlink(path) == 0, path);"),
    ("check(link(\"/proc/self/exe\", path) != 0 || 1, path);", ""),
    (
      "char text[4096]; sprintf(text, \"mkdir %s\", path); check(system(text) == 0, path);",
      "check(rmdir(path) == 0, path);"
    ),
    (
      """
      pid_t child = fork();
      if (child == 0) _exit(mkdir(path, 0700));
      int status; check(waitpid(child, &status, 0) == child && status == 0, path);
      """, "check(rmdir(path) == 0, path);"
    ),
    (
      """
      char name[4096]; snprintf(name, sizeof name, "%s-%s", path, "XX" "XXXX");
      check(mkdtemp(name) != NULL, name);
      """, "check(rmdir(name) == 0, name);"
    ),
    (
      """
      char name[240]; snprintf(name, sizeof name, "/%s", path + 1);
      for (char *letter = name + 1; *letter != 0; letter++) if (*letter == '/') *letter = '-';
      check(sem_open(name, O_CREAT | O_EXCL, 0600, 1) != SEM_FAILED, name);
      """, "check(sem_unlink(name) == 0, name);"
    ),
    (
      """
      int receiver = socket(AF_UNIX, SOCK_DGRAM, 0);
      struct { sa_family_t family; char name[64]; } address = {AF_UNIX};
      snprintf(address.name, sizeof address.name, "%s", "shared-prologue");
      check(bind(receiver, (struct sockaddr *)&address, sizeof address) == 0, address.name);
      """, "close(receiver); check(unlink(address.name) == 0, address.name);"
    ),
  ]

  @Test(arguments: effects.indices) func eachScheduleChangesTheOutsideForItself(_ index: Int) throws {
    let effect = Self.effects[index]
    let run = try run(Self.program(begin: effect.begin, end: effect.end), ["--schedules", "30"])
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(effect.begin): \(run.output)\(run.errors)")
    #expect(!run.output.contains("went right without"), "\(effect.begin): \(run.output)")
  }

  /// What is opened in the beginning, and found as it was at the end.
  private static let descriptors: [(begin: String, end: String)] = [
    (
      "int ends[2]; check(pipe(ends) == 0, \"pipe\"); check(write(ends[1], \"ab\", 2) == 2, \"write\");",
      "char text[4]; check(read(ends[0], text, 4) == 2 && text[1] == 'b', \"read\");"
    ),
    (
      "int number = eventfd(7, EFD_NONBLOCK);",
      "uint64_t value = 0; check(read(number, &value, 8) == 8 && value == 7, \"eventfd\");"
    ),
    (
      "int number = eventfd(2, EFD_NONBLOCK | EFD_SEMAPHORE);",
      """
      uint64_t value = 0;
      for (int i = 0; i < 2; i++) check(read(number, &value, 8) == 8 && value == 1, "eventfd");
      check(read(number, &value, 8) < 0 && errno == EAGAIN, "eventfd");
      """
    ),
    (
      """
      int number = eventfd(0, EFD_NONBLOCK), set = epoll_create1(EPOLL_CLOEXEC);
      struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = 99}};
      check(epoll_ctl(set, EPOLL_CTL_ADD, number, &event) == 0, "epoll_ctl");
      """,
      """
      uint64_t value = 1; check(write(number, &value, 8) == 8, "write");
      struct epoll_event found = {0};
      check(epoll_wait(set, &found, 1, 0) == 1 && found.data.u64 == 99, "epoll_wait");
      """
    ),
    (
      "int file = open(\"/proc/self/exe\", O_RDONLY); check(lseek(file, 1, SEEK_SET) == 1, \"lseek\");",
      "char text[4]; check(read(file, text, 3) == 3 && memcmp(text, \"ELF\", 3) == 0, \"read\");"
    ),
    (
      "int number = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);",
      "uint64_t value; check(read(number, &value, 8) < 0 && errno == EAGAIN, \"timerfd\");"
        + "check((fcntl(number, F_GETFD) & FD_CLOEXEC) != 0, \"fcntl\");"
    ),
    (
      "check(getpid() == gettid(), \"gettid\");", "check(getpid() == gettid(), \"gettid\");"
    ),
  ]

  @Test(arguments: descriptors.indices) func eachScheduleHasItsOwnDescriptors(_ index: Int) throws {
    let pair = Self.descriptors[index]
    let run = try run(
      Self.program(begin: pair.begin, end: pair.end + Self.notesParent), ["--schedules", "30"])
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(pair.begin): \(run.output)\(run.errors)")
    #expect(!run.output.contains("went right without"), "\(pair.begin): \(run.output)")
    let parents = try String(contentsOfFile: scratch.path("thing"), encoding: .utf8).split(separator: "\n")
    #expect(Set(parents).count > 1, "no schedule was a copy: \(pair.begin)")
  }

  /// A source that watches a pipe from the beginning hears of what is written to it later, in each schedule.
  @Test func sourcesWatchThePipeOfTheirSchedule() throws {
    let source = try scratch.write(
      """
      #include <dispatch/dispatch.h>
      #include <stdio.h>
      #include <unistd.h>
      static int ends[2];
      static dispatch_semaphore_t heard, ended;
      static void hear(void *unused) {
        char text[8];
        if (read(ends[0], text, 8) == 3) dispatch_semaphore_signal(heard);
      }
      static void end(void *unused) { close(ends[0]); dispatch_semaphore_signal(ended); }
      static void write_all(void *unused) { write(ends[1], "abc", 3); }
      int main(int count, char **words) {
        pipe(ends);
        heard = dispatch_semaphore_create(0);
        ended = dispatch_semaphore_create(0);
        dispatch_queue_t queue = dispatch_queue_create("q", NULL);
        dispatch_source_t source = dispatch_source_create(DISPATCH_SOURCE_TYPE_READ, ends[0], 0, queue);
        dispatch_source_set_event_handler_f(source, hear);
        dispatch_source_set_cancel_handler_f(source, end);
        dispatch_resume(source);
        dispatch_async_f(dispatch_get_global_queue(0, 0), NULL, write_all);
        dispatch_semaphore_wait(heard, DISPATCH_TIME_FOREVER);
        dispatch_source_cancel(source);
        dispatch_semaphore_wait(ended, DISPATCH_TIME_FOREVER);
        FILE *log = fopen(words[1], "a");
        fprintf(log, "%d\\n", (int)getppid());
        fclose(log);
        return 0;
      }

      """, to: "source.c")
    let built = try Compiler.compile(source, ["-w", "-D_GNU_SOURCE"], in: scratch)
    let run = try ToolRun(
      ["--jobs", "1", "--strategy", "random", "--schedules", "40", "--", built, scratch.path("thing")],
      in: scratch)
    #expect(run.status == 0 && !run.output.contains("GCD"), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("went right without"), "\(run.output)")
    let parents = try String(contentsOfFile: scratch.path("thing"), encoding: .utf8).split(separator: "\n")
    #expect(Dictionary(grouping: parents) { $0 }.values.map(\.count).max()! >= 20, "\(parents)")
  }

  /// A program that is given its input begins each schedule in a process of its own.
  @Test(arguments: ["random", "pct:3", "pos", "surw", "sites", "auto"])
  func schedulesAreThoseOfProcessesOfTheirOwn(_ strategy: String) throws {
    let draws =
      "unsigned char byte; check(getrandom(&byte, 1, 0) == 1, \"random\"); rounds = byte % 4 + 1;"
    let waits = "pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); sched_yield();"
    let empty = try scratch.write("", to: "empty")
    for (number, begin) in [draws, waits, waits + draws].enumerated() {
      let program = Self.program("#include <sched.h>", begin: begin)
      var ended: [TestEnded] = []
      for input in [[], ["--input", empty]] {
        let run = try run(
          program, ["--schedules", "80", "--strategy", strategy, "--report", "jsonl"] + input,
          name: "program\(number)")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        for case .testEnded(let end) in try EventStream.decode(run.output) { ended.append(end) }
      }
      #expect(ended.count == 2 && ended[0].traceHash != nil)
      #expect(ended[0].traceHash == ended[1].traceHash && ended[0].distinct == ended[1].distinct, "\(begin)")
    }
  }
}
