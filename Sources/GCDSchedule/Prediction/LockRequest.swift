// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A lock, or whatever is waited for like one, as a task holds it or wants it.
public struct LockUse: Sendable, Hashable {
  /// The raw value of an `ObjectID`.
  public var lock: UInt32
  /// Others may use it so at the same time.
  public var isShared: Bool

  public init(_ object: ObjectID, isShared: Bool = false) {
    lock = object.rawValue
    self.isShared = isShared
  }

  /// Whether two tasks cannot use it so at the same time.
  func excludes(_ other: LockUse) -> Bool { lock == other.lock && !(isShared && other.isShared) }
}

/// One operation of a run that asked for a lock, with what its task held then.
public struct LockRequest: Sendable, Equatable {
  public var task: TaskID
  /// Which of the task's requesting operations it was, from 0 on: the same in other runs, for as long as the
  /// task takes the same way.
  public var ordinal: Int
  /// Its position in the trace.
  public var step: StepIndex
  public var wanted: LockUse
  public var held: [LockUse]
}

extension OperationKind {
  /// Whether it asks for something that others may hold; blocks ask for their queues when they begin.
  public var isRequest: Bool {
    switch lockEffect {
    case .blockStart, .barrierSubmission, .section, .handedSection, .take, .takeShared, .once, .semaphoreWait,
      .groupWait:
      true
    case .none, .submission, .mainBlockStart, .blockEnd, .turn, .sectionEnd, .tryTake, .tryTakeShared,
      .giveBack, .settle, .semaphoreSignal, .conditionWait:
      false
    }
  }
}
