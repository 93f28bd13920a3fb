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
    var answer = Answer.none
  }

  /// Whether a leave answers an enter: `likely` where another enter of the same row may be meant.
  private enum Answer { case none, likely, sure }

  /// Where a group was entered that is not left, and the other lines of which the missing leave may be; nil
  /// where the record does not say which enters these are, or they are on many lines.
  ///
  /// Leaves carry no mark of their enter. A leave is taken to answer an enter of its own task, else the last
  /// one that the task which submitted its block had made before; where all are made in one line it is that.
  /// Of several enters in a row the blocks that are submitted behind them leave one each, in order.
  func omission(_ group: ObjectID) -> Omission? {
    guard let enters = answeredEnters(of: group) else { return nil }
    let open = enters.filter { $0.answer != .sure }
    let isSure = open.allSatisfy { $0.answer == .none }
    let places = open.compactMap(\.location).distinct
    guard let likely = open.last(where: { $0.answer == .none })?.location,
      open.allSatisfy({ $0.location != nil })
    else { return nil }
    let others = places.filter { $0 != likely }
    let most = 3
    if others.count > most { return nil }
    return Omission(isSure || others.isEmpty ? .neverLeft : .leftTooRarely, at: likely, or: others)
  }

  private func answeredEnters(of group: ObjectID) -> [Change]? {
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
        enters[answered.enter].answer = answered.isSure ? .sure : .likely
      }
    }
    return enters
  }

  private func isEnd(_ change: Change) -> Bool {
    change.step < engine.pointee.trace.count && change.step >= engine.pointee.trace.first
      && engine.pointee.trace.steps[change.step].kind == .end
  }

  /// The enter that was made with a block: the last one of the task that submitted it, before it did.
  private func enterOfBlock(_ block: TaskID, among enters: [Change]) -> (enter: Int, isSure: Bool)? {
    guard let submission = submissionStep(of: block) else { return nil }
    let submitter = engine.pointee.trace.steps[submission].task
    let made = enters.lastIndex {
      $0.answer == .none && $0.task == submitter && $0.step < submission
    }
    return made.map { ($0, true) }
  }

  private func answer(_ leave: Change, among enters: [Change]) -> (enter: Int, isSure: Bool)? {
    let open = enters.indices.filter { enters[$0].answer != .sure }
    guard let first = open.first(where: { enters[$0].answer == .none }) else { return nil }
    if open.allSatisfy({ enters[$0].location == enters[first].location }) { return (first, true) }
    var task = leave.task
    var until = leave.step
    for depth in 0..<8 {
      // What makes no step of its own bears the number of the one before it: a submission is that.
      let own = open.filter {
        enters[$0].task == task && (depth == 0 ? enters[$0].step <= until : enters[$0].step < until)
      }
      if let last = own.last {
        // Some in a row, with no block between them: any of them may be meant.
        let row = own.filter { !submits(task, between: enters[$0].step, and: enters[last].step) }
        if row.allSatisfy({ enters[$0].location == enters[last].location }) {
          return row.last { enters[$0].answer == .none }.map { ($0, true) }
        }
        let blocks = depth == 0 ? 0 : submissions(of: task, from: enters[last].step, to: until)
        let inOrder = row.indices.contains(blocks) ? row[blocks] : last
        let isFree = enters[inOrder].answer == .none
        return (isFree ? inOrder : row.last { enters[$0].answer == .none } ?? first, false)
      }
      until = submissionStep(of: task) ?? until
      let creator = engine.pointee.tasks[task].pointee.creator
      if creator == .none || creator == task { break }
      task = creator
    }
    return (first, false)
  }

  /// How many blocks a task has submitted between two of its steps.
  private func submissions(of task: TaskID, from first: Int, to last: Int) -> Int {
    (max(first + 1, engine.pointee.trace.first)..<max(first + 1, last)).count { index in
      let step = engine.pointee.trace.steps[index]
      return step.task == task && step.kind.isSubmission
    }
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
