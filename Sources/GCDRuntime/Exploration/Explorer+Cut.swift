// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Schedules that time or the user ends while they run, or while what they showed is being looked into.
extension Explorer {
  /// Whether the execution of schedule `number` was cut: then it is put aside as if it had not begun, and
  /// exploring is to stop.
  ///
  /// What it met before is told: it need not come again in an execution that ends.
  mutating func wasCut(_ number: Int, _ request: ExecutionRequest, _ result: ExecutionResult) -> Bool {
    if !result.end.isCut { return false }
    let reason = reasonOfCut
    exploration.stopped = reason
    if result.steps >= 0 { exploration.cut = CutSchedule(number: number + 1, steps: result.steps) }
    // The checkpoint goes on behind the last one that was begun.
    exploration.recordedTrace.last = number - 1
    if result.fingerprint != nil {
      let context = self.context(number, request.schedule, executor.token)
      for finding in executor.findings(context, neededWorkers: 0, after: nil) { _ = report(finding) }
      if exploration.stopped != .finding { exploration.stopped = reason }
    }
    _ = executor.close()
    return true
  }

  /// Why the executor has cut an execution.
  var reasonOfCut: StopReason { executor.isStopped ? .interrupted : .time }

  /// An exploration in front of a schedule, which it becomes again where that is abandoned.
  ///
  /// A class: hardly any schedule has one.
  final class Before {
    fileprivate let exploration: Exploration
    fileprivate let coverage: ExplorationCoverage
    fileprivate let seenFailures: Set<UInt64>
    fileprivate let log: FindingLog.State
    fileprivate let mostWorkers: Int
    fileprivate let idleRuns: Int
    fileprivate let directed: DirectedSearch
    fileprivate let proof: ExhaustiveAttempt
    fileprivate let profile: ExecutionProfile

    init(_ explorer: Explorer) {
      exploration = explorer.exploration
      coverage = explorer.counter.coverage
      seenFailures = explorer.seenFailures
      log = explorer.log.state
      mostWorkers = explorer.mostWorkers
      idleRuns = explorer.idleRuns
      directed = explorer.directed
      proof = explorer.proof
      profile = explorer.profile
    }
  }

  /// Counts the schedule as not run that was being looked into when the work was cut off.
  mutating func take(back before: Before) {
    exploration = before.exploration
    exploration.recordedTrace.last -= 1
    exploration.stopped = .interrupted
    counter.coverage = before.coverage
    seenFailures = before.seenFailures
    log.state = before.log
    mostWorkers = before.mostWorkers
    idleRuns = before.idleRuns
    directed = before.directed
    proof = before.proof
    profile = before.profile
    isAbandoned = false
  }
}
#endif
