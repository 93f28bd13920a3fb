// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import GCDCheck
import GCDReport

/// One search for the defect of one program, with a seed of its own.
struct DefectTrial: Sendable {
  /// The schedule in which the defect showed, from 1 on, with the baseline order and directed runs counted;
  /// nil = not found.
  let schedule: Int?
  let schedulesRun: Int
  /// Processor time of the whole search, the second run and the report of the finding included.
  let milliseconds: Double

  init(
    _ program: DefectProgram, _ strategy: Strategy, seed: UInt64, schedules: Int, isFixed: Bool
  ) {
    let start = ProcessUsage.cpuSeconds
    let exploration = program.explore(strategy, seed: seed, schedules: schedules, isFixed: isFixed)
    milliseconds = (ProcessUsage.cpuSeconds - start) * 1_000
    schedulesRun = exploration.schedulesRun + exploration.directedRuns
    schedule = exploration.errors.isEmpty ? nil : schedulesRun
  }

  /// The same of the program as an executable, in processes of its own.
  init(
    ofExecutable program: DefectProgram, _ strategy: Strategy, seed: UInt64, schedules: Int, isFixed: Bool
  ) {
    let start = ProcessUsage.childrenSeconds
    let command = program.command(strategy, seed: seed, schedules: schedules, isFixed: isFixed)
    let ended = CellProcess.lines(of: command).lazy.compactMap { line in
      if case .runEnded(let end) = try? EventStream.decode(line: line) { end } else { nil }
    }.last
    guard let ended else { fatalError("this command explored nothing: \(command)") }
    milliseconds = (ProcessUsage.childrenSeconds - start) * 1_000
    schedulesRun = ended.schedules + (ended.directedRuns ?? 0)
    schedule = ended.errors > 0 ? schedulesRun : nil
  }

  /// Reads what `text` gives.
  init?(text: Substring) {
    let words = text.split(separator: " ")
    guard words.count == 3, let found = Int(words[0]), let run = Int(words[1]), let time = Int(words[2])
    else { return nil }
    schedule = found > 0 ? found : nil
    schedulesRun = run
    milliseconds = Double(time) / 1_000
  }

  /// Schedule or 0, schedules run, and microseconds.
  var text: String { "\(schedule ?? 0) \(schedulesRun) \(Int(milliseconds * 1_000))" }
}
