// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Waits that are missing, or that end before what they were meant for.
extension OrderComparison {
  /// A block is submitted by one that is submitted by one, and so on: so many are looked at.
  private static let mostSubmissions = 8

  /// The first step enters the group for whose end the second one waits, or asks to be notified.
  func lateEnter(_ first: ComparedStep, _ second: ComparedStep) -> OrderCause? {
    guard first.line.operation == .enter, first.subject == second.subject, second.awaitsGroup else {
      return nil
    }
    return .lateEnter(call: first.line)
  }

  /// The second participant continues since it has waited for something else: input, or a moment.
  func earlyReturn(_ second: ComparedStep) -> OrderCause? {
    guard case .descriptors = second.line.operation.acquires, second.line.location != nil else { return nil }
    return .noWait(call: second.line, submission: nil)
  }

  /// The block that would make the first step is there where the schedule fails, or the one that would submit
  /// it, and is neither blocked nor at its end. A service ends nowhere: where the schedule passes, it waits
  /// again.
  func unfinishedBlock(_ first: ComparedStep, _ second: ComparedStep) -> OrderCause? {
    if placesInReported[first.key] != nil { return nil }
    var step = first
    for _ in 0..<OrderComparison.mostSubmissions {
      guard let submission = submission(of: step) else { return nil }
      if placesInReported[submission.key] != nil {
        let own = reported.filter { $0.participant == step.participant }
        guard submission.line.isSubmission, submission.participant != step.participant,
          step.participant != second.participant,
          own.last?.line.outcome != .waits, !own.contains(where: \.line.operation.endsBlock),
          passing.last(where: { $0.participant == step.participant })?.line.outcome != .waits
        else { return nil }
        return enter(of: step, lateFor: second) ?? maker(of: submission).map { .notAwaited(call: $0.shown) }
      }
      step = submission
    }
    return nil
  }

  /// The call of the program by which a block comes to be submitted: that of a Swift task is submitted anew
  /// whenever the task goes to an actor. Nil where the runtime makes it for another reason.
  private func maker(of submission: ComparedStep) -> ComparedStep? {
    var submission = submission
    while submission.shown.location == nil || submission.shown.isHop {
      guard submission.call?.isHop ?? false, let earlier = self.submission(of: submission) else { return nil }
      submission = earlier
    }
    return submission
  }

  /// The block enters a group where the schedule passes, for which the second participant has waited by then.
  private func enter(of block: ComparedStep, lateFor second: ComparedStep) -> OrderCause? {
    guard let end = placesInReported[second.key] else { return nil }
    let enter = passing.first { step in
      step.participant == block.participant && step.line.operation == .enter
        && reported[..<end].contains {
          $0.participant == second.participant && $0.subject == step.subject && lateEnter(step, $0) != nil
        }
    }
    return enter.map { .lateEnter(call: $0.line) }
  }

  /// The second participant has submitted the block that makes the first step, or made the thread, itself or
  /// by blocks of its own, and comes to its step while that has not ended. The outermost one that has not is
  /// what it does not wait for.
  func overtakenBlock(_ first: ComparedStep, _ second: ComparedStep) -> OrderCause? {
    guard second.line.location != nil, !second.line.operation.startsBlock, second.line.outcome != .waits,
      !second.line.operation.waitsForEvent, let end = placesInReported[second.key]
    else { return nil }
    var (step, awaited) = (first, ComparedStep?.none)
    for _ in 0..<OrderComparison.mostSubmissions {
      guard let submission = submission(of: step) else { return nil }
      let hasEnded = reported[..<end].contains {
        $0.participant == step.participant && $0.line.operation.endsBlock
      }
      if !hasEnded { awaited = submission }
      if submission.participant == second.participant {
        guard let awaited, awaited.line.isSubmission || awaited.line.operation == .createThread
        else { return nil }
        var call = second.line
        call.location = placeBeside(submission.line, of: call)
        call.callers = call.callers.map { callers in Array(callers.drop { $0 != call.location }) }
        return .noWait(call: call, submission: awaited.shown)
      }
      step = submission
    }
    return nil
  }

  /// Where a call is made in the function that makes the other one as well, itself or by others.
  private func placeBeside(_ other: StepLine, of call: StepLine) -> CodeLocation? {
    let (callers, others) = (call.callers ?? [], other.callers ?? [])
    let common = zip(callers.reversed(), others.reversed()).prefix { $0 == $1 }.count
    guard common < callers.count, common < others.count else { return call.location }
    return callers[callers.count - 1 - common]
  }
}

extension ComparedStep {
  /// Waits for the end of a group, or asks to be notified of it.
  var awaitsGroup: Bool { line.operation.lockEffect == .groupWait || line.operation == .notify }
}

extension OperationKind {
  fileprivate var endsBlock: Bool { lockEffect == .blockEnd }
}
