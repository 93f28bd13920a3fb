// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck

/// The cells of all programs and strategies as text.
struct DefectTable {
  /// By program, then by strategy, each in the order in which it was asked for.
  let rows: [[DefectCell]]
  let columns: [DefectColumn]
  let trials: Int

  static func heading(_ columns: [DefectColumn]) -> [String] {
    let names = columns.map { padded($0.title, columnWidth) }.joined()
    let figures = columns.map { _ in padded("mean  found       ms", columnWidth) }.joined()
    return [padded("", -38) + names, padded("program", -26) + padded("thr dep kind", -12) + figures]
  }

  /// One program.
  static func line(_ cells: [DefectCell], of trials: Int) -> String {
    let program = cells[0].program
    let kind = program.kind.rawValue.prefix(4)
    return padded(program.name, -26) + padded("\(program.threads)", 3) + padded("\(program.depth)", 4) + " "
      + padded(String(kind), -4) + cells.map { text($0, of: trials) }.joined()
  }

  private static let columnWidth = 26

  private static func text(_ cell: DefectCell, of trials: Int) -> String {
    if cell.trials.count < trials { return padded("process died", columnWidth) }
    guard let mean = cell.meanSchedules, let time = cell.medianMilliseconds else {
      return padded("-   0/\(trials)        -", columnWidth)
    }
    return padded(
      "\(rounded(mean)) " + padded("\(cell.found)/\(trials)", 6) + padded(rounded(time), 9), columnWidth)
  }

  /// The figures over all programs, then those that others have published.
  var closing: [String] { overall + published }

  private var overall: [String] {
    var lines = [
      "", "over \(rows.count) programs; a search that failed counts with the schedules that it ran",
    ]
    func add(_ title: String, _ figure: (Int) -> String) {
      let figures = columns.indices.map { DefectTable.padded(figure($0), DefectTable.columnWidth) }
      lines.append(DefectTable.padded(title, -38) + figures.joined())
    }
    add("schedules, geometric mean") { column in
      DefectTable.rounded(geometricMean(rows.map { $0[column].costOfFinding }))
    }
    add("times the best of each program") { column in
      DefectTable.rounded(geometricMean(ratios(column)))
    }
    add("  the worst program") { column in DefectTable.rounded(ratios(column).max() ?? 0) }
    add("found in every trial") { column in
      "\(rows.count { $0[column].found == trials }) of \(rows.count)"
    }
    add("missed in half of the trials") { column in
      "\(rows.count { $0[column].found * 2 <= trials }) of \(rows.count)"
    }
    return lines
  }

  private func ratios(_ column: Int) -> [Double] {
    rows.map { cells in
      cells[column].costOfFinding / (cells.map(\.costOfFinding).min() ?? 1)
    }
  }

  private var published: [String] {
    let known = PublishedFigure.all.compactMap { figure in
      rows.first { $0[0].program.name == figure.program }.map { (figure, $0) }
    }
    if known.isEmpty { return [] }
    let theirs = PublishedFigure.columns.map { DefectTable.padded($0, 11) }.joined()
    let ours = columns.map { DefectTable.padded($0.isWholeProgram ? "program" : $0.strategy.description, 14) }
      .joined()
    return [
      "", "published means of programs of the same name, as context: other programs, other steps",
      DefectTable.padded("program", -16) + theirs + "  | ours" + ours,
    ]
      + known.map { figure, cells in
        DefectTable.padded(figure.program, -16)
          + figure.figures.map { DefectTable.padded($0, 11) }.joined() + "  |     "
          + cells.map { cell in
            let text = cell.meanSchedules.map { "\(DefectTable.rounded($0)) (\(cell.found))" } ?? "-"
            return DefectTable.padded(text, 14)
          }.joined()
      }
  }

  /// To the right of `width` columns, or to the left of as many where it is negative.
  private static func padded(_ text: String, _ width: Int) -> String {
    let filling = String(repeating: " ", count: max(Int(width.magnitude) - text.count, 0))
    return width < 0 ? text + filling : filling + text
  }

  /// One digit after the point below a hundred.
  private static func rounded(_ number: Double) -> String {
    if number >= 100 { return "\(Int(number.rounded()))" }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
