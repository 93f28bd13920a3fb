// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// How a block came to be where it runs or waits.
public struct Submission: Sendable, Codable, Equatable {
  /// The call that submitted it.
  public var kind: TaskKind
  /// The queue it was handed to.
  public var queue: ObjectName?
  /// Virtual nanoseconds between the call and the block's turn, for `asyncAfter`; nil otherwise.
  public var delay: UInt64?
  /// The stack at that call, innermost first.
  public var stack: [StackFrame]

  package init(_ kind: TaskKind, queue: ObjectName? = nil, delay: UInt64? = nil, stack: [StackFrame] = []) {
    self.kind = kind
    self.queue = queue
    self.delay = delay
    self.stack = stack
  }

  /// The innermost place in the user's code.
  public var location: CodeLocation? { stack.innermostOfUser?.location }

  private enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case queue = "queue"
    case delay = "delay"
    case stack = "stack"
  }
}

/// Something that a participant has and another may need.
public struct Holding: Sendable, Codable, Equatable {
  /// What is held.
  public var object: ObjectName
  /// Where it was taken; nil for the queue whose block the participant runs.
  public var location: CodeLocation?

  package init(_ object: ObjectName, since location: CodeLocation? = nil) {
    self.object = object
    self.location = location
  }

  private enum CodingKeys: String, CodingKey {
    case object = "object"
    case location = "location"
  }
}

/// What a participant was doing when the finding was made.
public enum Activity: Sendable, Codable, Equatable {
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

  private enum CodingKeys: String, CodingKey {
    case blocked = "blocked"
    case blockedInCall = "blockedInCall"
    case calling = "calling"
    case running = "running"
    case waitingForWorker = "waitingForWorker"
    case spinning = "spinning"
    case finished = "finished"
  }
  private enum BlockedCodingKeys: String, CodingKey {
    case `in` = "in"
    case on = "on"
  }
  private enum BlockedInCallCodingKeys: String, CodingKey { case name = "name" }
  private enum CallingCodingKeys: String, CodingKey {
    case _0 = "_0"
    case on = "on"
  }
}

/// One thread of the run as the report shows it.
public struct Participant: Sendable, Codable, Equatable {
  /// What the reader calls it: "main thread", "worker 1", "test body", "thread 2"; bounded.
  public var name: String { didSet { name = name.bounded(to: Bound.name) } }
  /// What it was doing when the finding was made.
  public var activity: Activity
  /// The queue whose block it runs; nil outside any block.
  public var queue: ObjectName?
  /// The iteration of a `concurrentPerform` that it is in, as its closure gets it, from 0; nil outside any.
  public var iteration: Int?
  /// Innermost first.
  public var stack: [StackFrame]
  /// Where the block that it runs was submitted.
  public var submission: Submission?
  /// Where it is in the tree of tasks; nil where it is no Swift task, or no task made it.
  public var origin: TaskOrigin?
  /// What it holds that others may need, next to the queue whose block it runs.
  public var holds: [Holding]

  package init(
    _ name: String, _ activity: Activity, insideBlockOf queue: ObjectName? = nil, iteration: Int? = nil,
    stack: [StackFrame] = [], submission: Submission? = nil, origin: TaskOrigin? = nil,
    holds: [Holding] = []
  ) {
    self.name = name.bounded(to: Bound.name)
    self.activity = activity
    self.queue = queue
    self.iteration = iteration
    self.stack = stack
    self.submission = submission
    self.origin = origin
    self.holds = holds
  }

  /// The innermost place in the user's code.
  public var location: CodeLocation? { stack.innermostOfUser?.location }

  private enum CodingKeys: String, CodingKey {
    case name = "name"
    case activity = "activity"
    case queue = "queue"
    case iteration = "iteration"
    case stack = "stack"
    case submission = "submission"
    case origin = "origin"
    case holds = "holds"
  }

  /// Bounds what a stream says as the initialiser does.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try members(.name), try members(.activity), insideBlockOf: try members.optional(.queue),
      iteration: try members.optional(.iteration), stack: try members(.stack),
      submission: try members.optional(.submission), origin: try members.optional(.origin),
      holds: try members(.holds))
  }
}
