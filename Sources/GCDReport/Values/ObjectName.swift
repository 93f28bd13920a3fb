// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// What sort of thing an object is, as far as words need to know.
public enum ObjectType: String, Sendable, Codable, CaseIterable {
  case serialQueue = "serialQueue"
  case concurrentQueue = "concurrentQueue"
  case mainQueue = "mainQueue"
  case globalQueue = "globalQueue"
  /// The threads that run Swift tasks.
  case cooperativePool = "cooperativePool"
  case queue = "queue"
  case workloop = "workloop"
  case group = "group"
  case workItem = "workItem"
  case semaphore = "semaphore"
  case lock = "lock"
  case condition = "condition"
  case once = "once"
  /// A global or `static let` whose initialiser runs once.
  case staticInitializer = "staticInitializer"
  case timer = "timer"
  case signalSource = "signalSource"
  case readSource = "readSource"
  case writeSource = "writeSource"
  case dataSource = "dataSource"
  case source = "source"
  case operation = "operation"
  case variable = "variable"
  case futex = "futex"
  case thread = "thread"
  case descriptor = "descriptor"
  /// Any child process that a call waits for.
  case childProcess = "childProcess"
  /// Of System V.
  case messageQueue = "messageQueue"
  /// Of System V.
  case semaphoreSet = "semaphoreSet"
  /// Any signal that a call waits for.
  case signal = "signal"
  case readWriteLock = "readWriteLock"
  case barrier = "barrier"
  case actor = "actor"
  case swiftTask = "swiftTask"
  /// What a Swift task is locked by while it is cancelled or resumed; the label is the task's name.
  case taskStatus = "taskStatus"
  /// A `sem_t`.
  case posixSemaphore = "posixSemaphore"
  case unknown = "unknown"

  /// The sort that is right for a kind when nothing more is known.
  public init(_ kind: ObjectKind) {
    switch kind {
    case .none: self = .unknown
    case .queue: self = .queue
    case .group: self = .group
    case .semaphore: self = .semaphore
    case .lock: self = .lock
    case .condition: self = .condition
    case .once: self = .once
    case .source: self = .source
    case .variable: self = .variable
    case .futex: self = .futex
    case .descriptor: self = .descriptor
    case .workItem: self = .workItem
    case .readWriteLock: self = .readWriteLock
    case .barrier: self = .barrier
    case .thread: self = .thread
    case .actor: self = .actor
    case .swiftTask: self = .swiftTask
    }
  }

  /// Any of the sorts of queue.
  public var isQueue: Bool {
    switch self {
    case .serialQueue, .concurrentQueue, .mainQueue, .globalQueue, .cooperativePool, .queue, .workloop: true
    default: false
    }
  }

  /// A queue that lets all of its blocks run at once, whatever they are.
  package var isRoot: Bool { self == .globalQueue || self == .cooperativePool }
}

/// How a report calls one object of the user's program: by its label, else by the place that created it.
///
/// Never by an address, so that reports of two runs can be compared.
public struct ObjectName: Sendable, Codable, Hashable {
  /// What sort of thing it is.
  public var type: ObjectType
  /// The user's own name: a queue's label, a scenario's name, a global queue's quality of service
  /// ("default"). Bounded, since it is in a report many times.
  public var label: String? { didSet { label = label?.bounded(to: Bound.name) } }
  /// The variable or property that the line which made it puts it in; bounded. Only where it has no label.
  public var variable: String? { didSet { variable = variable?.bounded(to: Bound.name) } }
  /// Where the object was made.
  public var created: CodeLocation?
  /// The function that made it: `Uploader.init()`; bounded.
  public var creator: String? { didSet { creator = creator?.bounded(to: Bound.function) } }
  /// Counts objects of this sort in order of creation, from 1, or those of one place where that is shared;
  /// the last resort for a name. 0 = not known.
  public var ordinal: Int
  /// Another object of the run has the same label, so that the label alone does not tell which one is meant.
  public var isLabelShared: Bool
  /// Another object of the run has the same label, or none either, and was made at the same place: only the
  /// ordinal tells which one is meant.
  public var isPlaceShared: Bool

  /// The label of the main actor.
  package static let mainActor = "MainActor"
  /// The labels of tasks that the program did not make itself.
  package static let mainTask = "main task"
  package static let testBody = "test body"
  /// The labels of what a call of `concurrentPerform` shares with its workers: the variable from which each
  /// iteration takes its number, and the semaphore that its caller waits for in the end.
  package static let nextIteration = "next iteration"
  package static let lastIteration = "end of all iterations"

  package init(
    _ type: ObjectType, label: String? = nil, variable: String? = nil, created: CodeLocation? = nil,
    creator: String? = nil, ordinal: Int = 0, isLabelShared: Bool = false, isPlaceShared: Bool = false
  ) {
    self.type = type
    self.label = label?.bounded(to: Bound.name)
    self.variable = variable?.bounded(to: Bound.name)
    self.created = created
    self.creator = creator?.bounded(to: Bound.function)
    self.ordinal = ordinal
    self.isLabelShared = isLabelShared
    self.isPlaceShared = isPlaceShared
  }

  private enum CodingKeys: String, CodingKey {
    case type = "sort"
    case label = "label"
    case variable = "variable"
    case created = "created"
    case creator = "creator"
    case ordinal = "ordinal"
    case isLabelShared = "isLabelShared"
    case isPlaceShared = "isPlaceShared"
  }

  /// Bounds what a stream says as the initialiser does.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try members(.type), label: try members.optional(.label), variable: try members.optional(.variable),
      created: try members.optional(.created), creator: try members.optional(.creator),
      ordinal: try members(.ordinal), isLabelShared: try members(.isLabelShared),
      isPlaceShared: try members(.isPlaceShared))
  }
}
