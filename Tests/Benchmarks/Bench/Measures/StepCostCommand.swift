// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import DefectPrograms
import Dispatch
import GCDCheck

/// What a step costs under each strategy, where few and where many tasks can go on.
struct StepCostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "steps",
    abstract: "Times the steps of each strategy while 10, 100 and 1,000 tasks can go on.",
    discussion: """
      Each task signals and waits for a semaphore of its own, so that all of them can go on nearly all the \
      time. The strategies take turns in one process; the figure is the median over the rounds, beside its \
      ratio to that of random.
      """)

  @Option(help: "A strategy; repeatable. The first one is what the others are compared with.")
  var strategy: [Strategy] = [
    .random, .pct(depth: 3), .pctcp(depth: 3), .pos, .urw, .surw(depth: 0), .sites(depth: 3),
    .delay(bound: 2), .auto,
  ]

  @Option(help: "How many tasks; repeatable.")
  var tasks: [Int] = [10, 100, 1_000]

  @Option(help: "Rounds of which the median is taken.")
  var rounds = 5

  /// About as many steps for each figure, so that none is short.
  private static let steps = 400_000
  /// Of each task.
  private static let handOffs = 5

  func validate() throws {
    if tasks.contains(where: { $0 < 1 }) { throw ValidationError("--tasks takes numbers from 1 on") }
    if rounds < 1 { throw ValidationError("--rounds takes a number from 1 on") }
  }

  func run() throws {
    for count in tasks {
      var times = [[Double]](repeating: [], count: strategy.count)
      for _ in 0..<rounds {
        for (index, strategy) in strategy.enumerated() { times[index].append(cost(strategy, count)) }
      }
      let medians = times.map { $0.sorted()[$0.count / 2] }
      for (strategy, median) in zip(strategy, medians) {
        var line = FigureLine()
        line.add("strategy", strategy.description)
        line.add("tasks", count)
        line.add("nanoseconds_per_step", median)
        line.add("times_the_first", median / medians[0])
        line.write()
      }
    }
  }

  /// Nanoseconds of processor time for one step.
  private func cost(_ strategy: Strategy, _ count: Int) -> Double {
    let perSchedule = count * (2 * StepCostCommand.handOffs + 3)
    let schedules = max(2, StepCostCommand.steps / perSchedule)
    let start = ProcessUsage.cpuSeconds
    let exploration = exploreSchedules(
      schedules: schedules, seed: 7, strategy: strategy, options: .init(maxSteps: 10_000_000)
    ) {
      runTogether(count) { _ in
        let own = DispatchSemaphore(value: 0)
        for _ in 0..<StepCostCommand.handOffs {
          own.signal()
          own.wait()
        }
      }
    }
    return (ProcessUsage.cpuSeconds - start) * 1e9 / Double(max(exploration.steps, 1))
  }
}
