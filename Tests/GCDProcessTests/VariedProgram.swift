// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A program whose reports must not depend on anything outside: a sample that is built in another way, or a
/// row of the table of what real programs do.
struct VariedProgram: Sendable, CustomStringConvertible {
  /// Below `Programs`.
  var path: String
  var flags: [String] = []
  var arguments: [String] = []

  var description: String { ([path] + flags + arguments).joined(separator: " ") }

  /// Optimised programs, timers, descriptors, locks, misuse of Dispatch.
  static let all: [VariedProgram] = {
    let optimised = [
      VariedProgram(path: "finds/test-failed/freed-before-it-is-used.c", flags: ["-O2"]),
      VariedProgram(path: "finds/wait-cycle/two-mutexes-in-two-orders.c", flags: ["-O3"]),
      VariedProgram(path: "finds/wait-cycle/two-queues-call-into-each-other.c", flags: ["-Os"]),
      VariedProgram(path: "clean/a-static-object-is-destroyed-elsewhere.cpp", flags: ["-O2"]),
      VariedProgram(path: "finds/semaphore-never-signaled/the-reply-is-dropped.swift", flags: ["-O"]),
      VariedProgram(path: "clean/a-delay-shows-in-a-date.swift", flags: ["-O"]),
    ]
    let rows = [
      "many_threads", "polls_a_timer", "waits_by_epoll", "reads_from_a_thread", "has_thread_values",
      "applies",
      "notifies", "forgets_to_leave", "leaves_twice", "resumes_twice", "forgets_to_announce",
    ]
    let tails = [["mutex"], ["write_lock"], ["posix_semaphore"]].map { lock in
      VariedProgram(
        path: "real/tail-calls.c", flags: ["-O2", "-w", "-D_GNU_SOURCE"], arguments: ["dead"] + lock)
    }
    let plain = rows.map { row in
      VariedProgram(
        path: "real/programs.c", flags: ["-O1", "-w", "-D_GNU_SOURCE"], arguments: [row])
    }
    return optimised + plain + tails
  }()

  /// Programs of the package `faces`, for an async main, for one that blocks, and as tests.
  static let faces = [
    "neverResumed", "tasksThatAwaitEachOther", "asyncLetNeverEnds", "groupInATask", "lostSignal",
    "leaveOnSuccess", "twoQueues", "conditionWithoutSignal",
  ]
}
