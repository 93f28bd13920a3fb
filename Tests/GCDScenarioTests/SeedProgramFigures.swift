// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDRuntime
import Glibc

@testable import GCDScenario

/// A seed program with a defect: what the real library makes of it, and how often its schedules show it.
struct SeedProgramFigure {
  let row: String
  let program: String
  /// What one run on the real library came to, where that was measured.
  let reality: String?
  let codes: [String]
  let count: ScheduleCount

  /// Measured on libdispatch of this toolchain's release, on Linux: by scenario or program.
  static let measured: [String: String] = [
    "a-timer-is-resumed-twice": "SIGILL", "a-queue-is-resumed-that-was-never-suspended": "SIGILL",
    "a-timer-is-activated-then-resumed": "SIGILL", "a-suspended-queue-is-dropped": "SIGILL",
    "once-inside-itself": "SIGILL", "a static let needs itself": "silent hang",
    "two static lets need each other": "silent hang",
    "an-operation-queue-fills-the-pool": "hangs on Darwin from 69 tasks on",
    "reader-behind-a-pending-barrier": "silent hang", "barrier-sync-from-a-reader": "silent hang",
    "sync-onto-a-child-of-main": "SIGILL", "sync-onto-a-child-of-ones-own-queue": "SIGILL",
    "apply onto one's own serial queue": "SIGILL", "a semaphore of -1": "SIGSEGV at its first use",
  ]

  static func header(schedules: Int, seed: UInt64) -> String {
    "# Schedules that show the defect, of \(schedules) at most with seed \(seed) and the default strategy.\n"
      + line("row", "program", "real library", "code", "shown in")
  }

  /// One line of the table.
  var line: String {
    Self.line(row, program, reality ?? "-", codes.joined(separator: " "), "\(count)")
  }

  private static func line(
    _ row: String, _ program: String, _ reality: String, _ code: String, _ shown: String
  ) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.utf8.count))
    }
    return padded(row, 5) + padded(program, 50) + padded(reality, 33) + padded(code, 8) + shown + "\n"
  }
}

/// In how many of its schedules a program looks wrong.
struct ScheduleCount: CustomStringConvertible {
  var wrong = 0
  var all = 0
  /// The first of them, from 1; nil where there is none.
  var first: Int?

  var description: String { "\(wrong) of \(all)" + (first.map { ", first in schedule \($0)" } ?? "") }
}

/// The programs of the rows that only Swift code can express and that were measured on the real library.
enum SwiftSeedProgram {
  static let all: [(row: String, name: String, body: @Sendable () -> Void)] = [
    ("P25", "a static let needs itself", { _ = Recursive.value }),
    (
      "P25", "two static lets need each other",
      {
        DispatchQueue.global().async { _ = Crossed.first }
        _ = Crossed.second
      }
    ),
    ("P58", "apply onto one's own serial queue", { applyOntoItsOwnQueue() }),
    ("P86", "a semaphore of -1", { _ = DispatchSemaphore(value: -1) }),
  ]

  private enum Recursive { static let value: Int = { again() + 1 }() }

  private static func again() -> Int { Recursive.value }

  private enum Crossed {
    static let first: Int = { second + 1 }()
    static let second: Int = { first + 1 }()
  }

  /// In C, since Swift does not offer `dispatch_apply` with a queue.
  private static func applyOntoItsOwnQueue() {
    typealias Pointer = UnsafeMutableRawPointer
    let create: @convention(c) (UnsafePointer<CChar>, Pointer?) -> Pointer = find("dispatch_queue_create")
    let sync: @convention(c) (Pointer, Pointer?, @convention(c) (Pointer?) -> Void) -> Void = find(
      "dispatch_sync_f")
    let queue = create("com.acme.serial", nil)
    sync(queue, queue) { queue in
      let apply: @convention(c) (Int, Pointer, Pointer?, @convention(c) (Pointer?, Int) -> Void) -> Void =
        SwiftSeedProgram.find("dispatch_apply_f")
      apply(3, queue!, nil) { _, _ in }
    }
  }

  private static func find<Function>(_ name: String) -> Function {
    unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), name)!, to: Function.self)
  }
}
