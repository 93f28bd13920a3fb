// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// How a block came to be where it runs or waits.
public struct Submission: Sendable, Equatable {
  /// The call that submitted it.
  public var kind: TaskKind
  /// The queue it was handed to.
  public var queue: ObjectName?
  /// Virtual nanoseconds between the call and the block's turn, for `asyncAfter`; nil otherwise.
  public var delay: UInt64?
  /// The stack at that call, innermost first.
  public var stack: [StackFrame]

  /// Takes each part as the property of the same name describes it.
  public init(_ kind: TaskKind, queue: ObjectName? = nil, delay: UInt64? = nil, stack: [StackFrame] = []) {
    self.kind = kind
    self.queue = queue
    self.delay = delay
    self.stack = stack
  }

  /// The innermost place in the user's code.
  public var location: CodeLocation? { stack.first { $0.isUserCode && $0.location != nil }?.location }
}

/// Something that a participant has and another may need.
public struct Holding: Sendable, Equatable {
  /// What is held.
  public var object: ObjectName
  /// Where it was taken; nil for the queue whose block the participant runs.
  public var location: CodeLocation?

  /// Takes each part as the property of the same name describes it.
  public init(_ object: ObjectName, since location: CodeLocation? = nil) {
    self.object = object
    self.location = location
  }
}

/// What a participant was doing when the finding was made.
public enum Activity: Sendable, Equatable {
  /// Waits in a call that cannot return yet.
  case blocked(in: OperationKind, on: ObjectName?)
  /// Waits in a call that gcdcheck does not model by an operation: `read`, `RunLoop.run`, `wait(for:)`.
  case blockedInCall(name: String)
  /// Made the call that the finding is about.
  case calling(OperationKind, on: ObjectName?)
  /// Executes user code.
  case running
  /// Is queued and has not begun.
  case waitingForWorker
  /// Repeats the same steps.
  case spinning
  /// Had already returned.
  case finished
}

/// One thread of the run as the report shows it.
public struct Participant: Sendable, Equatable {
  /// What the reader calls it: "main thread", "worker 1", "test body", "thread 2"; bounded.
  public var name: String { didSet { name = name.bounded(to: Bound.name) } }
  /// What it was doing when the finding was made.
  public var activity: Activity
  /// The queue whose block it runs; nil outside any block.
  public var queue: ObjectName?
  /// Innermost first.
  public var stack: [StackFrame]
  /// Where the block that it runs was submitted.
  public var submission: Submission?
  /// What it holds that others may need, next to the queue whose block it runs.
  public var holds: [Holding]

  /// Takes each part as the property of the same name describes it.
  public init(
    _ name: String, _ activity: Activity, insideBlockOf queue: ObjectName? = nil, stack: [StackFrame] = [],
    submission: Submission? = nil, holds: [Holding] = []
  ) {
    self.name = name.bounded(to: Bound.name)
    self.activity = activity
    self.queue = queue
    self.stack = stack
    self.submission = submission
    self.holds = holds
  }

  /// The innermost place in the user's code.
  public var location: CodeLocation? { stack.first { $0.isUserCode && $0.location != nil }?.location }
}
