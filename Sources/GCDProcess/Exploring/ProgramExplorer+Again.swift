// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule
import GCDVocabulary

/// Runs that a finding takes besides its own: with other pools, and under a fair order.
extension ProgramExplorer {
  /// Runs a schedule that had more workers blocked than Apple's pool has, or than the pool that it began
  /// with, with that pool; true when exploring is to stop.
  mutating func checkPool(_ number: Int, _ outcome: ScheduleOutcome) throws(ProgramProblem) -> Bool {
    if hasCheckedPool { return false }
    hasCheckedPool = true
    let context = self.context(number, token: "")
    let width = outcome.tooNarrowPool
    guard let narrow = try pool.perform(replayOrder(outcome.token, context, width: width)).outcome,
      narrow.isStarved, let suspicion = narrow.suspicion, seenSuspicions.insert(suspicion).inserted
    else { return false }
    var stops = false
    for finding in try explain(number, narrow).findings where report(finding) { stops = true }
    return stops && !options.keepGoing
  }

  func sufficientWidth(_ outcome: ScheduleOutcome) throws(ProgramProblem) -> Int {
    let context = self.context(0, token: outcome.token)
    return try smallestSufficientWidth(above: width(of: outcome)) { width throws(ProgramProblem) in
      try pool.perform(replayOrder(outcome.token, context, width: width)).outcome?.isStarved ?? false
    }
  }

  /// As when it was found: what is told of an endless loop is its run under a fair order, and how many
  /// workers a pool needs takes runs with others.
  func findings(
    ofReplayed outcome: ScheduleOutcome, _ order: ScheduleOrder
  ) throws(ProgramProblem) -> [Finding] {
    let isEndless = outcome.end == .stepLimit
    if !isEndless && !outcome.isStarved { return outcome.findings }
    var again = replayOrder(
      order.context.token, order.context, width: order.width,
      fairAfter: isEndless ? outcome.choicePoints / 2 : nil)
    again.explains = true
    if outcome.isStarved { again.neededWorkers = try sufficientWidth(outcome) }
    return try pool.perform(again).outcome?.findings ?? outcome.findings
  }
}
#endif
