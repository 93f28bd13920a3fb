// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// What each thread and object is in between two steps of a schedule, as far as the steps before it tell.
public struct ScheduleMoment: Sendable, Equatable {
  package struct Thread: Sendable, Codable, Equatable {
    /// Queues whose blocks it runs, the innermost last; `unknown` represents a block of no queue.
    package var inside: [ObjectName] = []
    /// Runs code of the user; a worker between two blocks does not.
    package var isBusy: Bool
    /// What its last step waits for.
    package var wait: Wait?
  }

  package struct Wait: Sendable, Codable, Equatable {
    package var operation: OperationKind
    package var object: ObjectName?
  }

  package struct Thing: Sendable, Equatable {
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
  /// A wait for a condition gives back a lock that its step does not name: from then on no code knows who
  /// holds what.
  package private(set) var hasLostLocks = false
  /// In the order in which they appeared.
  package private(set) var names: [String] = []
  package private(set) var objects: [ObjectName] = []
  package private(set) var threads: [String: Thread] = [:]
  package private(set) var things: [ObjectName: Thing] = [:]

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
    guard things[object] == nil, object.type.isFollowed else { return }
    objects.append(object)
    things[object] = Thing()
  }

  /// As it was written down.
  mutating func restoreLostLocks() { hasLostLocks = true }

  /// As it was written down.
  mutating func restore(_ name: String, _ thread: Thread) {
    meet(name, isBusy: thread.isBusy)
    threads[name] = thread
  }

  /// As it was written down.
  mutating func restore(_ object: ObjectName, _ thing: Thing) {
    meet(object)
    things[object] = thing
  }

  /// A count that nothing has reported so far.
  package mutating func begin(_ object: ObjectName, at count: Int) {
    if things[object]?.count == nil { things[object]?.count = count }
  }

  package mutating func apply(_ change: RecordedTrace.Change) {
    meet(change.object)
    if change.object.type.isCounted {
      things[change.object]?.count = change.after
    } else {
      things[change.object]?.suspensions = change.after
    }
  }

  // MARK: One step

  /// What the step leads to.
  public mutating func take(_ line: StepLine, block: Int?) {
    if case .clock(let now) = line.outcome { time = now }
    meet(line.participant, isBusy: !line.operation.isOfNewcomer)
    if let object = line.object { meet(object) }
    if line.operation == .arrive { submit(line, block) }
    guard threads[line.participant] != nil, line.operation != .arrive else { return }
    threads[line.participant]?.wait =
      line.outcome == .waits ? Wait(operation: line.operation, object: line.object) : nil
    threads[line.participant]?.isBusy = line.operation != .enterMain
    if case .count(_, let after) = line.outcome, let object = line.object, object.type.isCounted {
      things[object]?.count = after
    }
    follow(line, block: block)
  }

  private mutating func submit(_ line: StepLine, _ block: Int?) {
    if let block, let object = line.object { things[object]?.blocks.insert(block) }
  }

  private mutating func follow(_ line: StepLine, block: Int?) {
    switch line.operation.lockEffect {
    case .submission, .barrierSubmission: submit(line, block)
    case .blockStart, .mainBlockStart:
      threads[line.participant]?.inside.append(line.object ?? ObjectName(.unknown))
      guard let object = line.object else { return }
      if let block { things[object]?.blocks.remove(block) }
      things[object]?.runners.append(line.participant)
    case .blockEnd:
      if let queue = threads[line.participant]?.inside.popLast() ?? line.object {
        leave(queue, line.participant)
      }
      if threads[line.participant]?.inside.isEmpty == true { threads[line.participant]?.isBusy = false }
    case .section, .turn:
      guard line.outcome != .waits, let object = line.object else { return }
      threads[line.participant]?.inside.append(object)
      things[object]?.runners.append(line.participant)
    case .sectionEnd:
      guard let object = line.object else { return }
      if let last = threads[line.participant]?.inside.lastIndex(of: object) {
        threads[line.participant]?.inside.remove(at: last)
      }
      leave(object, line.participant)
    case .take, .tryTake:
      if line.outcome == .done, let object = line.object { hold(object, line.participant) }
    case .takeShared, .tryTakeShared:
      if line.outcome == .done, let object = line.object { things[object]?.runners.append(line.participant) }
    case .giveBack:
      if let object = line.object { release(object, line.participant) }
    case .conditionWait: hasLostLocks = true
    // Counts are reported by the outcome of a step or by a change; nothing follows once tokens.
    case .none, .handedSection, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait: break
    }
  }

  private mutating func leave(_ queue: ObjectName, _ participant: String) {
    if let last = things[queue]?.runners.lastIndex(of: participant) {
      things[queue]?.runners.remove(at: last)
    }
  }

  private mutating func hold(_ lock: ObjectName, _ participant: String) {
    guard let thing = things[lock] else { return }
    things[lock]?.depth = thing.holder == participant ? thing.depth + 1 : 1
    things[lock]?.holder = participant
  }

  private mutating func release(_ lock: ObjectName, _ participant: String) {
    guard let thing = things[lock], thing.holder != nil else { return leave(lock, participant) }
    things[lock]?.depth = thing.depth - 1
    if thing.depth <= 1 { things[lock]?.holder = nil }
  }

  // MARK: What is in whose hands

  /// The locks that a thread has taken, and the queues whose blocks it runs; no task waits for a global one.
  package func holdings(of name: String) -> [ObjectName] {
    let queues = threads[name]?.inside.filter { $0.type != .unknown && $0.type != .globalQueue } ?? []
    let locks = objects.filter { object in
      guard !object.type.isQueue, let thing = things[object] else { return false }
      return thing.holder == name || thing.runners.contains(name)
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
