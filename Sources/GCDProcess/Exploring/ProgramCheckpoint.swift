// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule

/// The exploration of a program between two of its schedules, for another process that takes it up again.
package struct ProgramCheckpoint: Sendable, Codable {
  /// The number of the schedule that comes next, from 0.
  var next: Int
  /// Of the first schedule, which the others follow from.
  var choicePoints: Int
  var stepsOfFirst: Int
  var tasks: Int

  var schedulesRun: Int
  var deadRuns: Int
  var steps: Int
  var traceHash: UInt64
  var choicePointsShown: Int?
  var coverage: ScheduleCoverage
  var course: ExplorationCourse
  var findings: [Finding]
  var log: FindingLog.State
  var seenSuspicions: [UInt64]
  var hasCheckedPool: Bool
}

/// Leaving an exploration that was cut, and taking it up again, such that the total is that of one that was
/// not.
extension ProgramExplorer {
  /// What a later process needs where time or the user has ended the exploration; nil where it is over.
  package var checkpoint: ProgramCheckpoint? {
    guard exploration.stopped == .time || exploration.stopped == .interrupted else { return nil }
    return ProgramCheckpoint(
      next: next, choicePoints: profile.choicePoints, stepsOfFirst: profile.steps, tasks: profile.tasks,
      schedulesRun: exploration.schedulesRun, deadRuns: exploration.deadRuns, steps: exploration.steps,
      traceHash: exploration.traceHash, choicePointsShown: exploration.choicePoints, coverage: coverage,
      course: exploration.course, findings: exploration.findings, log: log.state,
      seenSuspicions: seenSuspicions.sorted(), hasCheckedPool: hasCheckedPool)
  }

  /// Goes on with an exploration that was cut; its findings are told once more.
  ///
  /// - Throws: `ProgramProblem` when the program could not be started again.
  package mutating func explore(after cut: ProgramCheckpoint) throws(ProgramProblem) -> Exploration {
    next = cut.next
    profile = RunProfile(choicePoints: cut.choicePoints, steps: cut.stepsOfFirst, tasks: cut.tasks)
    exploration.schedulesRun = cut.schedulesRun
    exploration.deadRuns = cut.deadRuns
    exploration.steps = cut.steps
    exploration.traceHash = cut.traceHash
    exploration.choicePoints = cut.choicePointsShown
    exploration.course = cut.course
    exploration.findings = cut.findings
    if !exploration.errors.isEmpty { exploration.stopped = .finding }
    coverage = cut.coverage
    log.state = cut.log
    seenSuspicions = Set(cut.seenSuspicions)
    hasCheckedPool = cut.hasCheckedPool
    for finding in cut.findings { observer(finding) }
    try untilCut { explorer throws(ProgramProblem) in
      if explorer.next == 0, try !explorer.exploreFirst() { return }
      try explorer.exploreFurther()
    }
    conclude()
    return exploration
  }
}
#endif
