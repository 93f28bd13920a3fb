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
    for index in failing.indices.dropFirst(shared) {
      let second = failing[index]
      guard let place = placesInPassing[second.key], place > shared else { continue }
      let earlier = passing[shared..<place].first { step in
        step.key.subject == second.key.subject && step.line.participant != second.line.participant
          && placesInFailing[step.key, default: .max] > index
      }
      guard let earlier else { continue }
      let placeInFailing = placesInFailing[earlier.key]
      self.init(
        placeInFailing.map { failing[$0].line } ?? earlier.line, before: second.line,
        isFirstMissing: placeInFailing == nil)
      return
    }
    return nil
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
    "\(named(line.participant)) \(line.action)\(line.location.map { " (\($0.short))" } ?? "")"
  }
}

/// A step, and what distinguishes it.
private struct KeyedStep {
  struct Key: Hashable {
    var participant: String
    var operation: OperationKind
    /// The object, or what is taken for it.
    var subject: String
    var location: CodeLocation?
    /// How many steps before it are the same.
    var occurrence = 0
  }

  var line: StepLine
  var key: Key
}

/// Those steps that others may have come before, or come after.
private func keyed(_ lines: [StepLine]) -> [KeyedStep] {
  var counts: [KeyedStep.Key: Int] = [:]
  return lines.compactMap { line in
    guard let subject = line.subject else { return nil }
    var key = KeyedStep.Key(
      participant: line.participant, operation: line.operation, subject: subject, location: line.location)
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
  /// What another step has to be about for their order to matter; nil where it does not, or where the name
  /// does not say who made the step: the numbers of workers depend on the order.
  fileprivate var subject: String? {
    if participant.hasPrefix("worker ") { return nil }
    if operation == .endTask { return "the ends of tasks" }
    if operation == .useStream || operation == .awaitElement { return "a stream" }
    if [.leaveActor, .yield, .sleep, .timePasses].contains(operation) { return nil }
    switch operation.lockEffect {
    case .blockStart, .mainBlockStart, .blockEnd, .submission, .barrierSubmission: return nil
    case .none, .section, .handedSection, .turn, .sectionEnd, .take, .takeShared, .tryTake, .tryTakeShared,
      .giveBack, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait, .conditionWait, .status,
      .statusSection:
      return object?.phrase
    }
  }
}
