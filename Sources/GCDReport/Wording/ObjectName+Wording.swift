// Licensed under the Apache License, Version 2.0; see LICENSE.

extension ObjectName {
  /// For sentences: `serial queue "com.acme.cache"`, `group 'uploads' (Uploader.swift:20)`, `the
  /// DispatchGroup created at Uploader.swift:20`.
  public var phrase: String {
    switch type {
    case .mainQueue: return "the main queue"
    case .globalQueue: return label.map { "the global queue (\($0.onOneLine))" } ?? "a global queue"
    case .cooperativePool: return "the cooperative pool"
    case .actor where label == ObjectName.mainActor: return "the main actor"
    case .swiftTask where isGivenTask: return "the \(label ?? "")"
    case .thread: return label.map { named($0.onOneLine) } ?? "a thread"
    case .signal: return "a signal"
    case .taskStatus: return "the \(type.noun) of \(label.map { named($0.onOneLine) } ?? "a task")"
    default: break
    }
    if let label = quotedLabel {
      return isLabelShared
        ? "\(type.noun) \(label)\(number)\(createdAt.map { " (\($0))" } ?? "")" : "\(type.noun) \(label)"
    }
    if let placedVariable { return placedVariable }
    if let createdAt { return "the \(type.typeName)\(number) \(createdAt)" }
    return isNumbered ? "\(type.typeName) #\(ordinal)" : "a \(type.typeName)"
  }

  /// For tables and steps: `"com.acme.cache"`, `main queue`, `group (Uploader.swift:20)`.
  public var compact: String {
    switch type {
    case .mainQueue: return "main queue"
    case .globalQueue: return label.map { "global queue (\($0.onOneLine))" } ?? "global queue"
    case .cooperativePool: return "cooperative pool"
    case .actor where label == ObjectName.mainActor: return "main actor"
    case .swiftTask where isGivenTask: return label ?? ""
    case .thread: return label?.onOneLine ?? "thread"
    case .signal: return "signal"
    case .taskStatus: return "\(type.noun) of \(label?.onOneLine ?? "a task")"
    default: break
    }
    if let label = quotedLabel {
      let name = type.isQueue ? label : "\(type.noun) \(label)"
      return isLabelShared ? name + number + (created.map { " (\($0.short))" } ?? "") : name
    }
    if let placedVariable { return placedVariable }
    if let created { return "\(type.noun)\(number) (\(created.short))" }
    return isNumbered ? "\(type.noun) #\(ordinal)" : type.noun
  }

  /// As `compact`, but a labelled queue says that it is one: `queue "com.acme.cache"`.
  package var compactWithNoun: String {
    switch type {
    case .mainQueue, .globalQueue, .cooperativePool: compact
    default: type.isQueue && quotedLabel != nil ? "queue \(compact)" : compact
    }
  }

  /// The number of what is the kernel's would be taken for the kernel's own.
  private var isNumbered: Bool {
    switch type {
    case .descriptor, .childProcess, .messageQueue, .semaphoreSet: false
    default: ordinal > 0
    }
  }

  private var isGivenTask: Bool { label == ObjectName.mainTask || label == ObjectName.testBody }

  /// The function that made it, where one is known.
  var createdIn: String? { creator.flatMap { $0.isEmpty ? nil : $0 } }

  /// The variable alone may be one of several types or functions; tables leave out the place where it is not.
  private var placedVariable: String? {
    guard let variable else { return nil }
    return "\(type.noun) '\(variable)'\(number)" + (created.map { " (\($0.short))" } ?? "")
  }

  private var quotedLabel: String? {
    guard let label, !label.isEmpty else { return nil }
    return "\"\(label.onOneLine)\""
  }

  /// " #3" where label and place leave it open which one is meant.
  private var number: String { isPlaceShared && ordinal > 0 ? " #\(ordinal)" : "" }

  /// For participants: `task made at Loader.swift:20`.
  package var made: String {
    if let label = quotedLabel { return "\(type.noun) \(label)" }
    return created.map { "\(type.noun)\(number) made at \($0.short)" } ?? compact
  }

  private var createdAt: String? { created.map { "created at \($0.short)" } }
}

extension ObjectType {
  /// What a reader calls such a thing when it has a name of its own.
  var noun: String {
    switch self {
    case .serialQueue: "serial queue"
    case .concurrentQueue: "concurrent queue"
    case .mainQueue: "main queue"
    case .globalQueue: "global queue"
    case .cooperativePool: "cooperative pool"
    case .queue: "queue"
    case .workloop: "workloop"
    case .group: "group"
    case .workItem: "work item"
    case .semaphore: "semaphore"
    case .lock: "lock"
    case .condition: "condition"
    case .once: "once token"
    case .staticInitializer: "initializer of"
    case .timer: "timer"
    case .signalSource: "signal source"
    case .readSource: "read source"
    case .writeSource: "write source"
    case .dataSource: "data source"
    case .source: "source"
    case .operation: "operation"
    case .variable: "variable"
    case .futex: "low-level lock"
    case .descriptor: "file descriptor"
    case .childProcess: "child process"
    case .messageQueue: "message queue"
    case .semaphoreSet: "semaphore set"
    case .signal: "signal"
    case .thread: "thread"
    case .readWriteLock: "read-write lock"
    case .barrier: "barrier"
    case .actor: "actor"
    case .swiftTask: "task"
    case .taskStatus: "status lock"
    case .posixSemaphore: "sem_t"
    case .unknown: "object"
    }
  }

  /// What it is called in code, for objects that are named by where they were made.
  var typeName: String {
    switch self {
    case .group: "DispatchGroup"
    case .semaphore: "DispatchSemaphore"
    case .workItem: "DispatchWorkItem"
    case .staticInitializer: "static"
    default: noun
    }
  }
}
