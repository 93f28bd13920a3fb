// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDCheck

/// How long a user waits between the deadlock and the report.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Times a deadlock until its headline and its full report are there, first and later.")

  @Option(help: "How many deadlocks, one after the other.")
  var times = 20

  @OptionGroup var arguments: ExplorationArguments

  func run() throws {
    let clock = ScheduleClock()
    var headlines: [Double] = []
    var reports: [Double] = []
    var code = ""
    var bytes = 0
    for index in 0..<max(times, 2) {
      let seed = arguments.seed &+ UInt64(index)
      let exploration = exploreSchedules(schedules: 10_000, seed: seed, strategy: arguments.strategy) {
        clock.scheduleBegins()
        Workload.crossedPhilosophers.run()
      }
      guard let finding = exploration.findings.first else { throw ExitCode.failure }
      code = finding.code
      bytes = finding.message.utf8.count
      headlines.append(clock.millisecondsSinceLastButOne())
      bytes = finding.report.utf8.count
      reports.append(clock.millisecondsSinceLastButOne())
    }
    var line = FigureLine()
    line.add("measure", "report")
    line.add("finding", code)
    line.add("deadlocks", headlines.count)
    line.add("first_headline_ms", headlines[0])
    line.add("first_report_ms", reports[0])
    line.add("later_headline_ms", median(headlines.dropFirst()))
    line.add("later_report_ms", median(reports.dropFirst()))
    line.add("report_bytes", bytes)
    line.write()
  }

  private func median(_ values: ArraySlice<Double>) -> Double {
    let sorted = values.sorted()
    return sorted[sorted.count / 2]
  }
}

/// Real time at which schedules began.
///
/// A schedule that hangs is run once more before it is reported, so the one before the last is where the
/// defect was met; the few microseconds that its steps took are counted in.
private final class ScheduleClock {
  private var last = RealLibrary.nanoseconds()
  private var lastButOne = 0

  func scheduleBegins() {
    lastButOne = last
    last = RealLibrary.nanoseconds()
  }

  func millisecondsSinceLastButOne() -> Double {
    Double(RealLibrary.nanoseconds() - lastButOne) / 1_000_000
  }
}
