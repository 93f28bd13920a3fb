// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDCheck

/// How many schedules a second the workloads reach.
struct WorkloadsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workloads", abstract: "Explores the workloads and prints their rates (the default).")

  @Option(
    help: "Names, separated by commas: W1 to W6, P1 to P6, and W2D and P2D for the philosophers that hang.")
  var workload = "W1,W2,W3,W4,W5,W6,P1,P2,P3,P4,P5,P6"

  @Option(help: "Schedules of one exploration; where it is left out, about a second's worth.")
  var schedules: Int?

  @Option(help: "Explore again with the next seeds until so many seconds of processor time are used.")
  var seconds: Double?

  @OptionGroup var arguments: ExplorationArguments

  func validate() throws {
    _ = try workloads()
    if let schedules, schedules < 1 { throw ValidationError("--schedules takes a number from 1 on") }
  }

  func run() throws {
    for workload in try workloads() {
      if workload == .crossedPhilosophers || workload == .crossedThreadPhilosophers {
        search(workload)
      } else {
        rate(workload)
      }
    }
  }

  private func workloads() throws -> [Workload] {
    try workload.split(separator: ",").map { name in
      guard let workload = Workload(rawValue: name.uppercased()) else {
        let known = Workload.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("no workload \(name); there are \(known)")
      }
      return workload
    }
  }

  private func explore(_ workload: Workload, _ count: Int, seed: UInt64) -> Exploration {
    exploreSchedules(schedules: count, seed: seed, strategy: arguments.strategy) { workload.run() }
  }

  private func rate(_ workload: Workload) {
    let count = schedules ?? workload.usualSchedules
    // What is made once per process is no part of the rate.
    _ = explore(workload, 10, seed: arguments.seed)
    ProcessUsage.resetPeak()
    let start = ProcessUsage.cpuSeconds
    var run = 0
    var steps = 0
    var findings = 0
    var seed = arguments.seed
    repeat {
      let exploration = explore(workload, count, seed: seed)
      run += exploration.schedulesRun
      steps += exploration.steps
      findings += exploration.findings.count
      seed &+= 1
    } while ProcessUsage.cpuSeconds - start < (seconds ?? 0)
    let cpu = ProcessUsage.cpuSeconds - start

    var line = FigureLine()
    line.add("workload", workload.rawValue)
    line.add("title", workload.title)
    line.add("strategy", arguments.strategy.description)
    line.add("schedules", run)
    line.add("steps", steps)
    line.add("cpu_seconds", cpu)
    line.add("peak_rss_kb", ProcessUsage.peakKilobytes)
    line.add("schedules_per_cpu_second", Double(run) / cpu)
    line.add("nanoseconds_per_step", cpu * 1_000_000_000 / Double(max(steps, 1)))
    line.add("findings", findings)
    line.write()
  }

  /// Many searches with seeds of their own, each until its deadlock is found.
  private func search(_ workload: Workload) {
    let count = schedules ?? workload.usualSchedules
    let start = ProcessUsage.cpuSeconds
    var needed: [Int] = []
    var missed = 0
    var steps = 0
    var seed = arguments.seed
    repeat {
      let exploration = explore(workload, count, seed: seed)
      steps += exploration.steps
      if exploration.findings.isEmpty { missed += 1 } else { needed.append(exploration.schedulesRun) }
      seed &+= 1
    } while needed.count + missed < 200 && ProcessUsage.cpuSeconds - start < (seconds ?? 60)
    let cpu = ProcessUsage.cpuSeconds - start

    needed.sort()
    var line = FigureLine()
    line.add("workload", workload.rawValue)
    line.add("title", workload.title)
    line.add("strategy", arguments.strategy.description)
    line.add("searches", needed.count + missed)
    line.add("missed", missed)
    line.add("schedules", needed.reduce(missed * count, +))
    line.add("steps", steps)
    line.add("cpu_seconds", cpu)
    line.add("peak_rss_kb", ProcessUsage.peakKilobytes)
    line.add("schedules_until_found_mean", Double(needed.reduce(0, +)) / Double(max(needed.count, 1)))
    line.add("schedules_until_found_median", needed.isEmpty ? 0 : needed[needed.count / 2])
    line.add("schedules_until_found_longest", needed.last ?? 0)
    line.write()
  }
}
