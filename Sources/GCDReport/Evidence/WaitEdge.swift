// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// What could still have ended a wait, and why it did not come.
public enum Waker: Sendable, Codable, Equatable {
  /// A block of `queue` must return first; `party` runs it.
  case endOfBlock(queue: ObjectName, party: String)
  /// `party` would have to make this call, and is stuck itself at `location`.
  case call(OperationKind, by: String, location: CodeLocation?)
  /// A block that would make this call, submitted at `location`, is queued on `queue` and cannot start.
  case queuedBlock(OperationKind, queue: ObjectName, location: CodeLocation?)
  /// Only the main thread runs blocks of the main queue, and it is stuck itself.
  case mainThread
  /// An unfinished `resume` or `activate` of the object; nobody is left to call it.
  case resume(ObjectName)
  /// A worker thread, of which none is free.
  case worker
  /// Nobody is left who could.
  case nobody
}

/// One arrow of a wait-for graph: a party waits for a resource that somebody holds.
public struct WaitEdge: Sendable, Codable, Equatable {
  /// The party that waits, by name.
  public var waiter: String
  /// The call it waits in.
  public var operation: OperationKind
  /// What is waited for.
  public var resource: ObjectName
  /// The party that holds the resource or would have to act, by name; nil when there is none.
  public var holder: String?
  /// Where the waiter made the call.
  public var location: CodeLocation?
  /// Where the holder took the resource, for locks.
  public var heldSince: CodeLocation?
  /// What could still have ended the wait; empty when nothing is known.
  public var wakers: [Waker]

  /// Takes each part as the property of the same name describes it.
  public init(
    waiter: String, _ operation: OperationKind, for resource: ObjectName, heldBy holder: String? = nil,
    at location: CodeLocation? = nil, heldSince: CodeLocation? = nil, wakers: [Waker] = []
  ) {
    self.waiter = waiter
    self.operation = operation
    self.resource = resource
    self.holder = holder
    self.location = location
    self.heldSince = heldSince
    self.wakers = wakers
  }
}
