// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Which enter of a group it is that no leave answers.
struct GroupEnters {
  let engine: Engine
  let naming: ReportNames

  /// An enter or leave of a group, with the step at which it was made.
  private struct Change {
    var task: TaskID
    var step: Int
    var location: CodeLocation?
  }

  /// Where a group was entered that is not left; nil where the record does not say which enter it is.
  ///
  /// Leaves carry no mark of their enter. A leave is taken to answer an enter of its own task, else the last
  /// one that the task which submitted its block had made before; where all are made in one line it is that.
  func unanswered(_ group: ObjectID) -> CodeLocation? {
    var enters: [Change] = []
    for (index, entry) in engine.pointee.world.core.ledger.entries.enumerated() where entry.object == group {
      guard index < engine.pointee.notes.ledger.count else { return nil }
      let note = engine.pointee.notes.ledger[index]
      let change = Change(task: entry.task, step: note.step, location: naming.location(note.site, note.stack))
      if entry.kind == .enter {
        enters.append(change)
      } else if entry.kind == .leave {
        let isEnd = engine.pointee.world.group(of: entry.task) == group && isEnd(change)
        guard let answered = isEnd ? enterOfBlock(entry.task, among: enters) : answer(change, among: enters)
        else { return nil }
        enters.remove(at: answered)
      }
    }
    guard let first = enters.first?.location else { return nil }
    return enters.allSatisfy { $0.location == first } ? first : nil
  }

  private func isEnd(_ change: Change) -> Bool {
    change.step < engine.pointee.trace.count && change.step >= engine.pointee.trace.first
      && engine.pointee.trace.steps[change.step].kind == .end
  }

  /// The enter that was made with a block: the last one of the task that submitted it, before it did.
  private func enterOfBlock(_ block: TaskID, among enters: [Change]) -> Int? {
    guard let submission = submissionStep(of: block) else { return nil }
    let submitter = engine.pointee.trace.steps[submission].task
    return enters.lastIndex { $0.task == submitter && $0.step < submission }
  }

  private func answer(_ leave: Change, among enters: [Change]) -> Int? {
    if let first = enters.first, enters.allSatisfy({ $0.location == first.location }) { return 0 }
    var task = leave.task
    var until = leave.step
    for depth in 0..<8 {
      // What makes no step of its own bears the number of the one before it: a submission is that.
      let own = enters.indices.filter {
        enters[$0].task == task && (depth == 0 ? enters[$0].step <= until : enters[$0].step < until)
      }
      if let last = own.last {
        // Two in a row, with no block between them: either may be meant.
        let before = own.dropLast().last
        let isSure = before.map { submits(task, between: enters[$0].step, and: enters[last].step) } ?? true
        return isSure || enters[before ?? last].location == enters[last].location ? last : nil
      }
      until = submissionStep(of: task) ?? until
      let creator = engine.pointee.tasks[task].pointee.creator
      if creator == .none || creator == task { return nil }
      task = creator
    }
    return nil
  }

  private func submits(_ task: TaskID, between first: Int, and last: Int) -> Bool {
    (max(first + 1, engine.pointee.trace.first)..<max(first + 1, last + 1)).contains { index in
      let step = engine.pointee.trace.steps[index]
      return step.task == task && step.kind.isSubmission
    }
  }

  private func submissionStep(of task: TaskID) -> Int? {
    (engine.pointee.trace.first..<engine.pointee.trace.count).first { index in
      let step = engine.pointee.trace.steps[index]
      return step.other == task.rawValue && step.kind.isSubmission
    }
  }
}

extension OperationKind {
  fileprivate var isSubmission: Bool {
    switch releases {
    case .block, .blockWithWait, .registration, .thread: true
    case .none, .blockElsewhere, .arrival, .blockEnd, .syncEnd, .lock, .readWriteLock, .heldLock, .workItem,
      .barrier, .count, .condition, .lane, .cancelHandler, .descriptors:
      false
    }
  }
}
#endif
