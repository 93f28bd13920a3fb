// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Why operations of Foundation's that have not finished cannot continue.
public enum OperationObstacle: Sendable, Codable, Equatable {
  /// Each depends on the next one, and the last on the first.
  case circle([Link])
  /// No queue has the operation, on which so many others depend, the first of them since `location`.
  case neverAdded(ObjectName, dependents: Int, location: CodeLocation?)
  /// The queue is suspended since `location`, with so many operations that have not started.
  case queueSuspended(label: String?, waiting: Int, location: CodeLocation?)
  /// The operation was started, and its code is over without its end; `submitted` is where it submitted a
  /// block last.
  case neverFinished(ObjectName, submitted: CodeLocation?)
  /// `by` runs the operation and is stuck in it, at `location`.
  case runs(ObjectName, by: String, location: CodeLocation?)
  /// The one that waits runs the operation itself.
  case runsItself(ObjectName)
  /// The operation has not started: its queue runs as many as it may at once, `running`; the wait is in one
  /// of them where that `isOwn`.
  case queueFull(ObjectName, label: String?, limit: Int, running: [ObjectName], isOwn: Bool)

  /// Whether it is the waiter's own operation.
  package var isOwn: Bool {
    switch self {
    case .runsItself: true
    case .queueFull(_, _, _, _, let isOwn): isOwn
    case .circle, .neverAdded, .queueSuspended, .neverFinished, .runs: false
    }
  }

  /// An operation that depends on another one.
  public struct Link: Sendable, Codable, Equatable {
    /// The one that waits.
    public var operation: ObjectName
    /// Where it was made to depend on the next one.
    public var location: CodeLocation?

    package init(_ operation: ObjectName, at location: CodeLocation?) {
      self.operation = operation
      self.location = location
    }

    private enum CodingKeys: String, CodingKey {
      case operation = "operation"
      case location = "location"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case circle = "circle"
    case neverAdded = "neverAdded"
    case queueSuspended = "queueSuspended"
    case neverFinished = "neverFinished"
    case runs = "runs"
    case runsItself = "runsItself"
    case queueFull = "queueFull"
  }
  private enum NeverAddedCodingKeys: String, CodingKey {
    case _0 = "_0"
    case dependents = "dependents"
    case location = "location"
  }
  private enum QueueSuspendedCodingKeys: String, CodingKey {
    case label = "label"
    case waiting = "waiting"
    case location = "location"
  }
  private enum NeverFinishedCodingKeys: String, CodingKey {
    case _0 = "_0"
    case submitted = "submitted"
  }
  private enum RunsCodingKeys: String, CodingKey {
    case _0 = "_0"
    case by = "by"
    case location = "location"
  }
  private enum RunsItselfCodingKeys: String, CodingKey { case _0 = "_0" }
  private enum QueueFullCodingKeys: String, CodingKey {
    case _0 = "_0"
    case label = "label"
    case limit = "limit"
    case running = "running"
    case isOwn = "isOwn"
  }
}
