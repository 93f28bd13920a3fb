// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD101: a thread waits for a queue that it holds itself.
public struct OwnQueueSync: Sendable, Codable, Equatable {
  /// Which hold stands in the way.
  public enum Hold: String, Sendable, Codable {
    /// The caller runs a block of the very queue.
    case queue
    /// The caller runs a block of a serial queue that the queue targets, directly or further down.
    case target
    /// The caller is the main thread, on the main queue.
    case main
    /// The caller runs a barrier block of the concurrent queue.
    case ownBarrier
    /// The caller runs an ordinary block of the concurrent queue and asks for a barrier.
    case ownReader
  }

  /// The party that waits for itself, by name.
  public var party: String
  /// The call that waits.
  public var operation: OperationKind
  /// The queue of the call.
  public var queue: ObjectName
  /// The queue that the caller already holds; equal to `queue` unless the hold is a target.
  public var held: ObjectName
  /// From `queue` along the targets to `held`, both included.
  public var chain: [ObjectName]
  /// How the caller holds the queue.
  public var hold: Hold
  /// Where the held queue was entered when that was by another sync; nil when its block came from the queue.
  public var heldSince: CodeLocation?

  /// Takes each part as the property of the same name describes it.
  public init(
    party: String, _ operation: OperationKind, onto queue: ObjectName, held: ObjectName,
    chain: [ObjectName] = [], hold: Hold, heldSince: CodeLocation? = nil
  ) {
    self.party = party
    self.operation = operation
    self.queue = queue
    self.held = held
    self.chain = chain
    self.hold = hold
    self.heldSince = heldSince
  }

  /// The real library notices this one and ends the process; the others hang in silence.
  public var endsTheProcess: Bool { hold != .ownReader }
}

/// GCD102: parties that wait for each other.
public struct WaitCycle: Sendable, Codable, Equatable {
  /// Each edge's holder is the next edge's waiter; the last one's is the first.
  public var edges: [WaitEdge]
  /// Parties outside the circle were still able to run when it closed.
  public var othersStillRun: Bool

  /// Takes each part as the property of the same name describes it.
  public init(_ edges: [WaitEdge], othersStillRun: Bool = false) {
    self.edges = edges
    self.othersStillRun = othersStillRun
  }
}

/// GCD103: a semaphore wait without anybody who could signal.
public struct StarvedSemaphore: Sendable, Codable, Equatable {
  /// Who waits for what, where.
  public var edge: WaitEdge
  /// The value given at creation.
  public var initialValue: Int
  /// Signals and waits so far.
  public var ledger: Ledger?

  /// Takes each part as the property of the same name describes it.
  public init(_ edge: WaitEdge, initialValue: Int, ledger: Ledger? = nil) {
    self.edge = edge
    self.initialValue = initialValue
    self.ledger = ledger
  }
}

/// GCD104: a group whose count cannot return to zero.
public struct StarvedGroup: Sendable, Codable, Equatable {
  /// What never happens: a `wait` that never returns, or a `notify` whose block never runs.
  public enum Waiting: Sendable, Codable, Equatable {
    case wait(WaitEdge)
    case notify(party: String, location: CodeLocation?, queue: ObjectName?)
  }

  /// The group.
  public var group: ObjectName
  /// Enters without a leave.
  public var count: Int
  /// What never happens because of it.
  public var waiting: Waiting
  /// Its enters and leaves.
  public var ledger: Ledger?

  /// Takes each part as the property of the same name describes it.
  public init(_ group: ObjectName, count: Int, _ waiting: Waiting, ledger: Ledger? = nil) {
    self.group = group
    self.count = count
    self.waiting = waiting
    self.ledger = ledger
  }
}

/// GCD105: any other wait that nothing can satisfy.
public struct StarvedWait: Sendable, Codable, Equatable {
  /// What is waited for.
  public enum Subject: String, Sendable, Codable {
    case workItem
    case operation
    case condition
    case runLoop
    case expectation
    case read
    case write
    case lock
    case thread
    case barrier
    case futex
    case descriptor
    case other
  }

  /// Who waits for what, where.
  public var edge: WaitEdge
  /// What is waited for.
  public var subject: Subject

  /// Takes each part as the property of the same name describes it.
  public init(_ subject: Subject, _ edge: WaitEdge) {
    self.subject = subject
    self.edge = edge
  }
}

/// GCD106: all workers wait for blocks that no worker is left to run.
public struct ExhaustedPool: Sendable, Codable, Equatable {
  /// The smallest number of workers with which this schedule does not hang.
  public var needed: Int
  /// The number of workers with which it hangs.
  public var width: Int
  /// What each worker waits in.
  public var edges: [WaitEdge]
  /// Blocks that are queued for a worker; the first ones.
  public var queued: [Submission]
  /// All blocks that are queued for a worker.
  public var queuedCount: Int

  /// Takes each part as the property of the same name describes it.
  public init(needed: Int, width: Int, edges: [WaitEdge], queued: [Submission], queuedCount: Int) {
    self.needed = needed
    self.width = width
    self.edges = edges
    self.queued = queued
    self.queuedCount = queuedCount
  }
}

/// GCD107: a continuation or a Swift task that nothing can finish.
public struct StuckTask: Sendable, Codable, Equatable {
  /// What a suspended task waits for.
  public enum Awaited: String, Sendable, Codable {
    /// A continuation that was never resumed.
    case continuation
    /// The end of another task.
    case task
    /// The end of a child of a group.
    case group
    /// An element of a stream.
    case stream
    /// Something else, or unknown.
    case other
  }

  /// A task that waits for the end of the one that is stuck.
  public struct Awaiter: Sendable, Codable, Equatable {
    /// The task, by name.
    public var party: String
    /// Where it awaits; nil where no line is known.
    public var location: CodeLocation?

    /// Takes each part as the property of the same name describes it.
    public init(party: String, at location: CodeLocation?) {
      self.party = party
      self.location = location
    }
  }

  /// The party that awaits, by name.
  public var party: String
  /// Where it awaits.
  public var location: CodeLocation?
  /// Where the continuation that was never resumed was made; nil when the cause is another one.
  public var continuation: CodeLocation?
  /// What it awaits; nil in streams of events that do not say.
  public var awaited: Awaited?
  /// Where the program made the task; nil where it is not known.
  public var made: CodeLocation?
  /// The tasks that wait for this one, each for the one before it; nil where none is known.
  public var awaiters: [Awaiter]?

  /// Takes each part as the property of the same name describes it.
  public init(
    party: String, at location: CodeLocation?, continuation: CodeLocation?, awaited: Awaited? = nil,
    made: CodeLocation? = nil, awaiters: [Awaiter] = []
  ) {
    self.party = party
    self.location = location
    self.continuation = continuation
    self.awaited = awaited ?? (continuation == nil ? nil : .continuation)
    self.made = made
    self.awaiters = awaiters.isEmpty ? nil : awaiters
  }
}
