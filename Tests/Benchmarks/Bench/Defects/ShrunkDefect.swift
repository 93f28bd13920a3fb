// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import GCDCheck
import GCDSchedule

/// How small the schedule became in which one search found the defect of one program.
struct ShrunkDefect: Sendable {
  let program: DefectProgram
  /// Deviations from the baseline order in the schedule that failed.
  let before: Int
  /// Deviations in the schedule that the report shows.
  let after: Int
  /// Runs between the two.
  let runs: Int

  /// Searches until the first error; nil where there is none.
  init?(_ program: DefectProgram, _ strategy: Strategy, seed: UInt64, schedules: Int) {
    let exploration = program.explore(strategy, seed: seed, schedules: schedules)
    guard let finding = exploration.errors.first,
      let token = try? ScheduleToken(parsing: finding.schedule)
    else { return nil }
    self.program = program
    after = token.deviations.count
    before = finding.context.shrinking?.before ?? after
    runs = exploration.shrinkingRuns
  }

  /// Reads what `text` gives.
  init?(_ program: DefectProgram, text: Substring) {
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    self.program = program
    before = numbers[0]
    after = numbers[1]
    runs = numbers[2]
  }

  /// The three numbers.
  var text: String { "\(before) \(after) \(runs)" }

  /// Few enough for a defect of few ordering constraints; deeper ones may keep as many as they have.
  var isSmall: Bool { after <= max(program.depth, 3) && runs <= 300 }

  func figures(_ strategy: Strategy) -> FigureLine {
    var line = FigureLine()
    line.add("measure", "shrinking")
    line.add("program", program.name)
    line.add("depth", program.depth)
    line.add("strategy", strategy.description)
    line.add("deviations_before", before)
    line.add("deviations_after", after)
    line.add("runs", runs)
    return line
  }
}
