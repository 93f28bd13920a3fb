// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Two schedules of one program of which one passes and the other fails, and which differ late.
struct OrderComparison {
  let failing: [ComparedStep]
  let passing: [ComparedStep]
  /// The steps that both begin with.
  let shared: Int
  private let placesInFailing: [Int: Int]
  private let placesInPassing: [Int: Int]
  let reported: [ComparedStep]
  let placesInReported: [Int: Int]

  /// - Parameter reported: A schedule that fails as well, of which the difference must be true.
  init(failing: [StepLine], passing: [StepLine], reported: [StepLine]) {
    var naming = StepNaming()
    self.failing = naming.steps(of: failing)
    self.passing = naming.steps(of: passing)
    shared = zip(self.failing, self.passing).prefix { $0.key == $1.key }.count
    placesInFailing = OrderComparison.places(of: self.failing)
    placesInPassing = OrderComparison.places(of: self.passing)
    self.reported = naming.steps(of: reported)
    placesInReported = OrderComparison.places(of: self.reported)
  }

  private static func places(of steps: [ComparedStep]) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: zip(steps.map(\.key), steps.indices))
  }

  /// The earliest two steps about one thing that change places, with why nothing keeps them in order; nil
  /// where none do.
  var difference: OrderDifference? {
    differenceOfPauses ?? differenceOfEnters ?? differenceOfExcludingUses ?? differenceOfUses { _, _ in true }
  }

  /// The earliest two uses of one object, of which one excludes the other.
  var differenceOfExcludingUses: OrderDifference? { differenceOfUses { !($0.isShared && $1.isShared) } }

  /// The earliest two uses of one object, of those that are meant, that change places.
  private func differenceOfUses(_ isMeant: (ComparedStep, ComparedStep) -> Bool) -> OrderDifference? {
    for index in failing.indices.dropFirst(shared) {
      let second = failing[index]
      guard let subject = second.subject, let place = placesInPassing[second.key], place > shared
      else { continue }
      let first = passing[shared..<place].first { step in
        step.subject == subject && step.participant != second.participant && isMeant(step, second)
          && placesInFailing[step.key, default: .max] > index
      }
      if let difference = first.flatMap({ difference($0, second) }) { return difference }
    }
    return nil
  }

  /// The code behind a call comes after a step of what the call has let continue, and before it where the
  /// schedule passes.
  private var differenceOfPauses: OrderDifference? {
    for index in failing.indices.reversed() {
      guard failing[index].line.pausesUntil != nil, let place = placesInPassing[failing[index].key]
      else { continue }
      let call = failing[index]
      let end = endOfPause(at: place, in: passing)
      // A wait that begins meanwhile may be for the very code.
      let overtaking = failing[(index + 1)..<endOfPause(at: index, in: failing)].filter { step in
        step.participant != call.participant && step.line.outcome != .waits
          && placesInPassing[step.key, default: .max] >= end
      }
      guard
        let second = overtaking.first(where: call.enables) ?? overtaking.first(where: \.continues)
          ?? overtaking.first,
        let callPlace = placesInReported[call.key], let secondPlace = placesInReported[second.key],
        secondPlace > callPlace, secondPlace < endOfPause(at: callPlace, in: reported)
      else { continue }
      var line = reported[callPlace].line
      if let location = line.pausedCall {
        line.location = location
        line.callers = nil
      }
      return OrderDifference(line, before: reported[secondPlace].line, cause: .codeBehind(call: line))
    }
    return nil
  }

  /// The first step behind the code that follows the one at `place`: the next one where it does not pause.
  private func endOfPause(at place: Int, in steps: [ComparedStep]) -> Int {
    guard let end = steps[place].line.pausesUntil else { return place + 1 }
    return steps[place...].firstIndex { $0.line.index >= end } ?? steps.endIndex
  }

  /// Where no object is shared: what the one does that continues where the schedule passes, before the other
  /// continues.
  var differenceOfParticipants: OrderDifference? {
    guard failing.indices.contains(shared), passing.indices.contains(shared) else { return nil }
    let second = failing[shared]
    // Who takes an iteration is of no interest.
    guard let place = placesInPassing[second.key], !second.line.takesIteration else { return nil }
    guard second.participant != passing[shared].participant else { return nil }
    let first = passing[shared..<place].last { step in
      step.participant != second.participant && placesInFailing[step.key, default: .max] > shared
    }
    return first.flatMap { difference($0, stepOfBlock(second, before: $0)) }
  }

  /// That a block starts says little: its first step of its own, where that is as early in both schedules.
  private func stepOfBlock(_ start: ComparedStep, before first: ComparedStep) -> ComparedStep {
    guard start.line.operation.startsBlock, let place = placesInFailing[start.key],
      let passed = placesInPassing[first.key]
    else { return start }
    let next = failing[(place + 1)...].first { $0.participant == start.participant }
    guard let next, next.line.location != nil, placesInPassing[next.key, default: 0] > passed,
      placesInFailing[next.key, default: .max] < placesInFailing[first.key, default: .max]
    else { return start }
    return next
  }

  /// The first wait for a group that comes before an enter, and behind it where the schedule passes: what
  /// differs before it only leads to that.
  private var differenceOfEnters: OrderDifference? {
    for index in failing.indices.dropFirst(shared) {
      let second = failing[index]
      guard second.awaitsGroup, let place = placesInPassing[second.key] else { continue }
      let first = passing[..<place].first { step in
        step.participant != second.participant && lateEnter(step, second) != nil
          && placesInFailing[step.key, default: .max] > index
      }
      if let difference = first.flatMap({ difference($0, second) }) { return difference }
    }
    return nil
  }

  /// Where the reported schedule begins the call that another one ends: what waits there has been called.
  private func placeOfBegun(_ step: ComparedStep) -> Int? {
    reported.indices.first { index in
      let other = reported[index]
      let isOfCall = step.line.operation.lockEffect == .turn || other.line.operation == step.line.operation
      return other.line.beginsToQueue && isOfCall && other.participant == step.participant
        && other.line.object == step.line.object && other.line.location == step.line.location
    }
  }

  /// Where the reported schedule makes the step, of those that read the same counted as in the passing one:
  /// what has submitted or resumed its participant may be another step there.
  private func placeOfAlike(_ step: ComparedStep) -> Int? {
    guard let end = placesInPassing[step.key] else { return nil }
    func isAlike(_ other: ComparedStep) -> Bool {
      other.line.operation == step.line.operation && other.line.location == step.line.location
        && OrderDifference.phrase(other.shown) == OrderDifference.phrase(step.shown)
    }
    let before = passing[..<end].count(where: isAlike)
    return reported.indices.filter { isAlike(reported[$0]) }.dropFirst(before).first
  }

  /// Nil where they come in the order of the passing schedule in the reported one.
  private func difference(_ first: ComparedStep, _ second: ComparedStep) -> OrderDifference? {
    guard let secondPlace = placesInReported[second.key] else { return nil }
    let place = placesInReported[first.key] ?? placeOfBegun(first) ?? placeOfAlike(first)
    if let place, place < secondPlace { return nil }
    let isRepeated =
      first.call == nil
      && reported[..<secondPlace].contains {
        $0.participant == first.participant && $0.line.operation == first.line.operation
          && $0.line.object == first.line.object
      }
    return OrderDifference(
      place.map { reported[$0].shown } ?? first.shown, before: reported[secondPlace].shown,
      isFirstMissing: place == nil, isFirstRepeated: isRepeated, cause: cause(first, second))
  }

  // MARK: Why nothing keeps them in order

  private func cause(_ first: ComparedStep, _ second: ComparedStep) -> OrderCause? {
    let (release, split) = (earlyRelease(first, second), splitSection(first, second))
    let isSplitLater = release.map { isInside(split, of: first, $0) } ?? false
    return lateEnter(first, second) ?? earlyReturn(second) ?? (isSplitLater ? split : release) ?? split
      ?? unfinishedBlock(first, second) ?? concurrentQueue(first, second)
      ?? overtakenBlock(first, second)
  }

  /// The last event that the second participant waited for is one that the first one made before it came to
  /// its step; or the second one's block is one that the first one had submitted by then.
  private func earlyRelease(_ first: ComparedStep, _ second: ComparedStep) -> OrderCause? {
    guard let end = placesInFailing[second.key] else { return nil }
    for index in (0...end).reversed() where failing[index].participant == second.participant {
      let step = failing[index]
      let released = failing[..<index].last { earlier in
        earlier.participant == first.participant && earlier.lets(step)
          // A semaphore that it takes for the first step as well is a lock of both.
          && (earlier.subject == nil || earlier.subject != first.subject)
      }
      if let released { return .earlyRelease(call: released.shown) }
      if step.line.operation.waitsForEvent || step.line.operation.startsBlock { return nil }
    }
    return nil
  }

  /// The first participant used the object before, gave it back, and takes it again for its step.
  private func splitSection(_ first: ComparedStep, _ second: ComparedStep) -> OrderCause? {
    guard let subject = first.subject, subject == second.subject, let end = placesInFailing[second.key]
    else { return nil }
    if first.line.operation == .enterActor { return leftActor(first, before: end) }
    func isUse(_ step: ComparedStep) -> Bool {
      step.participant == first.participant && step.subject == subject && step.line.outcome != .waits
    }
    var use = failing[..<end].last(where: isUse)
    // What others may be in at the same time need not be given back before they come.
    if let begun = use, begun.isShared, !begun.line.endsSection { use = failing[end...].first(where: isUse) }
    guard let last = use, last.line.endsSection, let place = place(of: last, first) else { return nil }
    return .splitSection(call: last.line, place: place)
  }

  /// The same of an actor: code outside of it went there by two calls, so that what the first one gave may be
  /// old when the second one comes.
  private func leftActor(_ first: ComparedStep, before end: Int) -> OrderCause? {
    let earlier = failing[..<end].lastIndex {
      $0.participant == first.participant && $0.subject == first.subject && $0.line.operation == .enterActor
    }
    guard let earlier, let place = place(of: failing[earlier], first) else { return nil }
    let leave = failing[earlier..<end].first {
      $0.participant == first.participant && $0.line.operation == .leaveActor
        && $0.line.object == first.line.object
    }
    return leave.map { .splitSection(call: $0.line, place: place) }
  }

  /// Whether both uses of the object are in a function that the one which lets others continue calls later.
  private func isInside(_ split: OrderCause?, of first: ComparedStep, _ release: OrderCause) -> Bool {
    guard case .splitSection(let use, _) = split, case .earlyRelease(let call) = release,
      use.index > call.index
    else { return false }
    func outer(_ one: StepLine, _ other: StepLine) -> Int {
      zip((one.callers ?? []).reversed(), (other.callers ?? []).reversed()).prefix { $0 == $1 }.count
    }
    return outer(use, first.line) > outer(use, call)
  }

  /// Where the function is at `step` that makes both calls, itself or by others; nil where another call of
  /// that function, or another round of a loop, makes the later one.
  private func place(of step: ComparedStep, _ later: ComparedStep) -> CodeLocation? {
    let (callers, laterCallers) = (step.line.callers ?? [], later.line.callers ?? [])
    let common = zip(callers.reversed(), laterCallers.reversed()).prefix { $0 == $1 }.count
    guard common < callers.count, common < laterCallers.count else { return nil }
    let place = callers[callers.count - 1 - common]
    let laterPlace = laterCallers[laterCallers.count - 1 - common]
    return place.file == laterPlace.file && place.line <= laterPlace.line ? place : nil
  }

  private func concurrentQueue(_ first: ComparedStep, _ second: ComparedStep) -> OrderCause? {
    guard let one = submission(of: first), let other = submission(of: second), let queue = one.line.object,
      queue == other.line.object, !one.line.operation.isBarrier, !other.line.operation.isBarrier
    else { return nil }
    if queue.type == .globalQueue, let place = other.line.location, place == one.line.location,
      first.subject != nil, first.subject == second.subject
    {
      return .concurrentQueue(queue: queue, unordered: place)
    }
    // That of an operation queue is made by Foundation, at no line that says so.
    guard queue.type == .concurrentQueue, queue.created != nil, queue.label != "NSOperationQueue" else {
      return nil
    }
    let isRead = failing.contains { $0.line.object == queue && $0.line.operation.acquires == .sync }
    return .concurrentQueue(queue: queue, unordered: isRead ? other.line.location : nil)
  }

  func submission(of step: ComparedStep) -> ComparedStep? {
    guard let submitter = step.line.submitter else { return nil }
    let isFailing = placesInFailing[step.key].map { failing[$0].line == step.line } ?? false
    return (isFailing ? failing : passing).first { $0.line.index == submitter }
  }
}

extension ComparedStep {
  /// As a sentence names it.
  var shown: StepLine { call ?? line }

  /// Whether a step is about what this one has submitted, made or given back.
  fileprivate func enables(_ step: ComparedStep) -> Bool {
    step.line.submitter == line.index || (step.subject != nil && step.subject == subject && step.continues)
  }

  /// Whether its participant could not continue before this step, or begins with it.
  fileprivate var continues: Bool { line.operation.acquires != .none || line.operation.startsBlock }

  /// Whether another participant's wait, or its block, could not end or start before this step.
  fileprivate func lets(_ step: ComparedStep) -> Bool {
    if step.line.submitter == line.index { return step.line.operation.startsBlock }
    switch line.operation.releases {
    case .count, .condition, .workItem, .barrier:
      return step.subject == subject && step.line.operation.waitsForEvent
    case .none, .block, .blockWithWait, .blockElsewhere, .registration, .arrival, .thread, .blockEnd,
      .syncEnd, .lock, .readWriteLock, .heldLock, .lane, .cancelHandler, .descriptors:
      return false
    }
  }
}

extension OperationKind {
  /// Waits for something that another participant does once, not for its turn.
  var waitsForEvent: Bool {
    switch acquires {
    case .event, .wake, .barrier, .threadEnd, .blockWithWait: true
    case .none, .submission, .delayedSubmission, .sync, .turn, .lock, .writeLock, .heldLock, .handlers,
      .descriptors:
      false
    }
  }

  var startsBlock: Bool {
    switch lockEffect {
    case .blockStart, .mainBlockStart: true
    case .none, .submission, .barrierSubmission, .blockEnd, .section, .handedSection, .turn, .sectionEnd,
      .take, .takeShared, .tryTake, .tryTakeShared, .giveBack, .once, .settle, .semaphoreWait,
      .semaphoreSignal, .groupWait, .conditionWait, .status, .statusSection:
      false
    }
  }
}

extension OrderDifference {
  /// - Parameter failing: All steps of a schedule that fails, in order.
  /// - Parameter passing: Those of one that passes, and differs as late as possible.
  /// - Parameter reported: Those of the schedule that is reported, where that is not `failing`.
  package init?(failing: [StepLine], passing: [StepLine], reported: [StepLine]? = nil) {
    let comparison = OrderComparison(failing: failing, passing: passing, reported: reported ?? failing)
    // The one that differs late may fail for another reason than the reported one.
    let whole = reported.map { OrderComparison(failing: $0, passing: passing, reported: $0) }
    let difference =
      comparison.difference ?? whole?.differenceOfExcludingUses ?? comparison.differenceOfParticipants
    guard let difference else { return nil }
    self = difference
  }
}
