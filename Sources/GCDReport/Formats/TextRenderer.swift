// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The event stream for people: full reports of findings, one line per scenario, one summary line.
package struct TextRenderer: Sendable {
  let style: ReportStyle
  private var announcesTests = false
  private var noun = "test"
  private var isStrict = false
  /// Of the test that is explored.
  private var warnings = 0

  package init(style: ReportStyle) { self.style = style }

  package mutating func consume(_ event: ReportEvent) -> String {
    switch event {
    case .runStarted(let start):
      announcesTests = start.announcesTests
      noun = start.noun
      isStrict = start.strict == true
      return ""
    case .testStarted:
      warnings = 0
      return ""
    case .scheduleStarted(let start):
      return "schedule \(grouped(start.schedule)) of \(start.test.onOneLine), seed \(start.seed)\n"
    case .step(let step): return line(of: step.line)
    case .finding(let found):
      if found.isExpected { return "" }
      if found.finding.severity == .warning { warnings += 1 }
      return found.finding.report(style) + "\n\n"
    case .scheduleEnded(let end):
      let time = end.virtualTime > 0 ? ", \(clockTime(end.virtualTime)) of virtual time" : ""
      return "  schedule \(grouped(end.schedule)) ended after \(counted(end.steps, "step"))\(time)\n"
    case .testEnded(let end): return announcesTests ? line(of: end) : ""
    case .runEnded(let end):
      let reportsCoverage = announcesTests && !style.isBrief
      let coverage = reportsCoverage ? end.reportingCoverage.map { $0.sentence + "\n" } ?? "" : ""
      return end.summary(of: noun) + "\n" + coverage
    }
  }

  private func line(of step: StepLine) -> String {
    let place = step.location.map { "  \($0.short)" } ?? ""
    let number = "#\(step.index)".padded(to: 6)
    return "  \(number) \(step.participant.padded(to: 12)) \(step.action)\(place)".asLogLine + "\n"
  }

  private func line(of end: TestEnded) -> String {
    let amount = "(\(end.amount))"
    let found = warnings > 0 ? counted(warnings, "warning") : "no findings"
    let few = warnings > 0 ? "\(found), " : ""
    let (mark, words): (String, String) =
      switch end.outcome {
      case .passed: (style.good("ok  "), "\(found) \(amount)")
      case .hardlyTried:
        (isStrict ? style.bad("cut ") : style.fair("cut "), "\(few)hardly tried \(amount)")
      case .asExpected(let verdict): (style.good("ok  "), "\(verdict), as expected \(amount)")
      case .failed: (style.bad("FAIL"), amount)
      case .unexpected(let expected, let actual):
        (style.bad("FAIL"), "expected \(expected), but got \(actual) \(amount)")
      case .skipped(let reason): ("skip", reason)
      }
    // The mark alone may have colours.
    return "  \(mark)  \("\(end.test)  \(words)".asLogLine)\n"
  }
}

extension TestEnded {
  /// How many schedules ran, and why not more.
  public var amount: String {
    let ran = "\(grouped(schedules)) \(schedules == 1 ? "schedule" : "schedules")"
    return switch stopped {
    case .finding, .assertion: ran
    case .completed: search.map { "\(ran); \($0.clause)" } ?? ran
    case .exhausted: search.map { "\(ran); \($0.clause)" } ?? "\(ran), all there are"
    case .time: "stopped by time after \(grouped(schedules)) of \(grouped(requested)) schedules" + cutClause
    case .abandonedExecutions(let count, let bytes):
      "stopped after \(ran): \(counted(count, "dead run")) leaked \(byteCount(bytes)) in this process"
    case .tooLong(let steps): "given up in schedule \(grouped(schedules)), at step \(grouped(steps))"
    case .saturated(let last):
      "stopped early after \(grouped(schedules)) of \(grouped(requested)) schedules: "
        + "the last \(grouped(last)) showed no new conflict pair"
    case .interrupted:
      "interrupted after \(grouped(schedules)) of \(grouped(requested)) schedules" + cutClause
    }
  }

  private var cutClause: String { cut.map { ", \($0.clause)" } ?? "" }
}

extension RunEnded {
  /// The one line that a process prints at its end; says what was not checked.
  public var summary: String { summary(of: "test") }

  /// The same line with another noun for what was explored: "test" or "scenario".
  package func summary(of noun: String) -> String {
    // Where nothing came of them, they say nothing of the code.
    let directed = errors + warnings > 0 ? directedRuns : nil
    let amount =
      "\(counted(tests, noun)), \(grouped(schedules)) \(schedules == 1 ? "schedule" : "schedules") "
      + "(\(grouped(distinct)) distinct\(reportingCoverage.map { ", \($0.orders)" } ?? ""))"
      + (directed.map { ", \(counted($0, "run")) led to suspected deadlocks" } ?? "")
      + (choicePoints.map { ", \(counted($0, "choice")) in the first" } ?? "")
    var verdict = "no findings"
    let kinds = [
      errors > 0 ? counted(errors, "error") : nil, warnings > 0 ? counted(warnings, "warning") : nil,
      failedTests > 0 && errors == 0 ? counted(failedTests, "unexpected verdict") : nil,
    ].compactMap { $0 }
    if !kinds.isEmpty { verdict = list(kinds) }
    let cut: String? =
      switch stopped {
      case .time: "stopped by time" + cutClause
      case .interrupted: "interrupted" + cutClause
      case .saturated(let last):
        "stopped early\(tests == 1 ? ":" : " where") the last \(grouped(last)) schedules showed no new "
          + "conflict pair"
      default: nil
      }
    let share = shard.map { "shard \($0) alone" }
    let parts =
      ["\(amount), \(verdict)"] + [gaps(of: noun), completeness, share, cut].compactMap { $0 }
      + notes.map(\.sentence)
    return ("gcdcheck: " + parts.joined(separator: "; ")).asLogLine
  }
}

extension RunEnded {
  private var cutClause: String { cut.map { ", \($0.clause)" } ?? "" }

  /// What was explored without a gap, as a part of the summary line.
  private var completeness: String? {
    if let search { return search.clause }
    guard let exhausted, exhausted > 0 else { return nil }
    let tests = counted(exhausted, "test")
    return "all interleavings of \(tests) explored; complete if the code has no data races and no atomics"
  }
}

extension SummaryNote {
  /// The note as a part of the summary line.
  var sentence: String {
    switch self {
    case .racesNotChecked: "data races were not looked for (run with --sanitize=thread)"
    case .unusedAllowance(let allowance): "the allowance \(allowance.onOneLine) matched nothing"
    case .silenced(let count): "\(counted(count, "finding")) silenced by allowances"
    case .notControlled: "this platform is not supported: bodies ran once, on the real library"
    case .servesForGood(let schedules):
      "\(counted(schedules, "schedule")) ended with nothing left to do and the program still running, as "
        + "after dispatchMain(): it never ends by itself"
    case .disturbedByOthers(let tests):
      "a schedule of \(tests.first ?? "a test")\(tests.count > 1 ? " and \(tests.count - 1) more" : "") that "
        + "went wrong while others of the test were executed went right without them, as where they share a "
        + "file; from there on they were executed one at a time"
    case .noSourceLines(let reason): reason.text
    case .madeOutsideBody(let object): FindingNote.madeOutsideBody(object).text
    case .unknownHere(let part): part.unknownSentence
    case .noLongerFound(let origin, let finding):
      "no longer found, replayed \(origin.manner.clause): \(finding.onOneLine), \(origin.entry), which may "
        + "be removed"
    case .savedScheduleUnreadable(let entry, let reason): "\(entry) was not replayed: \(reason)"
    case .saved(let entries): "saved as \(entries.joined(separator: ", ")), which later runs replay first"
    case .corpus(let figures): figures.clause
    case .notSaved(let file, let reason): "\(file) could not be written: \(reason)"
    }
  }
}
