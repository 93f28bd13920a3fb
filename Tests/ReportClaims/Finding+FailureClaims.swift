// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDVocabulary

extension Finding {
  /// What is said of an order that passes, and of a failed check.
  func failureClaims(in world: RecordedWorld) -> [Claim] {
    var claims = remarks.flatMap { remark -> [Claim] in
      switch remark {
      case .otherOrder(let difference): return difference.claims(in: world)
      case .fewerCalls(let call, let object, let place, let passing, let here):
        let count = world.steps([call], on: object).count { $0.location == place }
        return [Claim("\(call) is called \(here) times", count == here && here < passing)]
      case .madeOutsideBody, .leaked, .leftBehind, .uncontrolledThread, .everySchedule, .failsWithoutControl:
        return []
      }
    }
    guard case .testFailed(let failure) = kind else { return claims }
    for timeout in failure.timeouts {
      let isRecorded = world.steps.map(\.line).contains {
        $0.outcome == .timedOut && $0.object == timeout.object && $0.location == timeout.location
      }
      claims.append(Claim("a wait at \(timeout.location?.short ?? "") ran out", isRecorded))
    }
    if let step = failure.standstillStep {
      claims.append(Claim("time passes in step #\(step)", world.step(step)?.operation == .timePasses))
    }
    return claims + (failure.order.map { $0.claims(in: world) } ?? [])
  }
}

extension OrderDifference {
  /// The two steps come in the other order here, or the first one does not come; and why that could be.
  func claims(in world: RecordedWorld) -> [Claim] {
    let words = "\(first.operation) by \(first.participant) and \(second.operation) by \(second.participant)"
    guard world.has(second) else { return [Claim("\(words): the second one is a step", false)] }
    if isFirstMissing {
      let later = world.steps.map(\.line).filter { $0.index > second.index }
      let isMade = later.contains { line in
        line.participant == first.participant && line.operation == first.operation
          && line.object == first.object && line.location == first.location
          // Blocks that one worker runs have one name in the schedule: only the very step is known to be it.
          && (first.block == nil || line.index == first.index)
      }
      return [Claim("\(words): the first one does not come", !isMade)] + causeClaims(in: world)
    }
    // A call before code that comes too late is made in time itself.
    if case .codeBehind = cause {
      return [Claim("\(words): the call comes first", first.index < second.index)]
    }
    return [Claim("\(words): the other way round", world.has(first) && second.index < first.index)]
      + causeClaims(in: world)
  }

  private func causeClaims(in world: RecordedWorld) -> [Claim] {
    switch cause {
    case .earlyRelease(let call):
      return [Claim("\(call.operation) at \(call.location?.short ?? "") was called", world.isMade(call))]
    case .splitSection(let call, _):
      let isGiving = call.object.map { OperationKind.giving($0.type).contains(call.operation) } ?? false
      let isLeft = call.operation == .endSync || call.operation == .leaveActor
      return [Claim("\(call.operation) gives the object back", isGiving || isLeft || call.object == nil)]
    case .concurrentQueue(let queue, _):
      return [
        Claim(
          "\(queue.short) runs blocks at once", queue.type != .serialQueue && queue.type != .mainQueue)
      ]
    case .lateEnter(let call):
      let isEntering = call.operation == .enter || call.operation.isSubmission
      return [Claim("\(call.operation) enters a group", isEntering)]
    case .singleWait(let call, let other):
      return [
        Claim("\(call.operation) at \(call.location?.short ?? "") was called", world.isMade(call)),
        Claim("another one has had the lock", world.has(other) && other.index > call.index),
      ]
    case .notAwaited(let call) where call.operation == .makeTask || call.object?.type == .cooperativePool:
      let here = world.steps.lazy.map(\.line).filter { $0.location == call.location }
      let made = here.filter { $0.operation == call.operation }.count
      let ended = here.filter { $0.operation == .endTask }.count
      return [Claim("a task of \(call.location?.short ?? "") has not ended", made > ended)]
    case .notAwaited(let call):
      guard let place = call.location, world.hasSubmissions(at: place) else { return [] }
      return [Claim("a block of \(place.short) has not ended", world.hasUnendedBlock(from: place))]
    case .noWait(_, let submission?):
      return [Claim("\(submission.operation) was called", world.isMade(submission))]
    case .noWait(_, nil), .codeBehind, nil: return []
    }
  }
}

extension RecordedWorld {
  /// Whether the schedule has a step, as it is.
  fileprivate func has(_ line: StepLine) -> Bool {
    step(line.index).map {
      $0.participant == line.participant && $0.operation == line.operation && $0.object == line.object
    } ?? false
  }

  /// Whether a call was made at its place by anyone.
  fileprivate func isMade(_ call: StepLine) -> Bool {
    steps.contains { $0.line.operation == call.operation && $0.line.location == call.location }
  }

  private func isEnded(_ block: Int) -> Bool {
    steps.contains { $0.block == block && $0.line.operation == .end }
  }

  fileprivate func hasUnendedBlock(from place: CodeLocation) -> Bool {
    submissions.contains { steps[$1].line.location == place && !isEnded($0) }
  }
}
