// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDCheck

/// Whether a million schedules in one process leave memory and traces as they were.
struct MemoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Runs very many schedules in one process; compares memory and the first with the last traces.")

  @Option(help: "How many schedules in all, at least 12,000.")
  var schedules = 1_000_000

  @Option(help: "The workload to repeat.")
  var workload = "W4"

  @OptionGroup var arguments: ExplorationArguments

  func validate() throws {
    if schedules < 12_000 { throw ValidationError("--schedules takes a number from 12000 on") }
    if Workload(rawValue: workload.uppercased()) == nil { throw ValidationError("no workload \(workload)") }
  }

  func run() throws {
    let workload = Workload(rawValue: workload.uppercased()) ?? .lockSections
    func explore(_ count: Int, seed: UInt64) -> Exploration {
      exploreSchedules(schedules: count, seed: seed, strategy: arguments.strategy) { workload.run() }
    }
    let start = ProcessUsage.cpuSeconds
    let first = explore(1_000, seed: arguments.seed)
    _ = explore(9_000, seed: arguments.seed &+ 1)
    ProcessUsage.resetPeak()
    let before = ProcessUsage.residentKilobytes
    let middle = explore(schedules - 11_000, seed: arguments.seed &+ 2)
    let last = explore(1_000, seed: arguments.seed)

    var line = FigureLine()
    line.add("measure", "memory")
    line.add("workload", workload.rawValue)
    line.add("schedules", first.schedulesRun + 9_000 + middle.schedulesRun + last.schedulesRun)
    line.add("distinct_schedules", middle.distinctSchedules)
    line.add("rss_after_10000_kb", before)
    line.add("rss_at_the_end_kb", ProcessUsage.residentKilobytes)
    line.add("growth_kb", ProcessUsage.residentKilobytes - before)
    line.add("peak_growth_kb", ProcessUsage.peakKilobytes - before)
    line.add("threads", ProcessUsage.threads)
    line.add("first_trace_hash", String(first.traceHash, radix: 16))
    line.add("last_trace_hash", String(last.traceHash, radix: 16))
    line.add("same_traces", first.traceHash == last.traceHash)
    line.add("cpu_seconds", ProcessUsage.cpuSeconds - start)
    line.write()
    if first.traceHash != last.traceHash { throw ExitCode.failure }
  }
}
