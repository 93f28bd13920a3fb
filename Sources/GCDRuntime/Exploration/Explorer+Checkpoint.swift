// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule
import GCDVocabulary

/// Leaving an exploration that was cut, and taking it up again, such that the total is that of one that was
/// not.
extension Explorer {
  /// Keeps what a later process needs, where time or the user has ended the exploration between two runs.
  mutating func keepCheckpoint() {
    // An exploration that was abandoned begins anew.
    guard options.keepsCheckpoint, !isAbandoned, !exploration.recordedTrace.isEndedBySaved,
      exploration.schedulesRun > 0 || !traits.sharesProcess,
      exploration.stopped == .time || exploration.stopped == .interrupted
    else { return }
    let checkpoint = ExplorationCheckpoint(
      next: exploration.recordedTrace.last + 1,
      search: proof.searched.map { ExplorationCheckpoint.Search(search: $0.search, starts: proof.starts) },
      split: cutSearch?.search, isInSearch: isCutInSearch,
      proofIsOver: proof.isOver, proofIsComplete: proof.isComplete, schedulesRun: exploration.schedulesRun,
      abandonedExecutions: exploration.abandonedExecutions, steps: exploration.steps,
      shrinkingRuns: exploration.shrinkingRuns,
      traceHash: exploration.traceHash, coverage: counter.coverage, recordedTrace: exploration.recordedTrace,
      isExhaustive: exploration.isExhaustive, extent: exploration.search, output: exploration.output,
      notes: exploration.notes, findings: exploration.findings, saved: exploration.saved, log: log.state,
      seenFailures: seenFailures.sorted(), mostWorkers: mostWorkers,
      cooperativeChecks: cooperativeChecks, idleRuns: idleRuns,
      choicePoints: exploration.choicePoints, directedRuns: directed.runs,
      failures: directed.failures.sorted { $0.key < $1.key }.map {
        ExplorationCheckpoint.LockFailures(locks: $0.key, count: $0.value)
      })
    exploration.checkpoint = CheckpointReference(checkpoint)
  }

  /// Becomes the exploration that was cut; true when there is nothing to be done after that.
  mutating func resume(_ checkpoint: ExplorationCheckpoint) -> Bool {
    exploration.schedulesRun = checkpoint.schedulesRun
    exploration.abandonedExecutions = checkpoint.abandonedExecutions
    exploration.steps = checkpoint.steps
    exploration.shrinkingRuns = checkpoint.shrinkingRuns
    exploration.traceHash = checkpoint.traceHash
    exploration.isExhaustive = checkpoint.isExhaustive
    exploration.search = checkpoint.extent
    exploration.output = checkpoint.output
    exploration.notes = checkpoint.notes
    exploration.findings = checkpoint.findings
    exploration.saved = checkpoint.saved
    exploration.directedRuns = checkpoint.directedRuns
    if !exploration.errors.isEmpty { exploration.stopped = .finding }
    counter.coverage = checkpoint.coverage
    log.state = checkpoint.log
    seenFailures = Set(checkpoint.seenFailures)
    mostWorkers = checkpoint.mostWorkers
    cooperativeChecks = checkpoint.cooperativeChecks
    idleRuns = checkpoint.idleRuns
    exploration.choicePoints = checkpoint.choicePoints
    directed.runs = checkpoint.directedRuns
    for failure in checkpoint.failures { directed.failures[failure.locks] = failure.count }
    exploration.recordedTrace = checkpoint.recordedTrace
    if checkpoint.next == 0 { return false }
    // The first schedule is run again for its length alone.
    profile = ExecutionProfile()
    _ = measure()
    exploration.abandonedExecutions = checkpoint.abandonedExecutions
    exploration.recordedTrace = checkpoint.recordedTrace
    if case .exhaustive(let bound) = options.strategy {
      exhaust(bound: bound, atMost: options.schedules - 1, after: checkpoint.split)
      return true
    }
    proof.isOver = checkpoint.proofIsOver
    proof.isComplete = checkpoint.proofIsComplete
    if let search = checkpoint.search { proof.resumeSaved(search) }
    if checkpoint.isInSearch { return tryExhaustive(after: checkpoint.next - 1) }
    return false
  }
}
#endif
