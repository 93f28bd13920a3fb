// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Dispatch
import GCDCheck

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
    measure(
      "dispatch_semaphore_signal+wait", ["dispatch_semaphore_signal", "dispatch_semaphore_wait"],
      semaphore, state)
    measure("dispatch_group_enter+leave", ["dispatch_group_enter", "dispatch_group_leave"], group, state)
    measure("dispatch_retain+release", ["dispatch_retain", "dispatch_release"], queue, state)
    measure("dispatch_queue_get_label", ["dispatch_queue_get_label"], queue, state)
  }

  private func measure(_ title: String, _ names: [String], _ object: AnyObject, _ state: String) {
    let passed = names.compactMap { RealLibrary.interposed($0).map { unsafeBitCast($0, to: Function.self) } }
    let real = names.compactMap { RealLibrary.real($0).map { unsafeBitCast($0, to: Function.self) } }
    guard passed.count == names.count, real.count == names.count else { return }
    let pointer = Unmanaged.passUnretained(object).toOpaque()
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
    line.add("call", title)
    line.add("after", state)
    line.add("interposed", RealLibrary.interposed(names[0]) != RealLibrary.real(names[0]))
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
