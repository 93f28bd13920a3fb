// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What performing an operation came to.
public enum OutcomeKind: UInt8, Sendable {
  /// The operation is done; the task resumes `Outcome.result`.
  case completed
  /// The task arrived and now waits; what it waits for is its new pending operation.
  case blocked
  /// An item begins: its work runs now, and ends with an announced `OperationKind.end`.
  case started
  /// Something moved without a task to continue: a delayed item arrived, time passed, a retarget took effect.
  case progressed
  /// libdispatch would end the process here; `Outcome.misuse` says why.
  case misuse
  /// The task waits and a cycle of owners has just closed; `World.ownerCycle` gives it.
  case deadlock
  /// The task has taken a block of the main queue onto its own stack; `Outcome.result` is that item.
  case hosted
}

/// The result of one step: plain data.
public struct Outcome: Sendable, Equatable {
  public var kind: OutcomeKind
  public var misuse: Misuse
  /// 0 for success, -1 for a timeout, or a value where the operation has one.
  public var result: Int64

  @inlinable
  public init(kind: OutcomeKind, misuse: Misuse = .none, result: Int64 = 0) {
    self.kind = kind
    self.misuse = misuse
    self.result = result
  }

  static func completed(_ result: Int64 = 0) -> Outcome {
    Outcome(kind: .completed, misuse: .none, result: result)
  }
  static func failed(_ misuse: Misuse) -> Outcome { Outcome(kind: .misuse, misuse: misuse, result: 0) }
  static var blocked: Outcome { Outcome(kind: .blocked, misuse: .none, result: 0) }
  static var started: Outcome { Outcome(kind: .started, misuse: .none, result: 0) }
  static var progressed: Outcome { Outcome(kind: .progressed, misuse: .none, result: 0) }
  static var deadlock: Outcome { Outcome(kind: .deadlock, misuse: .none, result: 0) }
}

/// What became of an announced operation.
public enum Announcement: UInt8, Sendable {
  /// It can be performed now.
  case enabled
  /// It cannot be performed now: the task has left the enabled set.
  case disabled
  /// It cannot be performed ever: the wait has just closed a cycle of owners (`World.ownerCycle`).
  case deadlock
}
