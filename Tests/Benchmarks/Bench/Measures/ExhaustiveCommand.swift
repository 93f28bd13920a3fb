// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDCheck

/// `gcdcheck-bench exhaustive`: how many runs it takes to go through all orders of small programs.
struct ExhaustiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exhaustive",
    abstract: "Counts and times the runs that all orders of small programs take.")

  @Option(help: "Times that each program is searched; the fastest counts.")
  var rounds = 20

  func run() {
    for program in ExhaustiveProgram.allCases { measure(program) }
  }

  private func measure(_ program: ExhaustiveProgram) {
    var best = Double.infinity
    var exploration = Exploration()
    for _ in 0..<rounds {
      let start = ProcessUsage.cpuSeconds
      exploration = exploreSchedules(schedules: 100_000, strategy: .exhaustive) { program.run() }
      best = min(best, ProcessUsage.cpuSeconds - start)
    }
    var line = FigureLine()
    line.add("program", program.rawValue)
    line.add("interleavings", exploration.search?.interleavings ?? 0)
    line.add("schedules", exploration.schedulesRun)
    // The baseline order stands before the search; what is left are runs that repeated something.
    line.add("redundant", exploration.schedulesRun - 1 - (exploration.search?.interleavings ?? 0))
    line.add("is_exhaustive", exploration.isExhaustive)
    line.add("cpu_milliseconds", best * 1_000)
    line.add("findings", exploration.findings.count)
    line.write()
  }
}
