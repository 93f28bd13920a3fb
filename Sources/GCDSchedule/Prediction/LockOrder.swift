// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Takes down, step by step, what each task of a run held when it asked for more.
///
/// What a task does not hold alone, and what it asks for with empty hands, can be no part of a cycle: only
/// requests of tasks that hold something are kept, and those of each kind only a few times.
public struct LockOrder {
  private struct Held {
    var use: LockUse
    /// Of which of the task's nested syncs, from 1 on; 0 = of none.
    var sync: Int
  }

  private struct Holder {
    var held: [Held] = []
    var requests = 0
    var syncs = 0
  }

  /// Tasks that are distinguished where they do the same.
  private static let mostAlike = 6
  private static let mostRequests = 256
  /// What a task that takes and never gives back holds at most: it uses a semaphore for counting.
  private static let mostHeld = 8

  private var holders: [Holder]
  private var alike: [UInt64: (count: Int, last: TaskID)] = [:]
  /// In the order of the run.
  public private(set) var requests: [LockRequest] = []
  /// Requests to be alone on something that others share, whatever was held.
  public private(set) var exclusions: [LockRequest] = []
  /// Semaphores that a task signalled who had not taken them, as raw ids: they are no locks.
  public private(set) var events: Set<UInt32> = []

  /// For tasks with ids below `tasks`.
  public init(tasks: Int) { holders = Array(repeating: Holder(), count: tasks) }

  public func holds(_ task: TaskID) -> Bool { !holders[Int(task.rawValue)].held.isEmpty }

  public func holds(_ task: TaskID, _ object: ObjectID) -> Bool {
    holders[Int(task.rawValue)].held.contains { $0.use.lock == object.rawValue }
  }

  /// What a task holds now.
  public func held(by task: TaskID) -> [LockUse] { holders[Int(task.rawValue)].held.map(\.use) }

  /// A task asks for several locks in one operation, and gets them in the end.
  ///
  /// With `isAlone`, one of them is shared by others.
  public mutating func request(
    _ task: TaskID, _ wanted: [LockUse], step: StepIndex, isExclusion: Bool = false
  ) {
    let index = Int(task.rawValue)
    let ordinal = holders[index].requests - 1
    if holders[index].held.isEmpty && !isExclusion { return }
    if wanted.count == 1, events.contains(wanted[0].lock) { return }
    let held = holders[index].held.map(\.use)
    for use in wanted where isExclusion || !held.contains(where: { $0.lock == use.lock && !use.isShared }) {
      let request = LockRequest(task: task, ordinal: ordinal, step: step, wanted: use, held: held)
      if !held.isEmpty, isNew(request), requests.count < LockOrder.mostRequests { requests.append(request) }
    }
    if isExclusion, let use = wanted.first, exclusions.count < LockOrder.mostRequests {
      exclusions.append(LockRequest(task: task, ordinal: ordinal, step: step, wanted: use, held: held))
    }
  }

  /// A task has made an operation that is a request (`OperationKind.isRequest`); reported before `request`.
  public mutating func countRequest(_ task: TaskID) { holders[Int(task.rawValue)].requests += 1 }

  public mutating func take(_ task: TaskID, _ use: LockUse) {
    let index = Int(task.rawValue)
    if holders[index].held.count >= LockOrder.mostHeld || events.contains(use.lock) { return }
    holders[index].held.append(Held(use: use, sync: 0))
  }

  /// A task begins a synchronous block on queues that it takes for it.
  public mutating func beginSync(_ task: TaskID, _ uses: [LockUse]) {
    let index = Int(task.rawValue)
    holders[index].syncs += 1
    for use in uses { holders[index].held.append(Held(use: use, sync: holders[index].syncs)) }
  }

  /// The innermost synchronous block of a task has returned.
  public mutating func endSync(_ task: TaskID) {
    let index = Int(task.rawValue)
    let innermost = holders[index].syncs
    if innermost == 0 { return }
    holders[index].held.removeAll { $0.sync == innermost }
    holders[index].syncs = innermost - 1
  }

  /// Gives back what was taken last; a semaphore that the task has not taken is an event from then on.
  public mutating func giveBack(_ task: TaskID, _ object: ObjectID) {
    let index = Int(task.rawValue)
    if let last = holders[index].held.lastIndex(where: { $0.use.lock == object.rawValue }) {
      holders[index].held.remove(at: last)
    } else if object.kind == .semaphore {
      events.insert(object.rawValue)
    }
  }

  public mutating func end(_ task: TaskID) {
    holders[Int(task.rawValue)].held = []
    holders[Int(task.rawValue)].syncs = 0
  }

  /// Few requests of a kind are enough: those of other tasks, and not many.
  private mutating func isNew(_ request: LockRequest) -> Bool {
    var key = fold(UInt64(request.wanted.lock), request.wanted.isShared ? 1 : 0)
    var sum: UInt64 = 0
    for use in request.held { sum &+= mix(UInt64(use.lock) << 1 | (use.isShared ? 1 : 0)) }
    key = fold(key, sum)
    let known = alike[key] ?? (0, .none)
    if known.last == request.task || known.count >= LockOrder.mostAlike { return false }
    alike[key] = (known.count + 1, request.task)
    return true
  }
}

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
      .groupWait, .status, .statusSection:
      true
    case .none, .submission, .mainBlockStart, .blockEnd, .turn, .sectionEnd, .tryTake, .tryTakeShared,
      .giveBack, .settle, .semaphoreSignal, .conditionWait:
      false
    }
  }
}
