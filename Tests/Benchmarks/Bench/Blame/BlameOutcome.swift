// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import ReportClaims

/// What was found in one case.
struct BlameOutcome {
  let subject: BlameCase
  /// Of the first finding that is more than a note; `exit N` where the tool ended without one, but not
  /// with 0; nil = nothing was found.
  let code: String?
  /// The schedule of that finding.
  let schedule: Int?
  /// The finding is about a guilty line.
  let isPrimary: Bool
  /// A guilty line is in the first lines of the report.
  let isNamed: Bool

  /// Sentences of the findings that their own schedules contradict.
  let brokenClaims: [String]
  /// Sentences that could be compared with them.
  let checkedClaims: Int

  /// How far a reader gets who looks for the cause.
  static let linesRead = 15

  init(_ subject: BlameCase, status: Int, events: [ReportEvent], report: String) {
    self.subject = subject
    let findings = events.compactMap { event in
      if case .finding(let found) = event, found.finding.severity > .note { found.finding } else { nil }
    }
    // 124 is the status of the clock that ends what takes too long.
    let end = status == 0 || status == 124 ? nil : "exit \(status)"
    code = findings.first?.code ?? end
    schedule = findings.first?.context.schedule
    brokenClaims = findings.flatMap(\.brokenClaims)
    checkedClaims = findings.reduce(0) { $0 + $1.checkedClaims }
    let file = "\(subject.program).swift"
    let location = findings.first?.location
    isPrimary =
      location.map { place in
        place.file.split(separator: "/").last == file[...] && subject.guilty.contains(place.line)
      } ?? false
    let start = report.split(separator: "\n", omittingEmptySubsequences: false).prefix(BlameOutcome.linesRead)
    isNamed =
      !findings.isEmpty && BlameOutcome.lines(of: file, in: start).contains(where: subject.guilty.contains)
  }

  /// The numbers behind `file:` in a text, and those behind `line`: a report that has one file names it once.
  static func lines(of file: String, in text: some Sequence<Substring>) -> Set<Int> {
    var numbers: Set<Int> = []
    for line in text {
      for range in line.ranges(of: "\(file):") + line.ranges(of: " line ") {
        let digits = line[range.upperBound...].prefix(while: \.isWholeNumber)
        if let number = Int(digits) { numbers.insert(number) }
      }
    }
    return numbers
  }

  /// As a line of JSON.
  var figures: FigureLine {
    var line = FigureLine()
    line.add("measure", "blame")
    line.add("program", subject.program)
    if let mutant = subject.mutant { line.add("mutant", mutant) }
    line.add("found", code != nil)
    if let code { line.add("code", code) }
    if let schedule { line.add("schedule", schedule) }
    line.add("primary", isPrimary)
    line.add("named", isNamed)
    line.add("checked_claims", checkedClaims)
    line.add("broken_claims", brokenClaims.count)
    return line
  }
}
