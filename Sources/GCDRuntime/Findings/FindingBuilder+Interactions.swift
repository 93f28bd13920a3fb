// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDVocabulary

/// What of a schedule explains a check that fails: nothing says what it is about.
extension FindingBuilder {
  /// Steps that are looked at, from the end.
  private static let window = 200
  private static let mostInteractions = 16
  /// Fewer say too little.
  private static let fewestInteractions = 4

  /// The last steps on objects on which several tasks met; where they hardly met, the last steps of all.
  func interactions(before end: Int) -> [StepLine] {
    let end = min(end, engine.pointee.trace.count)
    let start = max(engine.pointee.trace.first, end - FindingBuilder.window)
    var users: [ObjectID: Set<TaskID>] = [:]
    for index in min(start, end)..<end {
      let step = engine.pointee.trace.steps[index]
      if step.isInteraction, isOfProgram(step) { users[step.object, default: []].insert(step.task) }
    }
    let met = (min(start, end)..<end).filter { index in
      let step = engine.pointee.trace.steps[index]
      if step.kind == .timePasses { return true }
      return step.isInteraction && (users[step.object]?.count ?? 0) > 1 && isOfProgram(step)
    }
    let count = met.count { engine.pointee.trace.steps[$0].kind != .timePasses }
    guard count >= FindingBuilder.fewestInteractions else { return lastSteps(before: end, most: 24) }
    return met.suffix(FindingBuilder.mostInteractions).map { line(engine.pointee.trace.steps[$0], at: $0) }
  }

  /// Not what a library does on a thread of its own, as I/O channels do.
  private func isOfProgram(_ step: StepRecord) -> Bool {
    naming.frames(step.stack, or: step.site).contains(where: \.isUserCode)
  }
}

extension StepRecord {
  /// Others may have been, or may be, where this step is made; handing blocks over and starting them is the
  /// same for all.
  fileprivate var isInteraction: Bool {
    if kind == .arrive || task == .clock { return false }
    // Which stream it is, is not known.
    if object == .none { return kind == .useStream || kind == .awaitElement }
    switch kind.lockEffect {
    case .blockStart, .mainBlockStart, .blockEnd, .submission, .barrierSubmission: return false
    case .none, .section, .handedSection, .turn, .sectionEnd, .take, .takeShared, .tryTake, .tryTakeShared,
      .giveBack, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait, .conditionWait,
      .status, .statusSection:
      return kind != .timePasses && kind != .yield && kind != .sleep
    }
  }
}
#endif
