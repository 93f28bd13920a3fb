// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDVocabulary

/// What the steps of a whole schedule say, read without the code that makes reports.
struct RecordedWorld {
  let steps: [RecordedTrace.Step]
  let changes: [RecordedTrace.Change]
  /// The last step of each participant, by name.
  private var lastSteps: [String: StepLine] = [:]
  /// Where in `steps` each block was submitted, and where it started.
  private(set) var submissions: [Int: Int] = [:]
  private(set) var starts: [Int: Int] = [:]

  /// Nil where earlier steps are missing: nothing can be said then.
  init?(_ trace: RecordedTrace) {
    guard trace.isWhole, trace.total > 0 else { return nil }
    steps = trace.steps
    changes = trace.changes
    for (index, step) in steps.enumerated() {
      lastSteps[step.line.participant] = step.line
      guard let block = step.block else { continue }
      switch step.line.operation {
      case .begin, .beginOnMain: starts[block] = starts[block] ?? index
      case .end: break
      // What is registered is not queued before its time.
      case .notify, .itemNotify: break
      default: submissions[block] = submissions[block] ?? index
      }
    }
  }

  /// Whether the last thing that a participant did was to begin a wait.
  func waits(_ participant: String) -> Bool { lastSteps[participant]?.outcome == .waits }

  /// Whether a participant cannot have come out of a call: it has begun to wait there, or it has made no step
  /// since, and the object is not to be had.
  func isStuck(_ participant: String, in call: OperationKind, on object: ObjectName?) -> Bool {
    if waits(participant) { return true }
    guard call.waitsWithoutStep else { return false }
    guard let object, object.type == .lock else { return true }
    // A lock that no other task can have met is taken without a step.
    let isKnown = !steps(OperationKind.taking(object.type), on: object).isEmpty
    return !isKnown || holder(of: object) != nil
  }

  /// Who has taken a lock and not given it back.
  private func holder(of lock: ObjectName) -> String? {
    Set(steps.map(\.line.participant)).first { holds($0, lock, since: nil) }
  }

  /// Whether the last thing that a participant did was to end its block or its thread. That a body returns is
  /// no step, nor is where a worker leaves a Swift task.
  func isOver(_ participant: String) -> Bool {
    if participant == "test body" || lastSteps.keys.contains(where: isSwiftTask) { return true }
    switch lastSteps[participant]?.operation {
    case .end, .exit, .endTask, .itemEnd: return true
    default: return false
    }
  }

  private func isSwiftTask(_ participant: String) -> Bool {
    participant.contains("task") || participant.hasPrefix("async ")
  }

  /// Whether a block of a global queue has not started, which only a missing worker could hold up.
  var isAnyBlockFree: Bool {
    submissions.contains { block, index in
      starts[block] == nil && steps[index].line.object?.type == .globalQueue
        && steps[index].line.operation == .async
    }
  }

  /// Whether a participant gave back at a place what nothing had taken.
  func isGivenTooOften(_ object: ObjectName, by participant: String, at place: CodeLocation?) -> Bool {
    var count = 0
    for line in steps.lazy.map(\.line) where line.object == object {
      if OperationKind.taking(object.type).contains(line.operation) { count += 1 }
      if OperationKind.giving(object.type).contains(line.operation) {
        count -= 1
        if count < 0 { return line.participant == participant && (place == nil || line.location == place) }
      }
    }
    return false
  }

  /// Whether a participant asked at a place for what it had already.
  func isTakenTwice(_ object: ObjectName, by participant: String, at place: CodeLocation?) -> Bool {
    var count = 0
    for line in steps.lazy.map(\.line) where line.object == object && line.participant == participant {
      if OperationKind.taking(object.type).contains(line.operation) {
        if count > 0, place == nil || line.location == place { return true }
        count += 1
      }
      if OperationKind.giving(object.type).contains(line.operation) { count -= 1 }
    }
    return false
  }

  /// Whether the last calls on a source leave it as is said.
  func isSilent(_ source: ObjectName, _ silence: SourceSilence) -> Bool {
    let calls = steps.map(\.line).filter { $0.object == source }
    switch silence {
    case .cancelled: return calls.contains { $0.operation == .cancel }
    case .suspended: return (count(of: source) ?? 1) > 0
    case .inactive: return !calls.contains { $0.operation == .activate || $0.operation == .resume }
    case .unscheduled: return !calls.contains { $0.operation == .setTimer }
    case .missedSignal: return calls.contains { $0.operation == .sendSignal }
    case .firedOnce: return calls.contains { $0.operation == .setTimer }
    }
  }

  func lastStep(of participant: String) -> StepLine? { lastSteps[participant] }

  func step(_ index: StepIndex) -> StepLine? {
    steps.indices.contains(index) && steps[index].line.index == index ? steps[index].line : nil
  }

  /// The steps of a kind on an object, in order.
  func steps(_ kinds: Set<OperationKind>, on object: ObjectName) -> [StepLine] {
    steps.lazy.map(\.line).filter { kinds.contains($0.operation) && $0.object == object }
  }

  /// Blocks that were submitted at a place and have not started.
  func queuedBlocks(from place: CodeLocation?) -> Int {
    submissions.count { block, index in
      starts[block] == nil && (place == nil || steps[index].line.location == place)
        && steps[index].line.object?.label?.hasPrefix("com.apple.libdispatch") != true
    }
  }

  /// What a block did, from its start to its end or to where its thread began the next one.
  func steps(ofBlock block: Int) -> ArraySlice<RecordedTrace.Step> {
    guard let start = starts[block] else { return [] }
    let participant = steps[start].line.participant
    let own = steps[(start + 1)...].filter { $0.line.participant == participant }
    return own.prefix { $0.line.operation != .begin && $0.line.operation != .end }
  }

  /// The count of an object at the end; nil where it never changed.
  func count(of object: ObjectName) -> Int? { changes.last { $0.object == object }?.after }
}

extension OperationKind {
  /// Such a call is a step when it returns: while it waits the schedule shows nothing of it.
  var waitsWithoutStep: Bool {
    switch waitsFor {
    case .semaphore, .lock, .readWriteLock, .once, .thread, .descriptor, .futex, .time: true
    // That of a Swift task is in no step of a thread.
    case .nothing: true
    case .turn, .group, .workItem, .condition, .barrier, .handler, .host: false
    }
  }

  /// What lets tasks continue that wait for such an object.
  static func giving(_ type: ObjectType) -> Set<OperationKind> {
    switch type {
    case .semaphore, .posixSemaphore: [.signal]
    case .group: [.leave]
    case .lock: [.unlock]
    case .readWriteLock: [.unlockReadWrite]
    case .condition: [.signalCondition, .broadcastCondition]
    case .serialQueue, .concurrentQueue, .mainQueue, .globalQueue, .cooperativePool, .queue, .workloop,
      .workItem, .once, .staticInitializer, .timer, .signalSource, .readSource, .writeSource, .dataSource,
      .source, .operation, .variable, .futex, .thread, .descriptor, .childProcess, .messageQueue,
      .semaphoreSet, .signal, .barrier, .actor, .swiftTask, .taskStatus, .unknown:
      []
    }
  }

  /// What takes such an object.
  static func taking(_ type: ObjectType) -> Set<OperationKind> {
    switch type {
    case .semaphore, .posixSemaphore: [.wait]
    case .lock: [.lock, .tryLock, .conditionWake]
    case .readWriteLock: [.readLock, .writeLock, .tryReadLock, .tryWriteLock]
    case .group, .condition, .serialQueue, .concurrentQueue, .mainQueue, .globalQueue, .cooperativePool,
      .queue, .workloop, .workItem, .once, .staticInitializer, .timer, .signalSource, .readSource,
      .writeSource, .dataSource, .source, .operation, .variable, .futex, .thread, .descriptor, .childProcess,
      .messageQueue, .semaphoreSet, .signal, .barrier, .actor, .swiftTask, .taskStatus, .unknown:
      []
    }
  }
}

extension ObjectName {
  /// Enough to tell it apart where a claim is broken.
  var short: String { "\(type) \(label ?? created?.short ?? "\(ordinal)")" }
}
