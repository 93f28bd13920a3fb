// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How a step uses one resource of the run's state.
public struct Access: Sendable, Hashable, Codable {
  /// Uses of one mode commute with each other, except writes; uses of different modes never do.
  public enum Mode: UInt8, Sendable, Codable {
    case read = 0
    /// Makes a count larger that is large enough that no task notices.
    case add = 1
    /// Makes a count smaller that stays large enough that no task notices.
    case take = 2
    case write = 3
  }

  /// Whether a use enables other uses, or requires to be enabled.
  public enum Role: UInt8, Sendable, Codable {
    case none = 0
    /// A task that requires the resource could not have continued before.
    case enables = 1
    case requires = 2
    /// As `requires`, as long as the order in which tasks reach the resource does not count.
    case requiresIfUnordered = 3
    /// The step would have waited before, and used nothing of the resource: where two steps conflict in
    /// nothing else, the other order is the same.
    case waitsBefore = 4
  }

  /// A name of the resource that holds in all runs of a program.
  public var resource: UInt64
  public var mode: Mode
  public var role: Role

  public init(_ resource: UInt64, _ mode: Mode, _ role: Role = .none) {
    self.resource = resource
    self.mode = mode
    self.role = role
  }

  /// Whether the order of two steps that use resources so may matter.
  public func conflicts(with other: Access) -> Bool {
    resource == other.resource && (mode == .write || mode != other.mode)
  }
}

/// What one step used: it commutes with every step whose footprint does not conflict.
public struct Footprint: Sendable, Equatable, Codable {
  /// Each resource at most once for each mode.
  public var accesses: [Access] = []
  /// Conflicts with every other step.
  public var isTotal = false

  public init() {}

  public mutating func add(_ resource: UInt64, _ mode: Access.Mode, _ role: Access.Role = .none) {
    let access = Access(resource, mode, role)
    if !accesses.contains(access) { accesses.append(access) }
  }

  public mutating func add(_ other: Footprint) {
    isTotal = isTotal || other.isTotal
    for access in other.accesses where !accesses.contains(access) { accesses.append(access) }
  }

  public mutating func removeAll() {
    accesses.removeAll(keepingCapacity: true)
    isTotal = false
  }

  /// Whether a step that came later could not have come without this one.
  ///
  /// - Parameter ordered: Places at which the order in which tasks come counts.
  public func enables(_ later: Footprint, ordered: Set<UInt64>) -> Bool {
    for access in accesses where access.role == .enables {
      for theirs in later.accesses where theirs.resource == access.resource {
        if theirs.role == .requires { return true }
        if theirs.role == .requiresIfUnordered && !ordered.contains(access.resource) { return true }
        if theirs.role == .waitsBefore && !conflicts(with: later, besides: access.resource) { return true }
      }
    }
    return false
  }

  private func conflicts(with other: Footprint, besides resource: UInt64) -> Bool {
    if isTotal || other.isTotal { return true }
    return accesses.contains { access in
      access.resource != resource && other.accesses.contains { access.conflicts(with: $0) }
    }
  }

  /// Whether the order of two steps may matter.
  public func conflicts(with other: Footprint) -> Bool {
    if isTotal || other.isTotal { return true }
    for access in accesses {
      for theirs in other.accesses where access.conflicts(with: theirs) { return true }
    }
    return false
  }
}

/// What one step did, as far as the order of steps goes.
public struct StepEffect: Sendable, Equatable {
  public var footprint = Footprint()
  /// Stable ids of other tasks that could not have done what they are about to do without this step.
  public var caused: [UInt64] = []
  /// Queues' resources, at which something else than a sync arrived: there the order of arrival counts, and
  /// not only that of the blocks.
  public var ordered: [UInt64] = []

  public init() {}

  public mutating func removeAll() {
    footprint.removeAll()
    caused.removeAll(keepingCapacity: true)
    ordered.removeAll(keepingCapacity: true)
  }
}

/// A task that could run next, as a search for all orders sees it.
public struct Candidate: Sendable, Equatable {
  /// The task's stable id.
  public var task: UInt64
  /// The resource of the queue that the task's sync would only queue at; 0 = none.
  public var blockedOnQueue: UInt64
  public var isClock: Bool
  /// A name of what it is about to do, other than that of what another task may turn it into.
  public var operation: UInt64
  /// Another task may revoke what it is about to do.
  public var mayBeRevoked: Bool

  public init(
    task: UInt64, blockedOnQueue: UInt64 = 0, isClock: Bool = false, operation: UInt64 = 0,
    mayBeRevoked: Bool = false
  ) {
    self.task = task
    self.blockedOnQueue = blockedOnQueue
    self.isClock = isClock
    self.operation = operation
    self.mayBeRevoked = mayBeRevoked || isClock
  }
}
