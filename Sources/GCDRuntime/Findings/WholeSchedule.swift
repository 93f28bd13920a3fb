// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Every step of a run, with what distinguishes it in other schedules of the program.
struct WholeSchedule {
  let evidence: FindingBuilder
  private var engine: Engine { evidence.engine }
  private var naming: ReportNames { evidence.naming }

  /// All steps of the run, with the blocks that workers run and the functions that make the calls.
  func steps() -> [StepLine] {
    var submitters: [UInt32: StepIndex] = [:]
    var lines = (engine.pointee.trace.first..<engine.pointee.trace.count).map { index in
      let step = engine.pointee.trace.steps[index]
      if let block = block(madeBy: step) { submitters[block] = index }
      var line = evidence.line(step, at: index)
      if step.task == .clock { return line }
      // A task that has paused may pause again before it has made a step.
      let isPause = { (pause: PauseNote) in pause.step == index && pause.task == step.task }
      if let pause = engine.pointee.notes.pauses.first(where: isPause) {
        line.pausesUntil = min(pause.end, engine.pointee.trace.count)
        line.pausedCall = pause.call == .none ? nil : naming.location(pause.call, pause.stack)
        if pause.isBeforeCall { line.pausesBeforeCall = true }
      }
      line.submitter = submitters[step.task.rawValue]
      if step.stack.count > 0 {
        line.callers = naming.frames(step.stack, or: step.site).filter(\.isUserCode).compactMap(\.location)
      }
      let record = engine.pointee.tasks[step.task].pointee
      let isWorker = record.workerNumber != 0 && record.workerNumber != TaskRecord.onMainThread
      if isWorker, line.participant == naming.thread(step.task) {
        line.block = naming.location(record.submission, record.submissionStack)
      }
      return line
    }
    numberBlocks(&lines)
    return lines
  }

  /// Blocks of one place are distinguished by the order in which they were submitted.
  private func numberBlocks(_ lines: inout [StepLine]) {
    var submissions: [CodeLocation: [StepIndex]] = [:]
    for line in lines {
      guard let block = line.block, let submitter = line.submitter else { continue }
      if !submissions[block, default: []].contains(submitter) {
        submissions[block, default: []].append(submitter)
      }
    }
    for index in lines.indices {
      guard let block = lines[index].block, let submitter = lines[index].submitter,
        let all = submissions[block], all.count > 1
      else { continue }
      lines[index].blockNumber = all.count { $0 <= submitter }
    }
  }

  /// The task that a step submits or makes.
  private func block(madeBy step: StepRecord) -> UInt32? {
    switch step.kind.releases {
    case .block, .registration, .thread, .blockWithWait, .blockElsewhere:
      step.other == TaskID.none.rawValue ? nil : step.other
    case .none, .arrival, .blockEnd, .syncEnd, .lock, .readWriteLock, .heldLock, .workItem, .barrier, .count,
      .condition, .lane, .cancelHandler, .descriptors:
      nil
    }
  }
}
#endif
