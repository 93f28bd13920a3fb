// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Dispatch
import GCDCheck

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What a call costs that arrives at an interposer outside of a controlled run.
struct PassthroughCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passthrough",
    abstract: "Compares calls through the interposers with calls of the real functions, outside of a run.")

  @Option(help: "Pairs of batches; the medians are printed.")
  var batches = 2_001

  @Option(help: "Calls in one batch.")
  var calls = 1_000

  /// An object and, for a wait, its deadline; functions of one argument do not look at the second.
  private typealias Function = @convention(c) (UnsafeMutableRawPointer, UInt64) -> Int

  func run() throws {
    // Before and after the first run: a passed-through call must not become dearer by having had one.
    compare(after: "no run")
    _ = exploreSchedules(schedules: 2, seed: 1) { runBlocks(count: 2) }
    compare(after: "a run")
  }

  private func compare(after state: String) {
    let semaphore = DispatchSemaphore(value: 1)
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "bench.passthrough")
    measure(["dispatch_semaphore_signal", "dispatch_semaphore_wait"], address(semaphore), state)
    measure(["dispatch_group_enter", "dispatch_group_leave"], address(group), state)
    measure(["dispatch_retain", "dispatch_release"], address(queue), state)
    measure(["dispatch_queue_get_label"], address(queue), state)
    withExtendedLifetime((semaphore, group, queue)) {}

    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    measure(["pthread_mutex_lock", "pthread_mutex_unlock"], UnsafeMutableRawPointer(mutex), state)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  private func address(_ object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object).toOpaque()
  }

  private func measure(_ names: [String], _ pointer: UnsafeMutableRawPointer, _ state: String) {
    let passed = names.compactMap { RealLibrary.interposed($0).map { unsafeBitCast($0, to: Function.self) } }
    let real = names.compactMap { RealLibrary.real($0).map { unsafeBitCast($0, to: Function.self) } }
    guard passed.count == names.count, real.count == names.count else { return }
    var through: [Double] = []
    var direct: [Double] = []
    var difference: [Double] = []
    for batch in 0..<batches {
      // The order alternates, so that neither side always runs on a warm cache.
      let first = time(batch % 2 == 0 ? passed : real, pointer)
      let second = time(batch % 2 == 0 ? real : passed, pointer)
      through.append(batch % 2 == 0 ? first : second)
      direct.append(batch % 2 == 0 ? second : first)
      difference.append(batch % 2 == 0 ? first - second : second - first)
    }
    var line = FigureLine()
    line.add("measure", "passthrough")
    line.add("call", names.joined(separator: "+"))
    line.add("after", state)
    line.add("interposed", names.contains { RealLibrary.interposed($0) != RealLibrary.real($0) })
    line.add("passed_through_ns", median(through))
    line.add("real_ns", median(direct))
    line.add("difference_ns", median(difference))
    line.write()
  }

  /// Nanoseconds of one call, over one batch.
  private func time(_ functions: [Function], _ pointer: UnsafeMutableRawPointer) -> Double {
    let first = functions[0]
    let start = RealLibrary.nanoseconds()
    if functions.count == 2 {
      let second = functions[1]
      for _ in 0..<calls {
        _ = first(pointer, 0)
        _ = second(pointer, 0)
      }
    } else {
      for _ in 0..<calls { _ = first(pointer, 0) }
    }
    return Double(RealLibrary.nanoseconds() - start) / Double(calls * functions.count)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
