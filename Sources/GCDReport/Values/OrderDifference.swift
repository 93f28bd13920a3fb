// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Two steps on one object that come in another order in a schedule that passes and differs late from the one
/// that fails.
public struct OrderDifference: Sendable, Codable, Equatable {
  /// The one that comes first where the schedule passes.
  public var first: StepLine
  /// The one that comes first where it fails.
  public var second: StepLine
  /// The first one does not come at all where the schedule fails.
  public var isFirstMissing: Bool

  package init(_ first: StepLine, before second: StepLine, isFirstMissing: Bool = false) {
    self.first = first
    self.second = second
    self.isFirstMissing = isFirstMissing
  }

  private enum CodingKeys: String, CodingKey {
    case first = "first"
    case second = "second"
    case isFirstMissing = "isFirstMissing"
  }
}

extension OrderDifference {
  /// The earliest two steps that change places; nil where none do, as far as steps can be distinguished.
  ///
  /// - Parameter failing: All steps of a schedule that fails, in order.
  /// - Parameter passing: Those of one that passes.
  package init?(failing: [StepLine], passing: [StepLine]) {
    let (failing, passing) = (keyed(failing), keyed(passing))
    let shared = zip(failing, passing).prefix { $0.key == $1.key }.count
    let placesInPassing = places(of: passing)
    let placesInFailing = places(of: failing)
    func difference(_ first: KeyedStep, _ second: KeyedStep) -> OrderDifference {
      let place = placesInFailing[first.key]
      return OrderDifference(
        place.map { failing[$0].line } ?? first.line, before: second.line, isFirstMissing: place == nil)
    }
    for index in failing.indices.dropFirst(shared) {
      let second = failing[index]
      guard let subject = second.line.subject, let place = placesInPassing[second.key], place > shared
      else { continue }
      let first = passing[shared..<place].first { step in
        step.line.subject == subject && step.key.participant != second.key.participant
          && placesInFailing[step.key, default: .max] > index
      }
      if let first {
        self = difference(first, second)
        return
      }
    }
    // Where no object is shared, at least which block begins first.
    guard failing.indices.contains(shared), passing.indices.contains(shared),
      failing[shared].line.operation == .begin, passing[shared].line.operation == .begin,
      placesInPassing[failing[shared].key] != nil
    else { return nil }
    self = difference(passing[shared], failing[shared])
  }

  /// What was done in which order, as one sentence without a full stop.
  var sentence: String {
    let (first, second) = (OrderDifference.phrase(first), OrderDifference.phrase(second))
    let here =
      isFirstMissing
      ? "here the second comes without the first" : "here it is the other way round"
    return "in a schedule that passes, first \(first), then \(second); \(here)"
  }

  private static func phrase(_ line: StepLine) -> String {
    let place = line.location.map { " (\($0.short))" } ?? ""
    let participant = line.block.map { "the block submitted at \($0.short)" } ?? named(line.participant)
    if line.isSubmission { return "\(participant) submits to \(line.object?.compact ?? "a queue")\(place)" }
    if line.operation == .begin { return "\(participant) starts\(place)" }
    let verb = line.operation.verb
    if line.action.hasPrefix("\(verb) "), let object = line.object {
      return "\(participant) calls \(verb) on \(object.compact)\(place)"
    }
    // "its wait for …", and "wait for … returns", have the name before them here.
    let action = line.action.hasPrefix("its ") ? String(line.action.dropFirst(4)) : line.action
    let isOwned = action != line.action || action.hasPrefix("wait for ")
    return "\(participant)\(isOwned ? "'s" : "") \(action)\(place)"
  }
}

/// A step, and what distinguishes it.
private struct KeyedStep {
  struct Key: Hashable {
    var participant: String
    var operation: OperationKind
    var object: String?
    var location: CodeLocation?
    /// How many steps before it are the same.
    var occurrence = 0
  }

  var line: StepLine
  var key: Key
}

/// Those steps whose participant has the same name in every schedule: the numbers of workers depend on the
/// order, but not where a block was submitted.
private func keyed(_ lines: [StepLine]) -> [KeyedStep] {
  var counts: [KeyedStep.Key: Int] = [:]
  return lines.compactMap { line in
    if line.block == nil, line.participant.hasPrefix("worker ") { return nil }
    if line.operation == .timePasses { return nil }
    var key = KeyedStep.Key(
      participant: line.block.map { "\($0.file):\($0.line):\($0.column)" } ?? line.participant,
      operation: line.operation, object: line.object?.phrase, location: line.location)
    let count = counts[key, default: 0]
    counts[key] = count + 1
    key.occurrence = count
    return KeyedStep(line: line, key: key)
  }
}

private func places(of steps: [KeyedStep]) -> [KeyedStep.Key: Int] {
  Dictionary(uniqueKeysWithValues: zip(steps.map(\.key), steps.indices))
}

extension StepLine {
  fileprivate var isSubmission: Bool {
    operation.lockEffect == .submission || operation.lockEffect == .barrierSubmission
  }

  /// What another step has to be about for their order to matter; nil where it does not.
  fileprivate var subject: String? {
    if operation == .endTask { return "the ends of tasks" }
    if operation == .useStream || operation == .awaitElement { return "a stream" }
    if [.leaveActor, .yield, .sleep, .timePasses].contains(operation) { return nil }
    switch operation.lockEffect {
    case .blockStart, .mainBlockStart, .blockEnd: return nil
    // Only a queue that takes its blocks one by one keeps the order.
    case .submission, .barrierSubmission:
      return object?.type == .serialQueue || object?.type == .mainQueue ? object?.phrase : nil
    case .none, .section, .handedSection, .turn, .sectionEnd, .take, .takeShared, .tryTake, .tryTakeShared,
      .giveBack, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait, .conditionWait, .status,
      .statusSection:
      return object?.phrase
    }
  }
}
