// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// One change of an object's count.
public struct LedgerRow: Sendable, Codable, Equatable {
  /// The step that made the change.
  public var step: StepIndex
  /// Who did it, by name.
  public var participant: String
  /// `enter`, `leave`, `suspend`, `resume`, `activate`, `signal`, `wait`, or `notify` and `groupWait` as
  /// observers; `end` where a block of a group has returned, which leaves that without a call.
  public var operation: OperationKind
  /// The count before the call.
  public var before: Int
  /// The count after the call; below zero where the call is the misuse.
  public var after: Int
  /// The innermost place in the user's code.
  public var location: CodeLocation?
  /// The user's function that made the call.
  public var function: String?
  /// The call was made in the branch that follows a wait that had timed out, or in a block of `asyncAfter`.
  public var isAfterTimeout: Bool

  package init(
    step: StepIndex, _ participant: String, _ operation: OperationKind, _ before: Int, to after: Int,
    at location: CodeLocation? = nil, in function: String? = nil, isAfterTimeout: Bool = false
  ) {
    self.step = step
    self.participant = participant
    self.operation = operation
    self.before = before
    self.after = after
    self.location = location
    self.function = function
    self.isAfterTimeout = isAfterTimeout
  }

  private enum CodingKeys: String, CodingKey {
    case step = "step"
    case participant = "party"
    case operation = "operation"
    case before = "before"
    case after = "after"
    case location = "location"
    case function = "function"
    case isAfterTimeout = "isAfterTimeout"
  }
}

/// The history of an object's count: enters and leaves, suspends and resumes, signals and waits.
public struct Ledger: Sendable, Codable, Equatable {
  /// The object whose count it is.
  public var object: ObjectName
  /// In order of steps. Long histories keep their ends: see `omitted`.
  public var rows: [LedgerRow]
  /// Rows left out between the first and the last ones.
  public var omitted: Int

  package init(_ object: ObjectName, rows: [LedgerRow], omitted: Int = 0) {
    self.object = object
    self.rows = rows
    self.omitted = omitted
  }

  private enum CodingKeys: String, CodingKey {
    case object = "object"
    case rows = "rows"
    case omitted = "omitted"
  }
}
