// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDCheck

/// What a schedule costs with few and with very many of one thing.
struct CrowdsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowds",
    abstract: "Explores programs with 10 to 10,000 blocks, threads, waiters or objects.",
    discussion: """
      A line for each program and number: microseconds of processor time for a schedule, nanoseconds for a \
      step, and the latter as a multiple of the first line's of the same program.
      """)

  @Option(
    help: "Names, separated by commas: \(Crowd.allCases.map(\.rawValue).joined(separator: ", ")).")
  var crowd = Crowd.allCases.map(\.rawValue).joined(separator: ",")

  @Option(help: "How many; repeatable.")
  var count: [Int] = [10, 100, 1_000, 10_000]

  @Option(help: "Schedules with one of 10; with more, as many fewer, and at least 3.")
  var schedules = 6_000

  @OptionGroup var arguments: ExplorationArguments

  func validate() throws {
    if count.contains(where: { $0 < 1 }) { throw ValidationError("--count takes numbers from 1 on") }
    if schedules < 3 { throw ValidationError("--schedules takes a number from 3 on") }
    _ = try crowds()
  }

  func run() throws {
    for crowd in try crowds() {
      var first: Double?
      for count in count {
        let schedules = max(3, schedules * 10 / max(count, 10))
        // What is made once per process is no part of the cost.
        _ = explore(crowd, count, schedules: 1)
        let start = ProcessUsage.cpuSeconds
        let exploration = explore(crowd, count, schedules: schedules)
        let seconds = ProcessUsage.cpuSeconds - start
        let step = seconds * 1e9 / Double(max(exploration.steps, 1))
        var line = FigureLine()
        line.add("crowd", crowd.rawValue)
        line.add("title", crowd.title)
        line.add("strategy", arguments.strategy.description)
        line.add("count", count)
        line.add("schedules", exploration.schedulesRun)
        line.add("steps", exploration.steps)
        line.add("microseconds_per_schedule", seconds * 1e6 / Double(max(exploration.schedulesRun, 1)))
        line.add("nanoseconds_per_step", step)
        line.add("times_the_first", step / (first ?? step))
        line.add("trace_hash", String(exploration.traceHash, radix: 16))
        line.write()
        first = first ?? step
      }
    }
  }

  private func crowds() throws -> [Crowd] {
    try crowd.split(separator: ",").map { name in
      guard let crowd = Crowd(rawValue: String(name)) else {
        let known = Crowd.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("no crowd \(name); there are \(known)")
      }
      return crowd
    }
  }

  private func explore(_ crowd: Crowd, _ count: Int, schedules: Int) -> Exploration {
    exploreSchedules(
      schedules: schedules, seed: arguments.seed, strategy: arguments.strategy,
      options: .init(maxSteps: 100_000_000)
    ) {
      crowd.run(count)
    }
  }
}
