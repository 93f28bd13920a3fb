// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One control flow of one run: the body, a queued block, a timer handler, a thread; an index into the run's
/// task tables.
///
/// A task exists from the moment its block is submitted. Indices are dense and grow in order of creation;
/// they are meaningful within one run only. Use `stableID` of the task where runs are compared.
public struct TaskID: Hashable, Sendable, Comparable {
  public var rawValue: UInt32

  @inlinable
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// No task: an owner that is not there, a list that is empty.
  public static var none: TaskID { @inlinable get { TaskID(UInt32.max) } }

  /// The clock as a candidate: choosing it lets virtual time pass to the next deadline.
  public static var clock: TaskID { @inlinable get { TaskID(0) } }

  /// The body of the run.
  public static var body: TaskID { @inlinable get { TaskID(1) } }

  @inlinable
  public static func < (left: TaskID, right: TaskID) -> Bool { left.rawValue < right.rawValue }

  @inlinable
  public static func == (left: TaskID, right: TaskID) -> Bool { left.rawValue == right.rawValue }
}

/// What an `ObjectID` names.
public enum ObjectKind: UInt8, Sendable, CaseIterable {
  case none = 0
  case queue = 1
  case group = 2
  case semaphore = 3
  case lock = 4
  case condition = 5
  case once = 6
  case source = 7
  case variable = 8
  case futex = 9
  /// A file descriptor that a task waits for, or a timer that is one.
  case descriptor = 13
  case workItem = 15
  case readWriteLock = 10
  case barrier = 11
  case thread = 12
  case actor = 14
  /// A task of Swift's concurrency runtime.
  case swiftTask = 16
}

/// One modelled object of one run: its kind in the top eight bits, its index in the table of that kind below.
public struct ObjectID: Hashable, Sendable {
  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable
  public init(_ kind: ObjectKind, _ index: Int) {
    rawValue = UInt32(kind.rawValue) << 24 | UInt32(truncatingIfNeeded: index)
  }

  public static var none: ObjectID { @inlinable get { ObjectID(rawValue: 0) } }

  public var kind: ObjectKind { @inlinable get { ObjectKind(rawValue: UInt8(rawValue >> 24)) ?? .none } }

  /// The raw value of the kind: cheaper than the kind, which is looked for among all of them.
  public var kindNumber: Int { @inlinable get { Int(rawValue >> 24) } }

  /// Whether the kind is `queue`.
  public var isQueue: Bool { @inlinable get { rawValue >> 24 == 1 } }

  /// Whether the kind is `semaphore`.
  public var isSemaphore: Bool { @inlinable get { rawValue >> 24 == 3 } }

  /// Whether the kind is `lock`.
  public var isLock: Bool { @inlinable get { rawValue >> 24 == 4 } }

  /// Whether the kind is `source`.
  public var isSource: Bool { @inlinable get { rawValue >> 24 == 7 } }

  public var index: Int { @inlinable get { Int(rawValue & 0xff_ffff) } }

  @inlinable
  public static func == (left: ObjectID, right: ObjectID) -> Bool { left.rawValue == right.rawValue }
}

/// The position of an executed scheduling point in its run, from 0.
public typealias StepIndex = Int
