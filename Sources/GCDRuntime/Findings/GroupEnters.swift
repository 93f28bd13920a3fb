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
    /// The enters that were made before it.
    var enters: Int
    var answer = Answer.none
    /// The leave that answers it, by its place among the leaves; nil where that is the end of a block.
    var leave: Int?
  }

  /// Whether a leave answers an enter: `likely` where another enter may be meant.
  private enum Answer { case none, likely, sure }

  /// Enters that one task made in a row, which a leave may be for.
  private struct Row {
    /// The task that leaves has made them itself.
    var isOwn: Bool
    var enters: [Int]
    /// The blocks that were submitted behind them and before the one that leaves.
    var blocks: Int
  }

  /// Where a group was entered that is not left, and the other lines of which the missing leave may be; nil
  /// where the record does not say which enters these are, or they are on many lines.
  ///
  /// Leaves carry no mark of their enter. A leave is taken to answer the last one that the task which
  /// submitted its block had made before; where all are made in one line it is that. Of several enters in a
  /// row the blocks that are submitted behind them leave one each, in order. An enter of its own task comes
  /// first, but it may be for what that task leaves to another, and the leave for the enter before its block.
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
    var leaves: [Change] = []
    for (index, entry) in engine.pointee.world.core.ledger.entries.enumerated() where entry.object == group {
      guard index < engine.pointee.notes.ledger.count else { return nil }
      let note = engine.pointee.notes.ledger[index]
      let change = Change(
        task: entry.task, step: note.step, location: naming.location(note.site, note.stack),
        enters: enters.count)
      if entry.kind == .enter {
        enters.append(change)
      } else if entry.kind == .leave {
        var open: Int? = leaves.count
        leaves.append(change)
        if isEnd(ofBlock: entry.task, of: group, at: note.step) {
          guard let enter = enterOfBlock(entry.task, among: enters) else { return nil }
          open = enters[enter].leave
          (enters[enter].answer, enters[enter].leave) = (.sure, nil)
        }
        if !settle(open, leaves, &enters) { return nil }
      }
    }
    // What the leaves of a line are for may have come out later.
    for index in enters.indices where enters[index].answer == .likely {
      guard let leave = enters[index].leave, let line = line(answeredBy: leaves[leave], leaves, enters),
        line != enters[index].location
      else { continue }
      (enters[index].answer, enters[index].leave) = (.none, nil)
      if !settle(leave, leaves, &enters) { return nil }
    }
    return enters
  }

  /// Finds the enter that a leave is for; where it is that for sure, the leave that was taken to be for it is
  /// for another one. False where there is none.
  private func settle(_ leave: Int?, _ leaves: [Change], _ enters: inout [Change]) -> Bool {
    var open = leave
    while let leave = open {
      let line = line(answeredBy: leaves[leave], leaves, enters)
      guard let answered = answer(leaves[leave], among: enters, as: line) else { return false }
      open = enters[answered.enter].leave
      enters[answered.enter].answer = answered.isSure ? .sure : .likely
      enters[answered.enter].leave = leave
    }
    return true
  }

  /// The line of the enters that all leaves of the line of this one are for which are for one for sure.
  private func line(answeredBy leave: Change, _ leaves: [Change], _ enters: [Change]) -> CodeLocation? {
    let lines = enters.filter { enter in
      enter.answer == .sure && enter.leave.map { leaves[$0].location == leave.location } ?? false
    }.compactMap(\.location).distinct
    return lines.count == 1 ? lines[0] : nil
  }

  /// Whether a group is left at a step since a block that it was given has returned.
  func isEnd(ofBlock block: TaskID, of group: ObjectID, at step: Int) -> Bool {
    engine.pointee.world.group(of: block) == group && step < engine.pointee.trace.count
      && step >= engine.pointee.trace.first && engine.pointee.trace.steps[step].kind == .end
  }

  /// The enter that was made with a block: the last one of the task that submitted it, before it did.
  private func enterOfBlock(_ block: TaskID, among enters: [Change]) -> Int? {
    guard let submission = submissionStep(of: block) else { return nil }
    let submitter = engine.pointee.trace.steps[submission].task
    return enters.lastIndex { $0.answer != .sure && $0.task == submitter && $0.step < submission }
  }

  /// - Parameter line: That of the enters which leaves of this line are for, where it is known.
  private func answer(_ leave: Change, among enters: [Change], as line: CodeLocation?)
    -> (enter: Int, isSure: Bool)?
  {
    let open = enters.indices.prefix(leave.enters).filter { enters[$0].answer != .sure }
    guard let first = open.first(where: { enters[$0].answer == .none }) else { return nil }
    if open.allSatisfy({ enters[$0].location == enters[first].location }) { return (first, true) }
    let rows = rows(before: leave, among: enters, open)
    for (place, row) in rows.enumerated() {
      guard let last = row.enters.last else { continue }
      let free = row.enters.last { enters[$0].answer == .none }
      let isElsewhere = { enters[$0].location != enters[last].location }
      if row.enters.contains(where: isElsewhere) {
        let inOrder = row.enters.indices.contains(row.blocks) ? row.enters[row.blocks] : last
        return (enters[inOrder].answer == .none ? inOrder : free ?? first, false)
      }
      let others = rows.dropFirst(place + 1).flatMap(\.enters).filter(isElsewhere)
      if !row.isOwn || others.isEmpty { return (free ?? last, true) }
      let known = (row.enters + others).last { enters[$0].answer == .none && enters[$0].location == line }
      if let enter = line == nil ? free : known ?? free { return (enter, false) }
    }
    return (first, false)
  }

  /// The open enters that a leave may be for: those of its own task, then those of the one that submitted it,
  /// and so on.
  private func rows(before leave: Change, among enters: [Change], _ open: [Int]) -> [Row] {
    var rows: [Row] = []
    var task = leave.task
    var until = leave.step
    for depth in 0..<8 {
      // What makes no step of its own bears the number of the one before it: a submission is that.
      let own = open.filter {
        enters[$0].task == task && (depth == 0 ? enters[$0].step <= until : enters[$0].step < until)
      }
      if let last = own.last {
        // Some in a row, with no block between them: any of them may be meant.
        rows.append(
          Row(
            isOwn: depth == 0,
            enters: own.filter { !submits(task, between: enters[$0].step, and: enters[last].step) },
            blocks: depth == 0 ? 0 : submissions(of: task, from: enters[last].step, to: until)))
      }
      until = submissionStep(of: task) ?? until
      let creator = engine.pointee.tasks[task].pointee.creator
      if creator == .none || creator == task { break }
      task = creator
    }
    return rows
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
