// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Why a set of tasks can never continue, in order of precedence (Design.md "Dead sets").
public enum DeadCause: UInt8, Sendable, CaseIterable {
  /// GCD101: a sync onto a queue that the task holds itself.
  case ownQueue
  /// GCD102: a cycle of waits.
  case cycle
  /// GCD106: every worker is taken by blocks that wait for blocks without a worker.
  case poolExhausted
  /// GCD205: waits only for a resume or an activate.
  case leftSuspended
  /// GCD104: a group that nothing left alive can leave.
  case groupNeverEmpty
  /// GCD103: a semaphore that nothing left alive can signal.
  case semaphoreNeverSignalled
  /// GCD104, or GCD105: a block that others wait for is registered with a group that stays entered, or with a
  /// work item that nothing runs.
  case notifyNeverRuns
  /// GCD105: a condition, a futex or another wait.
  case neverSatisfied
}

/// Tasks that can never continue, with the one cause: ids only, no words.
public struct DeadSet: Sendable, Hashable {
  public var cause: DeadCause
  /// The tasks of the cause: of the cycle, or those whose provider is missing.
  public var members: [TaskID]
  /// The waits of the cause: the cycle in order, or the waits that nothing can end.
  public var edges: [WaitEdge]
  /// Blocked tasks that only wait for the members, or for nothing that matters here.
  public var alsoStuck: [TaskID]
  /// Waits of further tasks that nothing can end, and that are no consequences of this cause.
  public var others: [WaitEdge] = []
  /// For `poolExhausted`: the smallest width that would have let one more block start.
  public var workersNeeded: Int

  init(cause: DeadCause, members: [TaskID], edges: [WaitEdge], alsoStuck: [TaskID], workersNeeded: Int) {
    self.cause = cause
    self.members = members
    self.edges = edges
    self.alsoStuck = alsoStuck
    self.workersNeeded = workersNeeded
  }

  /// One wait that nothing can end, in a world that continues without it, with those that it holds up.
  public init(missed edge: WaitEdge, alsoStuck: [TaskID] = []) {
    let cause: DeadCause =
      switch edge.kind {
      case .group: .groupNeverEmpty
      case .semaphore: .semaphoreNeverSignalled
      default: .neverSatisfied
      }
    self.init(cause: cause, members: [edge.waiter], edges: [edge], alsoStuck: alsoStuck, workersNeeded: 0)
  }
}
