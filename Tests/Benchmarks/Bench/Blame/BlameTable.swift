// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The outcomes of all mutants by the code that came first, and of the sound programs.
struct BlameTable {
  let mutants: [BlameOutcome]
  let clean: [BlameOutcome]

  struct Row: Equatable {
    let code: String
    var mutants = 0
    var primary = 0
    var named = 0
  }

  private var found: [BlameOutcome] { mutants.filter { $0.code != nil } }

  var total: Row {
    Row(
      code: "all", mutants: mutants.count, primary: mutants.count(where: \.isPrimary),
      named: mutants.count(where: \.isNamed))
  }

  /// By code.
  var rows: [Row] {
    var rows: [String: Row] = [:]
    for outcome in found {
      guard let code = outcome.code else { continue }
      rows[code, default: Row(code: code)].mutants += 1
      if outcome.isPrimary { rows[code]?.primary += 1 }
      if outcome.isNamed { rows[code]?.named += 1 }
    }
    return rows.values.sorted { $0.code < $1.code }
  }

  var missed: [String] { mutants.filter { $0.code == nil }.map(\.subject.name) }

  var alarms: [String] { clean.filter { $0.code != nil }.map { "\($0.subject.name): \($0.code ?? "")" } }

  /// Sentences of reports that what was recorded contradicts.
  var broken: [String] {
    mutants.flatMap { outcome in outcome.brokenClaims.map { "\(outcome.subject.name): \($0)" } }
  }

  private var inFirstSchedule: Int { found.count { $0.schedule == 1 } }

  private static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "-" : "\(Int((100 * Double(part) / Double(whole)).rounded())) %"
  }

  /// For a terminal.
  var lines: [String] {
    var lines = ["code          mutants    primary      named"]
    for row in rows + [total] {
      lines.append(
        BlameTable.padded(row.code, -10) + BlameTable.padded("\(row.mutants)", 11)
          + BlameTable.padded("\(row.primary)", 11) + BlameTable.padded("\(row.named)", 11))
    }
    lines.append("found: \(found.count) of \(mutants.count), \(inFirstSchedule) in the first schedule")
    lines += missed.map { "missed: \($0)" }
    let unnamed = found.filter { !$0.isNamed }
    lines += unnamed.map { "not named: \($0.subject.name) (\($0.code ?? ""))" }
    let checked = found.reduce(0) { $0 + $1.checkedClaims }
    lines.append("claims: \(checked) compared with their schedules, \(broken.count) contradicted")
    lines += broken.map { "contradicted: \($0)" }
    if !clean.isEmpty { lines.append("sound programs: \(clean.count), alarms: \(alarms.count)") }
    return lines + alarms.map { "alarm: \($0)" }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let filling = String(repeating: " ", count: max(Int(width.magnitude) - text.count, 0))
    return width < 0 ? text + filling : filling + text
  }

  /// The article of the documentation.
  func article(schedules: Int, cleanSchedules: Int, day: String) -> String {
    var lines = [
      "# What reports name", "",
      "Whether a planted defect is found, and whether the report names the line that is to be changed.", "",
      "## Overview", "",
      "`gcdcheck-bench blame` takes small programs of many kinds (`Tests/Benchmarks/BlamePrograms`), plants"
        + " one defect at a time",
      "in them, and runs each mutant with `gcdcheck run --schedules \(schedules)`.",
      "", "- *primary*: the first finding is about a guilty line;",
      "- *named*: a guilty line is named in the first \(BlameOutcome.linesRead) lines of the report.", "",
      "A forgotten `signal`, `leave` or `unlock` is no line that runs. Guilty is then the `enter` or `lock()`"
        + " that stays open, or", "the place that submits the block or makes the thread that forgets it.", "",
      "Measured on \(day):", "", "| first finding | mutants | primary | named | |", "|---|---|---|---|---|",
    ]
    for row in rows + [total] {
      lines.append(
        "| \(row.code) | \(row.mutants) | \(row.primary) | \(row.named) |"
          + " \(BlameTable.percent(row.named, of: row.mutants)) |")
    }
    lines += [
      "",
      "Found were \(found.count) of \(mutants.count) mutants, \(inFirstSchedule) of them in the first"
        + " schedule.",
    ]
    let checked = found.reduce(0) { $0 + $1.checkedClaims }
    lines.append(
      "Of \(checked) sentences that can be compared with the steps of their schedules (`Tests/ReportClaims`),"
        + " \(broken.isEmpty ? "none is" : "\(broken.count) are") contradicted.")
    if !missed.isEmpty { lines += ["Not found: " + missed.map { "`\($0)`" }.joined(separator: ", ") + "."] }
    if !clean.isEmpty {
      lines.append(
        "The \(clean.count) sound programs had \(alarms.count) findings in \(cleanSchedules) schedules each.")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
