// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A wrong rule, one per family, that the differential test must notice: the test of the test. Consulted once
/// where a rule is decided, never on the way of a semaphore.
public enum InjectedFault: UInt8, Sendable, CaseIterable {
  case none
  /// A serial queue starts the youngest item first (Libdispatch.md 2.1 "strict FIFO").
  case serialOrder
  /// A concurrent queue runs one block at a time (Libdispatch.md 2.1).
  case concurrencyLost
  /// A barrier is an ordinary block (Libdispatch.md 2.1 "Barrier on custom concurrent queue").
  case barrierIgnored
  /// A target has no effect (Libdispatch.md 2.2 "Hierarchy").
  case targetIgnored
  /// A cycle of owners is not noticed (Libdispatch.md 2.2 "Deadlock check").
  case cycleUnnoticed
  /// The caller of an async-and-wait is not notified of the end (Libdispatch.md 2.2 "async_and_wait").
  case itemEndUnreported
  /// A block does not leave its group (Libdispatch.md 2.5 "group_async").
  case groupNotLeft
  /// A leave too many goes unnoticed (Libdispatch.md 2.5 "Unbalanced leave").
  case leaveUnchecked
  /// A wait for an empty group blocks (Libdispatch.md 2.5 "wait").
  case emptyGroupBlocks
  /// A notify of an empty group waits for its next return to zero (Libdispatch.md 2.5 "notify").
  case emptyGroupForgetsNotify
  /// A signal that no task waits for is lost (Libdispatch.md 2.6).
  case signalLost
  /// A suspended queue continues (Libdispatch.md 2.4).
  case suspendIgnored
  /// A resume too many goes unnoticed (Libdispatch.md 2.4).
  case resumeUnchecked
  /// An activate has no effect (Libdispatch.md 2.4).
  case activateIgnored
}
