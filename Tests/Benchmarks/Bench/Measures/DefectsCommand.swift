// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import DefectPrograms
import GCDCheck
import GCDSchedule

/// How many schedules the strategies need until they find known defects.
struct DefectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "defects",
    abstract: "Lets strategies look for the known defects of small programs; prints who needs how long.",
    discussion: """
      Each program is a body in this process, and in the last columns an executable under gcdcheck run. \
      Each trial has a seed of its own and ends with the first error. The table has, for each program and \
      strategy, the mean number of the schedule that failed over the trials in which one did, the number of \
      these trials, and the median of the processor time in milliseconds, report included. Schedule 1 is the \
      baseline order, in which all programs are sound. Below stand the geometric means over all programs and \
      published figures of programs of the same names.
      """)

  /// How the figures are written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json
  }

  /// Who is compared where nobody is named.
  static let usualStrategies: [Strategy] = [
    .random, .pct(depth: 4), .pctcp(depth: 4), .pos, .urw, .surw(depth: 0), .surw(depth: 3), .sites(depth: 0),
    .sites(depth: 5), .delay(bound: 2), .auto,
  ]

  @OptionGroup var asked: SearchArguments

  @Option(help: "A strategy; repeatable.")
  var strategy: [Strategy] = DefectsCommand.usualStrategies

  @Option(help: "A strategy that explores the programs as executables, by `gcdcheck run`; repeatable.")
  var wholeProgram: [Strategy] = [.auto]

  /// The strategy of the cell explores the program as an executable.
  @Flag(help: .private)
  var asProgram = false

  @Option(help: "Searches for each program and strategy, with seeds one after the other.")
  var trials = 20

  @Option(help: "Processes at the same time.")
  var jobs = 1

  @Option(help: "How the figures are written: table or json, a line for each cell.")
  var format = Format.table

  @Flag(help: "List the programs and what is wrong with them, and search for nothing.")
  var list = false

  @Flag(help: "Run the corrected forms of the programs, in which nothing is to be found.")
  var corrected = false

  func validate() throws {
    if trials < 1 { throw ValidationError("--trials takes a number from 1 on") }
    if jobs < 1 { throw ValidationError("--jobs takes a number from 1 on") }
  }

  func run() throws {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    if list { return asked.programs.forEach(describe) }
    if asked.cell { return search(asked.programs[0], strategy[0]) }
    if !wholeProgram.isEmpty { try DefectProgram.checkExecutables() }
    compare()
    #else
    throw ValidationError("the programs run under control only, which this platform does not have")
    #endif
  }

  private func describe(_ program: DefectProgram) {
    TextLine.write("\(program.name): \(program.mechanism)")
  }

  /// The trials of one cell in this process.
  private func search(_ program: DefectProgram, _ strategy: Strategy) {
    // What the first report of a process costs is no part of a trial.
    if !asProgram { _ = Workload.crossedPhilosophers.exploreOnce(seed: asked.seed) }
    for index in 0..<trials {
      let seed = asked.seed &+ UInt64(index)
      let trial =
        asProgram
        ? DefectTrial(
          ofExecutable: program, strategy, seed: seed, schedules: asked.schedules, isFixed: corrected)
        : DefectTrial(program, strategy, seed: seed, schedules: asked.schedules, isFixed: corrected)
      TextLine.write(trial.text)
    }
  }

  private func compare() {
    let columns =
      strategy.map { DefectColumn(strategy: $0, isWholeProgram: false) }
      + wholeProgram.map { DefectColumn(strategy: $0, isWholeProgram: true) }
    var waiting = asked.programs.flatMap { program in columns.map { (program, $0) } }[...]
    var running: [CellProcess] = []
    var rows: [[DefectCell]] = []
    var row: [DefectCell] = []
    if format == .table { DefectTable.heading(columns).forEach(TextLine.write) }
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < jobs, let (program, column) = waiting.popFirst() {
        running.append(
          CellProcess(
            program, column, trials: trials, schedules: asked.schedules, seed: asked.seed,
            isFixed: corrected)
        )
      }
      let cell = running.removeFirst().cell()
      row.append(cell)
      if format == .json { cell.figures(of: trials).write() }
      if row.count < columns.count { continue }
      if format == .table { TextLine.write(DefectTable.line(row, of: trials)) }
      rows.append(row)
      row = []
    }
    if format == .table {
      DefectTable(rows: rows, columns: columns, trials: trials).closing.forEach(TextLine.write)
    }
  }
}

extension Workload {
  /// A search for the deadlock of this workload, of a few schedules.
  fileprivate func exploreOnce(seed: UInt64) -> Exploration {
    exploreSchedules(schedules: 200, seed: seed, strategy: .random, options: .init(showOutput: .none)) {
      run()
    }
  }
}
