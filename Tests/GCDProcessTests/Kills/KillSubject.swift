// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A command of the tool that takes a while, with what comes of it when nobody disturbs it.
struct KillSubject {
  let name: String
  /// The command and its options, without reports.
  let words: [String]
  /// Behind the options.
  var program: [String] = []
  /// `--resume` goes on with it.
  var isResumable = true

  static let reports = ["jsonl", "junit", "html"]

  func arguments(_ words: [String], _ program: [String]) -> [String] {
    words + ["--progress", "none"]
      + KillSubject.reports.flatMap { ["--report", "\($0)=report.\($0)"] }
      + (program.isEmpty ? [] : ["--"] + program)
  }

  var victims: [KillRound.Victim] {
    words[0] == "fuzz" ? [.tool, .worker] : [.tool, .guardian, .server, .schedule]
  }

  var whole: [String] { arguments(words, program) }

  var rest: [String] { arguments([words[0], "--resume", "--jobs", "2"], []) }

  // MARK: What there is

  private static let scenario = """
    # Two queues, each of which waits for the other in some orders.
    expect: wait-cycle
    queues:
      first: serial
      second: serial
    steps:
      - async: first
        do:
          - print: a
          - sync: second
            do: []
      - async: second
        do:
          - print: b
          - sync: first
            do: []

    """

  private static let threads = """
    #include <pthread.h>
    #include <signal.h>
    #include <unistd.h>
    static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
    static void *work(void *unused) {
      for (int i = 0; i < 100; i++) { pthread_mutex_lock(&first); pthread_mutex_unlock(&first); }
      pthread_mutex_lock(&second);
      if (CYCLE) { pthread_mutex_lock(&first); pthread_mutex_unlock(&first); }
      pthread_mutex_unlock(&second);
      return unused;
    }
    int main(void) {
      pthread_t thread;
      if (STAYS && fork() == 0) {
        setsid();
        if (fork() == 0) for (;;) sleep(1000);
        _exit(0);
      }
      pthread_create(&thread, 0, work, 0);
      work(0);
      pthread_mutex_lock(&first);
      if (CYCLE) { pthread_mutex_lock(&second); pthread_mutex_unlock(&second); }
      pthread_mutex_unlock(&first);
      return pthread_join(thread, 0);
    }
    """

  /// - Parameter bundle: a test bundle and the options that choose tests of it.
  static func all(in folder: ScratchFolder, bundle: [String]?) throws -> [KillSubject] {
    for name in ["a", "b", "c"] { _ = try folder.write(scenario, to: "\(name).gcd.yaml") }
    let source = try folder.write(threads, to: "threads.c")
    func built(_ name: String, _ flags: [String]) throws -> String {
      let program = try Compiler.compile(source, ["-w"] + flags, in: folder)
      try FileManager.default.moveItem(atPath: program, toPath: folder.path(name))
      return folder.path(name)
    }
    let clean = try built("clean", ["-DCYCLE=0", "-DSTAYS=0"])
    let cycle = try built("cycle", ["-DCYCLE=1", "-DSTAYS=0"])
    let stays = try built("stays", ["-DCYCLE=0", "-DSTAYS=1"])
    let run = ["run", "--save", "--jobs", "2", "--keep-going", "--schedules"]
    var subjects = [
      KillSubject(
        name: "fuzz", words: ["fuzz", "--save", "--jobs", "2", "--keep-going", "--schedules", "3000"]),
      KillSubject(name: "run", words: run + ["60"], program: [clean]),
      KillSubject(name: "run, finding", words: run + ["30"], program: [cycle]),
      KillSubject(name: "run, family", words: run + ["30"], program: [stays]),
    ]
    if let bundle {
      subjects.append(
        KillSubject(
          name: "test", words: ["test", "--jobs", "2", "--keep-going", "--schedules", "20"] + bundle,
          isResumable: false))
    }
    return subjects
  }
}
