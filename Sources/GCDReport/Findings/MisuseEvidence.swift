// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD201–204, 206: a call for which libdispatch ends the process.
public struct MisuseEvidence: Sendable, Codable, Equatable {
  /// The rule that was broken.
  public var misuse: Misuse
  /// Who made the call, by name.
  public var party: String
  /// The object of the call.
  public var object: ObjectName
  /// The history of the object's count, where it has one.
  public var ledger: Ledger?
  /// A second object that takes part: the new target, the queue that targets this one.
  public var other: ObjectName?
  /// Value before the call: a semaphore's value now, a suspension count.
  public var value: Int?
  /// The value that would have been right: a semaphore's initial value.
  public var expected: Int?

  /// Takes each part as the property of the same name describes it.
  public init(
    _ misuse: Misuse, by party: String, of object: ObjectName, ledger: Ledger? = nil,
    other: ObjectName? = nil, value: Int? = nil, expected: Int? = nil
  ) {
    self.misuse = misuse
    self.party = party
    self.object = object
    self.ledger = ledger
    self.other = other
    self.value = value
    self.expected = expected
  }
}

/// GCD205: an object that the run leaves suspended, inactive or entered.
public struct LeftBehind: Sendable, Codable, Equatable {
  /// The state in which the object is left.
  public enum State: String, Sendable, Codable {
    case suspended
    case inactive
    case entered
  }

  /// The state in which it is left.
  public var state: State
  /// The object of the call.
  public var object: ObjectName
  /// Suspends without a resume, enters without a leave; 1 for inactive.
  public var count: Int
  /// The first blocks that wait behind it.
  public var pending: [Submission]
  /// All blocks that wait behind it.
  public var pendingCount: Int
  /// Somebody who waits for those blocks, by which the finding becomes an error.
  public var waiter: WaitEdge?
  /// The history of its count.
  public var ledger: Ledger?

  /// Takes each part as the property of the same name describes it.
  public init(
    _ state: State, _ object: ObjectName, count: Int = 1, pending: [Submission] = [], pendingCount: Int = 0,
    waiter: WaitEdge? = nil, ledger: Ledger? = nil
  ) {
    self.state = state
    self.object = object
    self.count = count
    self.pending = pending
    self.pendingCount = max(pendingCount, pending.count)
    self.waiter = waiter
    self.ledger = ledger
  }
}

/// GCD207: `dispatchPrecondition` or `dispatch_assert_queue` failed.
public struct FailedPrecondition: Sendable, Codable, Equatable {
  /// What the precondition demands.
  public enum Rule: String, Sendable, Codable {
    case onQueue
    case notOnQueue
    case asBarrier
  }

  /// What the precondition demands.
  public var rule: Rule
  /// The queue of the precondition.
  public var queue: ObjectName
  /// The queue whose block ran; nil outside any block.
  public var actual: ObjectName?
  /// Who ran, by name.
  public var party: String

  /// Takes each part as the property of the same name describes it.
  public init(_ rule: Rule, _ queue: ObjectName, ranOn actual: ObjectName?, by party: String) {
    self.rule = rule
    self.queue = queue
    self.actual = actual
    self.party = party
  }
}

/// GCD208: the last reference to a running source went away.
public struct DroppedSource: Sendable, Codable, Equatable {
  /// The source.
  public var source: ObjectName
  /// Where the last reference was dropped.
  public var dropped: CodeLocation?
  /// A cancel handler was set, which will not run.
  public var hasCancelHandler: Bool
  /// Virtual nanoseconds to the event that will not come; nil when none was due.
  public var nextEvent: UInt64?

  /// Takes each part as the property of the same name describes it.
  public init(
    _ source: ObjectName, at dropped: CodeLocation?, hasCancelHandler: Bool, nextEvent: UInt64? = nil
  ) {
    self.source = source
    self.dropped = dropped
    self.hasCancelHandler = hasCancelHandler
    self.nextEvent = nextEvent
  }
}

/// GCD303: a barrier block handed to a global queue.
public struct GlobalBarrier: Sendable, Codable, Equatable {
  /// The call that handed the barrier over.
  public var operation: OperationKind
  /// The global queue.
  public var queue: ObjectName

  /// Takes each part as the property of the same name describes it.
  public init(_ operation: OperationKind, on queue: ObjectName) {
    self.operation = operation
    self.queue = queue
  }
}
