// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What a task waits for.
public enum WaitKind: UInt8, Sendable, CaseIterable {
  /// A queue that another task holds, or that another one is in line for before.
  case queue
  case lock
  case once
  /// The end of an item submitted with async-and-wait, or of the only run of a work item.
  case item
  case group
  /// A semaphore; the holder is set when it is used as a lock and its taker is known.
  case semaphore
  case condition
  case futex
  /// A resume or activate of a queue or source.
  case resume
  /// A free worker.
  case worker
  /// A read-write lock; the holder is its writer, one of its readers, or a writer that goes first.
  case readWriteLock
  /// The end of a thread.
  case thread
  /// The others that are to come to a barrier.
  case barrier
  /// A deadline.
  case time
  /// A file descriptor that is to become ready.
  case descriptor
  /// A work item that no task runs, or that several will.
  case workItem
}

/// One reason why a task cannot continue; a task may have several, and all of them must go away.
public struct WaitEdge: Sendable, Hashable {
  public var waiter: TaskID
  public var kind: WaitKind
  public var resource: ObjectID
  /// Who has to act; `.none` = no particular one.
  public var holder: TaskID

  public init(waiter: TaskID, kind: WaitKind, resource: ObjectID, holder: TaskID) {
    self.waiter = waiter
    self.kind = kind
    self.resource = resource
    self.holder = holder
  }
}

extension WaitEdge {
  /// Waits to have something for itself.
  var isEntry: Bool {
    switch kind {
    case .queue, .lock, .readWriteLock, .once: true
    case .item, .group, .semaphore, .condition, .futex, .resume, .worker, .thread, .barrier, .time,
      .descriptor, .workItem:
      false
    }
  }

  /// Waits for what another task does.
  var isForEvent: Bool {
    switch kind {
    case .group, .semaphore, .condition, .thread, .barrier, .descriptor, .workItem, .item: true
    case .queue, .lock, .readWriteLock, .once, .futex, .resume, .worker, .time: false
    }
  }
}
