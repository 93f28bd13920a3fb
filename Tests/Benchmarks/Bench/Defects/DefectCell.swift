// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import GCDCheck

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What one strategy made of one program: a cell of the table.
struct DefectCell: Sendable {
  let program: DefectProgram
  let column: DefectColumn
  let trials: [DefectTrial]

  /// In how many trials the defect was found.
  var found: Int { trials.count { $0.schedule != nil } }

  /// The mean over the trials in which it was found; nil where there is none.
  var meanSchedules: Double? {
    let schedules = trials.compactMap(\.schedule)
    return schedules.isEmpty ? nil : Double(schedules.reduce(0, +)) / Double(schedules.count)
  }

  /// The median over the trials in which it was found; nil where there is none.
  var medianMilliseconds: Double? {
    let times = trials.filter { $0.schedule != nil }.map(\.milliseconds).sorted()
    return times.isEmpty ? nil : times[times.count / 2]
  }

  /// Schedules for each time that the defect was found, those of the failed trials included.
  ///
  /// A mean over the successful trials only would flatter a strategy that fails often. Where no trial found
  /// anything, all that ran are a lower bound.
  var costOfFinding: Double {
    Double(max(trials.map(\.schedulesRun).reduce(0, +), 1)) / Double(max(found, 1))
  }

  func figures(of asked: Int) -> FigureLine {
    var line = FigureLine()
    line.add("measure", "defects")
    line.add("program", program.name)
    line.add("kind", program.kind.rawValue)
    line.add("depth", program.depth)
    line.add("threads", program.threads)
    line.add("strategy", column.strategy.description)
    line.add("as", column.isWholeProgram ? "program" : "body")
    line.add("trials", asked)
    line.add("found", found)
    if let meanSchedules { line.add("schedules_until_found_mean", meanSchedules) }
    line.add("schedules_for_each_finding", costOfFinding)
    if let medianMilliseconds { line.add("cpu_ms_until_found_median", medianMilliseconds) }
    return line
  }
}

func geometricMean(_ values: [Double]) -> Double {
  if values.isEmpty { return 0 }
  return exp(values.map { log($0) }.reduce(0, +) / Double(values.count))
}
