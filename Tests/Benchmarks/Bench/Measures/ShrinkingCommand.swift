// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import DefectPrograms
import GCDCheck
import GCDSchedule

/// How small the schedules of the known defects become before they are shown.
struct ShrinkingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrinking",
    abstract: "Finds the known defects of small programs and prints how small their schedules became.",
    discussion: """
      A line for each program: the depth of its defect; the deviations from the baseline order of the \
      schedule in which it was found and of the one that the report shows, means over the trials with the \
      largest in brackets; and the runs between the two. A program is marked where a trial kept more than 3 \
      deviations, or more than its depth where that is larger, or took more than 300 runs.
      """)

  @OptionGroup var asked: SearchArguments

  @Option(help: "The strategy that finds the defects.")
  var strategy = Strategy.auto

  @Option(help: "Searches for each program, with seeds one after the other.")
  var trials = 5

  @Option(help: "How the figures are written: table or json, a line for each trial.")
  var format = DefectsCommand.Format.table

  func validate() throws {
    if trials < 1 { throw ValidationError("--trials takes a number from 1 on") }
  }

  func run() throws {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    if asked.cell { return search(asked.programs[0]) }
    if format == .table {
      TextLine.write("program                    depth  found  deviations before      after        runs")
    }
    var missed = 0
    var shallow = 0
    for program in asked.programs {
      let trials = searchOutside(program)
      if program.depth <= 3 { shallow += 1 }
      if program.depth <= 3, !trials.allSatisfy(\.isSmall) { missed += 1 }
    }
    if format == .table {
      TextLine.write("")
      TextLine.write(
        "\(shallow - missed) of \(shallow) programs of depth 1 to 3 are down to 3 deviations within 300 runs")
    }
    #else
    throw ValidationError("the programs run under control only, which this platform does not have")
    #endif
  }

  /// The trials of one program in this process.
  private func search(_ program: DefectProgram) {
    for index in 0..<trials {
      let seed = asked.seed &+ UInt64(index)
      if let shrunk = ShrunkDefect(program, strategy, seed: seed, schedules: asked.schedules) {
        TextLine.write(shrunk.text)
      }
    }
  }

  /// The same in a process of their own: schedules that hang leave their threads behind.
  private func searchOutside(_ program: DefectProgram) -> [ShrunkDefect] {
    let command =
      "exec '\(CellProcess.executable)' shrinking --cell --program '\(program.name)' --strategy '\(strategy)'"
      + " --trials \(trials) --schedules \(asked.schedules) --seed \(asked.seed)"
    let found = CellProcess.lines(of: command).compactMap { ShrunkDefect(program, text: $0[...]) }
    if format == .json {
      for shrunk in found { shrunk.figures(strategy).write() }
    } else {
      TextLine.write(line(program, found))
    }
    return found
  }

  private func line(_ program: DefectProgram, _ found: [ShrunkDefect]) -> String {
    func filled(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(width - text.count, 0)) + text
    }
    func column(_ values: [Int], _ width: Int) -> String {
      guard let largest = values.max() else { return filled("-", width) }
      let tenths = values.reduce(0, +) * 10 / values.count
      return filled("\(tenths / 10).\(tenths % 10) (\(largest))", width)
    }
    let name = program.name + String(repeating: " ", count: max(27 - program.name.count, 1))
    return name + filled("\(program.depth)", 5) + filled("\(found.count)/\(trials)", 7)
      + column(found.map(\.before), 19) + column(found.map(\.after), 11) + column(found.map(\.runs), 12)
      + (found.allSatisfy(\.isSmall) ? "" : "  missed")
  }
}
