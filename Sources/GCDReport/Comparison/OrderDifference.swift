// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Two steps that come in another order in a schedule that passes and differs late from the one that fails.
public struct OrderDifference: Sendable, Codable, Equatable {
  /// The one that comes first where the schedule passes.
  public var first: StepLine
  /// The one that comes first where it fails.
  public var second: StepLine
  /// The first one does not come at all where the schedule fails.
  public var isFirstMissing: Bool
  /// Its participant made such a step before, and makes it once more.
  public var isFirstRepeated: Bool
  /// Why nothing keeps them in that order; nil where that is not known.
  public var cause: OrderCause?

  package init(
    _ first: StepLine, before second: StepLine, isFirstMissing: Bool = false, isFirstRepeated: Bool = false,
    cause: OrderCause? = nil
  ) {
    self.first = first
    self.second = second
    self.isFirstMissing = isFirstMissing
    self.isFirstRepeated = isFirstRepeated
    self.cause = cause
  }

  private enum CodingKeys: String, CodingKey {
    case first = "first"
    case second = "second"
    case isFirstMissing = "isFirstMissing"
    case isFirstRepeated = "isFirstRepeated"
    case cause = "cause"
  }
}

extension OrderDifference {
  /// What was done in which order, as one sentence without a full stop.
  var sentence: String {
    let first =
      if case .codeBehind(let call) = cause {
        "\(OrderDifference.subject(first)) "
          + (call.isPausedInFront ? "continues" : "runs the code behind its call")
          + OrderDifference.place(of: first)
      } else {
        OrderDifference.phrase(first, isRepeated: isFirstRepeated)
      }
    let second = OrderDifference.phrase(second)
    let here =
      isFirstMissing
      ? "here the second comes without \(isFirstRepeated ? "that" : "the first")"
      : "here it is the other way round"
    let why = cause.map { ": \($0.sentence(self.first, self.second))" } ?? ""
    return "in a schedule that passes, first \(first), then \(second); \(here)\(why)"
  }

  /// Who makes a step, as the subject of a sentence.
  static func subject(_ line: StepLine) -> String {
    guard let block = line.block else { return named(line.participant) }
    return "\(line.blockNumber.map { "block \($0) of those" } ?? "the block") submitted at \(block.short)"
  }

  static func phrase(_ line: StepLine, isRepeated: Bool = false) -> String {
    let place = (isRepeated ? " once more" : "") + OrderDifference.place(of: line)
    let participant = subject(line)
    if line.isSubmission { return "\(participant) submits to \(line.object?.compact ?? "a queue")\(place)" }
    if line.operation == .arrive { return "\(moment(of: line))\(place)" }
    if line.operation == .begin { return "\(participant) starts\(place)" }
    if case .descriptors = line.operation.acquires { return "\(participant) continues\(place)" }
    let verb = line.operation.verb
    if line.action.hasPrefix("\(verb) "), let object = line.object {
      return "\(participant) calls \(verb) on \(object.compact)\(place)"
    }
    // "its wait for …", and "wait for … returns", have the name before them here.
    let action = line.action.hasPrefix("its ") ? String(line.action.dropFirst(4)) : line.action
    let isOwned = action != line.action || action.hasPrefix("wait for ")
    return "\(participant)\(isOwned ? "'s" : "") \(action)\(place)"
  }

  /// That the time has come for which a block was submitted, or for which a Swift task sleeps.
  private static func moment(of line: StepLine) -> String {
    if line.object?.type == .cooperativePool { return "the sleep of \(subject(line)) ends" }
    let block = line.block == nil ? "a delayed block of \(line.object?.compact ?? "a queue")" : subject(line)
    return "the time comes for \(block)"
  }

  /// Where a call is made, and where the user's own function that makes it is called.
  static func place(of line: StepLine) -> String {
    guard let location = line.location else { return "" }
    return " at \(location.short(calledAt: line.callers?.drop { $0 == location }.first))"
  }
}

extension StepLine {
  /// What others come before begins with the call itself.
  var isPausedInFront: Bool { pausesBeforeCall == true }
}
