// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// A step, and what distinguishes it in every schedule of one program.
struct ComparedStep: Equatable {
  /// Who makes it: a number that is the same wherever the same block, thread or Swift task is meant.
  var participant: Int
  /// The step itself: the same participant's same call, counted.
  var key: Int
  var line: StepLine
  /// The step before it of the same participant, where the concurrency runtime makes this one for that: it
  /// hands a task over that has just been made or gone to an actor, and says neither which nor where.
  var call: StepLine?
  /// The object whose uses come in an order that matters; nil where there is none.
  var subject: String?
  /// Others may use the object at the same time: the order of two such steps does not matter.
  var isShared: Bool
}

/// Gives the steps of several schedules names that do not depend on their order.
///
/// The numbers of workers depend on the order, but not by which step of which block another block was
/// submitted: a block is named after that step, which is named after its own block, and so on.
struct StepNaming {
  private struct Key: Hashable {
    var participant: Int
    var operation: OperationKind
    var object: String?
    var location: CodeLocation?
    /// The call only begins to wait: what it was made for comes later.
    var isOnlyBegun = false
    /// How many steps before it are the same.
    var occurrence = 0
  }

  /// A `sync` that has had to queue, by who made it and on what.
  private struct QueuedCall: Hashable {
    var participant: Int
    var object: String?
  }

  private enum Name: Hashable {
    case named(String)
    case submitted(by: Int)
    /// The block's submission is not among the steps that are known.
    case submittedAt(CodeLocation)
    case iteration(IterationTrail.Iteration)
  }

  private var participants: [Name: Int] = [:]
  private var keys: [Key: Int] = [:]

  /// Leaves out the steps of participants that have no such name, and those of the clock.
  mutating func steps(of lines: [StepLine]) -> [ComparedStep] {
    var counts: [Key: Int] = [:]
    var keyOfStep: [StepIndex: Int] = [:]
    var calls: [Int: StepLine] = [:]
    // Its turn is the same step as a call that has not had to queue.
    var queued: [QueuedCall: StepLine] = [:]
    var iterations = IterationTrail()
    return lines.compactMap { line in
      if line.operation == .timePasses { return nil }
      var line = line
      let iteration = iterations.iteration(of: line)
      if let iteration, line.block != nil { line.blockNumber = iteration.index + 1 }
      guard let name = iteration.map(Name.iteration) ?? name(of: line, keyOfStep) else { return nil }
      let participant = participants.number(of: name)
      var call = line
      let begun = QueuedCall(participant: participant, object: line.object?.phrase)
      if line.beginsToQueue { queued[begun] = line }
      if line.operation.lockEffect == .turn, let known = queued.removeValue(forKey: begun) { call = known }
      var key = Key(
        participant: participant, operation: call.operation, object: call.object?.phrase,
        location: call.location, isOnlyBegun: line.beginsToQueue)
      let count = counts[key, default: 0]
      counts[key] = count + 1
      key.occurrence = count
      let number = keys.number(of: key)
      keyOfStep[line.index] = number
      let before = calls.updateValue(line, forKey: participant)
      return ComparedStep(
        participant: participant, key: number, line: line,
        call: before.flatMap { $0.handsOver(line) ? $0 : nil },
        subject: line.beginsToQueue ? nil : line.subject, isShared: call.isShared)
    }
  }

  private func name(of line: StepLine, _ keyOfStep: [StepIndex: Int]) -> Name? {
    if let submitter = line.submitter, let key = keyOfStep[submitter] { return .submitted(by: key) }
    if let block = line.block { return .submittedAt(block.withoutColumn) }
    return line.participant.hasPrefix("worker ") ? nil : .named(line.participant)
  }
}

extension Dictionary where Value == Int {
  /// The number of a key, which is the next one where the key is new.
  fileprivate mutating func number(of key: Key) -> Int {
    if let known = self[key] { return known }
    self[key] = count
    return count - 1
  }
}

extension StepLine {
  /// A block or its registration is handed over.
  var isSubmission: Bool {
    operation.lockEffect == .submission || operation.lockEffect == .barrierSubmission
  }

  /// Whether the next step of the participant is the concurrency runtime's part of this one.
  fileprivate func handsOver(_ next: StepLine) -> Bool {
    guard next.isSubmission, !operation.isBarrier else { return false }
    if operation == .makeTask { return next.location == location }
    return next.location == nil && (isHop || [.resumeTask, .endTask, .useStream].contains(operation))
  }

  /// A Swift task goes from one actor to another, or gives way to others.
  var isHop: Bool { [.enterActor, .leaveActor, .yield].contains(operation) }

  /// A Swift task is made, or handed over for the first time.
  var makesTask: Bool { operation == .makeTask || (isSubmission && object?.type == .cooperativePool) }

  /// What another step has to be about for their order to matter; nil where it does not.
  fileprivate var subject: String? {
    if operation == .endTask { return "the ends of tasks" }
    if operation == .useStream || operation == .awaitElement { return "a stream" }
    if [.leaveActor, .yield, .sleep, .timePasses].contains(operation) { return nil }
    // An iteration is the same one whichever worker takes it.
    if takesIteration { return nil }
    switch operation.lockEffect {
    case .blockStart, .mainBlockStart, .blockEnd: return nil
    // Only a queue that takes its blocks one by one keeps the order, or a block that excludes others.
    case .submission, .barrierSubmission:
      let isKept = operation.isBarrier && object?.type == .concurrentQueue
      return isKept || object?.type == .serialQueue || object?.type == .mainQueue ? object?.phrase : nil
    case .none, .section, .handedSection, .turn, .sectionEnd, .take, .takeShared, .tryTake, .tryTakeShared,
      .giveBack, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait, .conditionWait, .status,
      .statusSection:
      return object?.phrase
    }
  }

  /// A `sync` that has to queue.
  var beginsToQueue: Bool {
    outcome == .waits && (operation.lockEffect == .section || operation.lockEffect == .handedSection)
  }

  /// Enters, or leaves, what others may be in at the same time.
  fileprivate var isShared: Bool {
    switch operation.lockEffect {
    case .section, .handedSection, .turn, .sectionEnd:
      !operation.isBarrier && (object?.type == .concurrentQueue || object?.type == .globalQueue)
    case .takeShared, .tryTakeShared: true
    case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .take, .tryTake,
      .giveBack, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait, .conditionWait, .status,
      .statusSection:
      false
    }
  }

  /// Gives back what the participant had for itself.
  var endsSection: Bool {
    switch operation.lockEffect {
    case .giveBack, .sectionEnd, .semaphoreSignal: true
    case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .section,
      .handedSection, .turn, .take, .takeShared, .tryTake, .tryTakeShared, .once, .settle, .semaphoreWait,
      .groupWait, .conditionWait, .status, .statusSection:
      false
    }
  }
}
