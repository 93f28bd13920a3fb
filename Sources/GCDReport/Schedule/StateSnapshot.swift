// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// What each thread and object is in between two steps of a schedule, as far as the steps before it tell.
public struct StateSnapshot: Sendable, Equatable {
  package struct Thread: Sendable, Codable, Equatable {
    /// Queues whose blocks it runs, the innermost last; `unknown` represents a block of no queue.
    package var inside: [ObjectName] = []
    /// Runs code of the user; a worker between two blocks does not.
    package var isBusy: Bool
    /// What its last step waits for.
    package var wait: Wait?

    private enum CodingKeys: String, CodingKey {
      case inside = "inside"
      case isBusy = "isBusy"
      case wait = "wait"
    }
  }

  package struct Wait: Sendable, Codable, Equatable {
    package var operation: OperationKind
    package var object: ObjectName?

    private enum CodingKeys: String, CodingKey {
      case operation = "operation"
      case object = "object"
    }
  }

  package struct ObjectSnapshot: Sendable, Equatable {
    /// Threads that run its blocks, or that read under it.
    package var runners: [String] = []
    /// Submitted and not started.
    package var blocks: Set<Int> = []
    /// Nil = not known.
    package var count: Int?
    package var suspensions = 0
    package var holder: String?
    /// How often the holder has taken it.
    var depth = 0

    package init() {}
  }

  /// Virtual nanoseconds since the start of the run; nil = not known.
  public var time: UInt64?
  /// In the order in which they appeared.
  package private(set) var names: [String] = []
  package private(set) var objects: [ObjectName] = []
  package private(set) var threads: [String: Thread] = [:]
  package private(set) var states: [ObjectName: ObjectSnapshot] = [:]

  /// - Parameter time: Virtual nanoseconds since the start of the run; nil = not known.
  public init(time: UInt64? = nil) { self.time = time }

  // MARK: What is there

  /// A thread of which nothing was known before.
  package mutating func meet(_ name: String, isBusy: Bool) {
    guard threads[name] == nil, name != "clock", name != "nobody" else { return }
    names.append(name)
    threads[name] = Thread(isBusy: isBusy)
  }

  package mutating func meet(_ object: ObjectName) {
    guard states[object] == nil, object.type.isFollowed else { return }
    objects.append(object)
    states[object] = ObjectSnapshot()
  }

  /// As it was written down.
  mutating func restore(_ name: String, _ thread: Thread) {
    meet(name, isBusy: thread.isBusy)
    threads[name] = thread
  }

  /// As it was written down.
  mutating func restore(_ object: ObjectName, _ snapshot: ObjectSnapshot) {
    meet(object)
    states[object] = snapshot
  }

  /// A count that nothing has reported so far.
  package mutating func begin(_ object: ObjectName, at count: Int) {
    if states[object]?.count == nil { states[object]?.count = count }
  }

  package mutating func apply(_ change: RecordedTrace.Change) {
    meet(change.object)
    if change.object.type.isCounted {
      states[change.object]?.count = change.after
    } else {
      states[change.object]?.suspensions = change.after
    }
  }

  // MARK: One step

  /// What the step leads to.
  public mutating func take(_ step: RecordedTrace.Step) {
    let (line, block) = (step.line, step.block)
    if case .clock(let now) = line.outcome { time = now }
    meet(line.participant, isBusy: !line.operation.isOfNewcomer)
    if let object = line.object { meet(object) }
    if line.operation == .arrive { submit(line, block) }
    guard threads[line.participant] != nil, line.operation != .arrive else { return }
    threads[line.participant]?.wait =
      line.outcome == .waits ? Wait(operation: line.operation, object: line.object) : nil
    threads[line.participant]?.isBusy = line.operation != .enterMain
    if case .count(_, let after) = line.outcome, let object = line.object, object.type.isCounted {
      states[object]?.count = after
    }
    follow(step)
  }

  private mutating func submit(_ line: StepLine, _ block: Int?) {
    if let block, let object = line.object { states[object]?.blocks.insert(block) }
  }

  private mutating func follow(_ step: RecordedTrace.Step) {
    let (line, block) = (step.line, step.block)
    switch line.operation.lockEffect {
    case .submission, .barrierSubmission: submit(line, block)
    case .blockStart, .mainBlockStart:
      threads[line.participant]?.inside.append(line.object ?? ObjectName(.unknown))
      guard let object = line.object else { return }
      if let block { states[object]?.blocks.remove(block) }
      states[object]?.runners.append(line.participant)
    case .blockEnd:
      if let queue = threads[line.participant]?.inside.popLast() ?? line.object {
        leave(queue, line.participant)
      }
      if threads[line.participant]?.inside.isEmpty == true { threads[line.participant]?.isBusy = false }
    case .section, .turn:
      guard line.outcome != .waits, let object = line.object else { return }
      threads[line.participant]?.inside.append(object)
      states[object]?.runners.append(line.participant)
    case .sectionEnd:
      guard let object = line.object else { return }
      if let last = threads[line.participant]?.inside.lastIndex(of: object) {
        threads[line.participant]?.inside.remove(at: last)
      }
      leave(object, line.participant)
    case .take, .tryTake:
      if line.outcome == .done, let object = line.object { hold(object, line.participant) }
    case .takeShared, .tryTakeShared:
      if line.outcome == .done, let object = line.object { states[object]?.runners.append(line.participant) }
    case .giveBack:
      if let object = line.object { release(object, line.participant) }
    case .conditionWait:
      // It is taken back by a step of its own.
      if let lock = step.lock {
        states[lock]?.depth = 0
        states[lock]?.holder = nil
      }
    // Counts are reported by the outcome of a step or by a change; nothing follows once tokens.
    case .none, .handedSection, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait, .status,
      .statusSection:
      break
    }
  }

  private mutating func leave(_ queue: ObjectName, _ participant: String) {
    if let last = states[queue]?.runners.lastIndex(of: participant) {
      states[queue]?.runners.remove(at: last)
    }
  }

  private mutating func hold(_ lock: ObjectName, _ participant: String) {
    guard let snapshot = states[lock] else { return }
    states[lock]?.depth = snapshot.holder == participant ? snapshot.depth + 1 : 1
    states[lock]?.holder = participant
  }

  private mutating func release(_ lock: ObjectName, _ participant: String) {
    guard let snapshot = states[lock], snapshot.holder != nil else { return leave(lock, participant) }
    states[lock]?.depth = snapshot.depth - 1
    if snapshot.depth <= 1 { states[lock]?.holder = nil }
  }

  // MARK: What is in whose hands

  /// The locks that a thread has taken, and the queues whose blocks it runs; no task waits for a global one.
  package func holdings(of name: String) -> [ObjectName] {
    let queues = threads[name]?.inside.filter { $0.type != .unknown && !$0.type.isRoot } ?? []
    let locks = objects.filter { object in
      guard !object.type.isQueue, let snapshot = states[object] else { return false }
      return snapshot.holder == name || snapshot.runners.contains(name)
    }
    return (queues + locks).distinct
  }
}

extension OperationKind {
  /// The caller that makes such a step first has done nothing before; any other task was there from the
  /// start.
  package var isOfNewcomer: Bool {
    acquires == .submission || acquires == .delayedSubmission
  }
}

extension ObjectType {
  /// Its count is reported.
  package var isCounted: Bool { self == .group || self == .semaphore || self == .posixSemaphore }

  /// It is held by a thread or by none.
  package var isLock: Bool { self == .lock || self == .readWriteLock }

  package var isFollowed: Bool { isQueue || isCounted || isLock }
}
