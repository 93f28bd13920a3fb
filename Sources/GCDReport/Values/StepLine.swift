// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// What a step led to, beyond having been made.
public enum StepOutcome: Sendable, Codable, Equatable {
  case done
  /// The participant cannot continue yet.
  case waits
  /// The wait ended without its event.
  case timedOut
  /// The count of the object before and after.
  case count(before: Int, after: Int)
  /// Virtual nanoseconds since the start of the run.
  case clock(UInt64)
  /// The real process would end here.
  case dies

  private enum CodingKeys: String, CodingKey {
    case done = "done"
    case waits = "waits"
    case timedOut = "timedOut"
    case count = "count"
    case clock = "clock"
    case dies = "dies"
  }
  private enum CountCodingKeys: String, CodingKey {
    case before = "before"
    case after = "after"
  }
}

/// One executed scheduling point, as reports and traces show it.
public struct StepLine: Sendable, Codable, Equatable {
  /// Position in the schedule, from 0.
  public var index: StepIndex
  /// Who made it, by name; bounded.
  public var participant: String { didSet { participant = participant.bounded(to: Bound.name) } }
  /// What was done.
  public var operation: OperationKind
  /// What it was done to; nil where there is none.
  public var object: ObjectName?
  /// The call in the user's code.
  public var location: CodeLocation?
  /// Where the block was submitted that makes it on a worker; only in the steps of a whole schedule.
  public var block: CodeLocation?
  /// Which of the blocks that were submitted there it is, from 1, in the order of this schedule; nil where it
  /// is the only one.
  public var blockNumber: Int?
  /// The step that submitted that block, or made that thread; only in the steps of a whole schedule.
  public var submitter: StepIndex?
  /// Where the user's own functions on the stack are, innermost first; only in the steps of a whole schedule.
  public var callers: [CodeLocation]?
  /// Others went first although its participant could run on behind it: the step before which it did so, or
  /// the number of steps where it never did; nil where it ran on at once. Only in the steps of a whole
  /// schedule.
  public var pausesUntil: StepIndex?
  /// The call of a library behind which that happened; nil where it is the step itself.
  public var pausedCall: CodeLocation?
  /// That call is none of the steps, and comes only behind the others.
  public var pausesBeforeCall: Bool?
  /// What it led to.
  public var outcome: StepOutcome
  /// The user's own words or a value: what a scenario printed, what a variable became; bounded.
  public var detail: String? { didSet { detail = detail?.bounded(to: Bound.line) } }

  package init(
    _ index: StepIndex, _ participant: String, _ operation: OperationKind, _ object: ObjectName? = nil,
    at location: CodeLocation? = nil, _ outcome: StepOutcome = .done, detail: String? = nil
  ) {
    self.index = index
    self.participant = participant.bounded(to: Bound.name)
    self.operation = operation
    self.object = object
    self.location = location
    self.outcome = outcome
    self.detail = detail?.bounded(to: Bound.line)
  }

  private enum CodingKeys: String, CodingKey {
    case index = "index"
    case participant = "party"
    case operation = "operation"
    case object = "object"
    case location = "location"
    case block = "block"
    case blockNumber = "blockNumber"
    case submitter = "submitter"
    case callers = "callers"
    case pausesUntil = "pausesUntil"
    case pausedCall = "pausedCall"
    case pausesBeforeCall = "pausesBeforeCall"
    case outcome = "outcome"
    case detail = "detail"
  }

  /// Bounds what a stream says as the initialiser does.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try members(.index), try members(.participant), try members(.operation), try members.optional(.object),
      at: try members.optional(.location), try members(.outcome), detail: try members.optional(.detail))
    block = try members.optional(.block)
    blockNumber = try members.optional(.blockNumber)
    submitter = try members.optional(.submitter)
    callers = try members.optional(.callers)
    pausesUntil = try members.optional(.pausesUntil)
    pausedCall = try members.optional(.pausedCall)
    pausesBeforeCall = try members.optional(.pausesBeforeCall)
  }
}

/// The part of a schedule that explains a finding.
public struct StepExcerpt: Sendable, Codable, Equatable {
  /// In order; a selection.
  public var lines: [StepLine]
  /// How many steps the schedule had made when the finding was made.
  public var total: Int

  package init(_ lines: [StepLine] = [], of total: Int = 0) {
    self.lines = lines
    self.total = total
  }

  private enum CodingKeys: String, CodingKey {
    case lines = "lines"
    case total = "total"
  }
}
