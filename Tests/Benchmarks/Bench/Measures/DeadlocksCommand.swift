// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import DefectPrograms
import Dispatch
import GCDCheck

/// What dead runs leave behind: their tasks can never be unwound.
struct DeadlocksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deadlocks",
    abstract: "Runs schedules of which most hang, as many as one process takes; prints what they leak.")

  @Option(help: "How many schedules to ask for.")
  var schedules = 100_000

  @OptionGroup var arguments: ExplorationArguments

  func run() throws {
    // The first dead runs make the pool of threads and the tables of the report.
    _ = explore(50, seed: arguments.seed)
    let threads = ProcessUsage.threads
    let before = ProcessUsage.residentKilobytes
    let start = ProcessUsage.cpuSeconds
    let exploration = explore(schedules, seed: arguments.seed &+ 1)
    let leaked = ProcessUsage.residentKilobytes - before

    var line = FigureLine()
    line.add("measure", "deadlocks")
    line.add("schedules_asked", schedules)
    line.add("schedules", exploration.schedulesRun)
    line.add("dead_runs", exploration.abandonedExecutions)
    line.add("distinct_findings", exploration.findings.count)
    line.add("threads_before", threads)
    line.add("threads_after", ProcessUsage.threads)
    line.add("leaked_kb", leaked)
    let abandoned = Double(max(exploration.abandonedExecutions, 1) * tasksLeftBehind)
    line.add("leaked_bytes_per_dead_run_and_thread", Double(leaked) * 1_024 / abandoned)
    line.add("cpu_seconds", ProcessUsage.cpuSeconds - start)
    line.write()
  }

  /// The two that cross, and the body that waits for them.
  private var tasksLeftBehind: Int { 3 }

  private func explore(_ count: Int, seed: UInt64) -> Exploration {
    exploreSchedules(
      schedules: count, seed: seed, strategy: arguments.strategy, options: .init(keepGoing: true)
    ) {
      crossTwoLocks()
    }
  }
}

/// Two threads take two locks in opposite orders, twenty times each: they hang in most schedules.
func crossTwoLocks() {
  let locks = [DispatchSemaphore(value: 1), DispatchSemaphore(value: 1)]
  runTogether(2) { index in
    for _ in 0..<20 {
      locks[index].wait()
      locks[1 - index].wait()
      locks[1 - index].signal()
      locks[index].signal()
    }
  }
}
