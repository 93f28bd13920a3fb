// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck

/// A small program about operation queues, run loops, the main queue or expectations, and what may come of
/// it.
///
/// It runs on the main thread, once on the real libraries and under many schedules.
struct Case {
  let name: String
  /// What comes of it, or what comes of it first where several things may: the outcome of the baseline.
  let outcome: String
  /// What else the libraries permit.
  let others: [String]
  let program: (Journal) -> Void

  init(_ name: String, _ outcome: String, or others: String..., program: @escaping (Journal) -> Void) {
    self.name = name
    self.outcome = outcome
    self.others = others
    self.program = program
  }

  /// What comes of it now: for real, or in the schedule that runs.
  func run() -> String {
    let journal = Journal()
    program(journal)
    return journal.text
  }
}

/// What came of a case both ways.
struct CaseOutcomes {
  var real: String
  /// In order of the schedules; the first is the baseline.
  var controlled: [String]
  var findings: [String] = []

  /// What is wrong with them; empty when nothing is.
  func complaints(about subject: Case) -> [String] {
    let permitted = [subject.outcome] + subject.others
    var complaints = findings.map { "finding: \($0)" }
    if !permitted.contains(real) {
      complaints.append("the real outcome is '\(real)', not one of \(permitted)")
    }
    if controlled.isEmpty { complaints.append("no schedule ran") }
    if let baseline = controlled.first, baseline != subject.outcome {
      complaints.append("the baseline's outcome is '\(baseline)', not '\(subject.outcome)'")
    }
    for outcome in Set(controlled).sorted() where !permitted.contains(outcome) {
      complaints.append("a schedule's outcome is '\(outcome)', not one of \(permitted)")
    }
    let unseen = subject.others.filter { !controlled.contains($0) && $0 != real }
    return complaints + unseen.map { "no schedule, and not the real thing either, came to '\($0)'" }
  }
}

extension Case {
  func outcomes(schedules: Int, bodyHost: BodyHost? = nil) -> CaseOutcomes {
    var outcomes = CaseOutcomes(real: run(), controlled: [])
    let exploration = exploreSchedules(schedules: schedules, seed: 1, options: .init(bodyHost: bodyHost)) {
      outcomes.controlled.append(run())
    }
    outcomes.findings = exploration.findings.map(\.report)
    return outcomes
  }
}
