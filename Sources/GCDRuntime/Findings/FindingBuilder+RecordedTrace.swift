// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// The schedule step by step, for reports in which a reader goes through it.
extension FindingBuilder {
  /// Steps that are kept, from the end: more than that no code reads, and each has a place to look up.
  private static let mostSteps = 200
  private static let mostChanges = 400
  /// Earlier steps that are gone through for what held before the first one that is kept.
  private static let mostEarlierSteps = 20_000

  /// - Parameter end: The first step that is left out; nil = none.
  func recordedTrace(before end: Int? = nil) -> RecordedTrace {
    let count = engine.pointee.trace.count
    let end = min(end ?? count, count)
    let first = max(engine.pointee.trace.first, end - FindingBuilder.mostSteps)
    let steps = (min(first, end)..<end).map { index in
      recordedStep(index, isPlaced: true)
    }
    var recordedTrace = RecordedTrace(steps, changes: changes().filter { $0.step < end }, of: count)
    recordedTrace.opening = opening(before: first)
    if engine.pointee.listeners.has(.stacks) {
      recordedTrace.overtaking = engine.pointee.notes.preemptions.filter { first..<end ~= $0 }
    }
    return recordedTrace
  }

  /// What held when the steps that are kept began; nil where they are all there are, or where the earlier
  /// ones are gone or too many.
  private func opening(before first: Int) -> StateSnapshot? {
    guard first > 0, first <= FindingBuilder.mostEarlierSteps, engine.pointee.trace.first == 0 else {
      return nil
    }
    var snapshot = StateSnapshot(time: 0)
    for index in 0..<first {
      snapshot.take(recordedStep(index, isPlaced: false))
    }
    return snapshot
  }

  private func recordedStep(_ index: StepIndex, isPlaced: Bool) -> RecordedTrace.Step {
    let step = engine.pointee.trace.steps[index]
    return RecordedTrace.Step(
      line(step, at: index, isPlaced: isPlaced), block: block(of: step),
      lock: step.kind == .conditionWait ? naming.object(ObjectID(rawValue: step.other)) : nil)
  }

  /// For findings that are alone, not among those of `findings()`.
  func withRecordedTrace(_ finding: Finding, before end: Int? = nil) -> Finding {
    var finding = finding
    finding.recordedTrace = recordedTrace(before: end)
    return finding
  }

  /// What is submitted, or what starts or ends.
  private func block(of step: StepRecord) -> Int? {
    switch step.kind.releases {
    case .block, .registration: return step.other == TaskID.none.rawValue ? nil : Int(step.other)
    case .blockEnd, .arrival: return Int(step.task.rawValue)
    case .none, .blockWithWait, .blockElsewhere, .thread, .syncEnd, .lock, .readWriteLock, .heldLock,
      .workItem, .barrier, .count, .condition, .lane, .cancelHandler, .descriptors:
      return step.kind.acquires == .submission ? Int(step.task.rawValue) : nil
    }
  }

  /// Every change of a count; empty where the run kept no ledger.
  private func changes() -> [RecordedTrace.Change] {
    var changes: [RecordedTrace.Change] = []
    for (index, entry) in engine.pointee.world.core.ledger.entries.enumerated()
    where index < engine.pointee.notes.ledger.count {
      changes.append(
        RecordedTrace.Change(
          step: engine.pointee.notes.ledger[index].step, naming.object(entry.object), entry.kind,
          entry.before, to: entry.after))
    }
    return changes.suffix(FindingBuilder.mostChanges)
  }
}
#endif
