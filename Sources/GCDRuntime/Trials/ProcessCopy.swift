// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDVocabulary
import Glibc

/// A copy of the process that continues the run for a while, answers a question of the process, and ends:
/// whatever its code does to it, none of that is a result.
///
/// The copy has one thread, and the memory of all others: virtual threads need no more.
class ProcessCopy {
  /// That of this process; nil where it is no copy. Set once, before the copy's first step.
  nonisolated(unsafe) private(set) static var current: ProcessCopy?

  let engine: Engine
  /// How many steps the run had made when the copy was made.
  let start: Int
  private let way: gcdc_copy

  init(_ engine: Engine, _ way: gcdc_copy) {
    self.engine = engine
    self.way = way
    start = engine.pointee.trace.count
  }

  /// Whether a copy can be made: ThreadSanitizer does not continue in one of a process with several threads,
  /// and a copy makes none of its own.
  static func isPossible(of engine: Engine) -> Bool { !engine.pointee.process.watchesRaces && current == nil }

  /// Called in the copy, before its first step.
  func begin() {
    ProcessCopy.current = self
    engine.beginInCopy()
    gcdc_fault_watch_in_copy()
    signal(SIGXCPU) { _ in ProcessCopy.current?.crashed() }
    gcdc_begin_foreign_watch(engine.pointee.held.pins.count)
  }

  /// The code of the program ends the process.
  func exited() -> Never { leave([]) }

  /// It has crashed, or computes without an end.
  func crashed() -> Never { leave([]) }

  /// The run is about to end.
  func ended() {}

  /// Whether the run is polled for the copy's question alone.
  func polls() -> Bool { false }

  /// Whether an address is that of the copy's own memory, which may be where the program has freed an object
  /// and kept its address.
  func owns(_ address: UInt) -> Bool {
    address == UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether the task has made no such call in the last look before the copy.
  final func isNew(_ step: StepRecord) -> Bool {
    let trace = engine.pointee.trace
    let earlier = max(trace.first, start - PollRounds.stepsPerPoll)..<start
    return !earlier.contains { trace.steps[$0].isSameCall(as: step) }
  }

  /// Ends the copy.
  final func leave(_ answer: [UInt8]) -> Never {
    var way = way
    answer.withUnsafeBufferPointer { gcdc_leave_copy(&way, $0.baseAddress, $0.count) }
  }

  /// How long a copy may take until it is given up.
  struct Patience {
    /// Of processor time.
    var processorSeconds: UInt32
    /// Of real time.
    var milliseconds: Int32

    /// For what may compute without an end.
    static let short = Patience(processorSeconds: 1, milliseconds: 10_000)
    /// For a bounded number of steps: what comes of them must not depend on the machine.
    static let long = Patience(processorSeconds: 20, milliseconds: 40_000)
  }

  /// What a copy answers.
  struct Answer {
    var bytes: [UInt8]
    /// It had the time that it needed, and did not hang.
    var isInTime: Bool
  }

  /// So many copies are made of which each hangs: a thread that is not controlled, and not in the copy, may
  /// have had a lock of the Swift runtime just then.
  private static let attempts = 8

  /// Copies the process and waits for the answer of the copy, of at most `count` bytes; nil where the system
  /// has no process, and in the copy itself, after `begin` there.
  static func ask(for count: Int, patience: Patience, _ begin: (gcdc_copy) -> Void) -> Answer? {
    var answer: Answer?
    for _ in 0..<attempts {
      var copy = gcdc_copy()
      let began = gcdc_real_monotonic_ns()
      guard gcdc_copy_process(&copy, patience.processorSeconds) else { return nil }
      if copy.process == 0 {
        begin(copy)
        return nil
      }
      var bytes = [UInt8](repeating: 0, count: count)
      var hangs = false
      let length = gcdc_await_copy(&copy, &bytes, count, patience.milliseconds, &hangs)
      let milliseconds = (gcdc_real_monotonic_ns() - began) / 1_000_000
      let isInTime = !hangs && milliseconds < UInt64(patience.milliseconds)
      answer = Answer(bytes: Array(bytes.prefix(length)), isInTime: isInTime)
      if !hangs { break }
    }
    return answer
  }
}
#endif
