// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Locks that a function has acquired and has left without giving them back.
///
/// A function that acquires for its callers is left with the lock in hand each time: such a one shows by the
/// pairs of the run, in which another function gives back what it has acquired. Its caller is looked at then.
struct LeftLocks {
  let engine: Engine
  let naming: ReportNames

  private static let mostPairs = 64
  private static let mostHelpers = 3

  /// Where the function acquired the lock that has been left since; nil where it still runs, or where the
  /// stacks do not say.
  func place(_ lock: ObjectID, heldBy task: TaskID) -> CodeLocation? {
    guard let index = acquisition(of: lock, by: task) else { return nil }
    let step = engine.pointee.trace.steps[index]
    let then = outermostFirst(naming.frames(step.stack, or: step.site))
    let now = outermostFirst(naming.stack(task))
    guard step.stack.count > 0, let first = then.first, first.function == now.first?.function else {
      return nil
    }
    // It waits where it acquired: in the round before, or in the call before.
    if then == now { return then.last { $0.isUserCode && $0.location != nil }?.location }
    var level = then.lastIndex { $0.isUserCode && $0.location != nil }
    for _ in 0..<LeftLocks.mostHelpers {
      guard let frame = level else { return nil }
      if isActive(frame, of: then, in: now) { return nil }
      if !acquiresForCallers(then[frame].function) { return then[frame].location }
      level = then[..<frame].lastIndex { $0.isUserCode && $0.location != nil }
    }
    return nil
  }

  /// Where the function that acquired a lock makes the call which leads to a wait for that lock; nil where it
  /// has been left, or waits itself.
  func call(under lock: ObjectID, by task: TaskID) -> CodeLocation? {
    guard let index = acquisition(of: lock, by: task) else { return nil }
    let step = engine.pointee.trace.steps[index]
    let then = outermostFirst(naming.frames(step.stack, or: step.site))
    let now = outermostFirst(naming.stack(task))
    let acquirers = then.indices.reversed().filter { then[$0].isUserCode && then[$0].location != nil }
    guard
      let level = acquirers.prefix(LeftLocks.mostHelpers).first(where: { isActive($0, of: then, in: now) })
    else { return nil }
    // The call by which it acquired may be the one that runs what it does with the lock: `lock.withLock`.
    let calls = now[level...].filter { $0.isUserCode && $0.location != nil }.dropLast()
    return calls.first { $0.location != then[level].location }?.location
  }

  /// Where a task acquired the lock that it did not give back before its end.
  func place(_ lock: ObjectID, ofEnded task: TaskID) -> CodeLocation? {
    guard let index = acquisition(of: lock, by: task) else { return nil }
    let step = engine.pointee.trace.steps[index]
    return placeOfUse(naming.frames(step.stack, or: step.site))
  }

  private func outermostFirst(_ frames: [StackFrame]) -> [StackFrame] { frames.reversed() }

  private func isActive(_ level: Int, of then: [StackFrame], in now: [StackFrame]) -> Bool {
    now.count > level && then[..<level].elementsEqual(now[..<level])
      && then[level].function == now[level].function
  }

  /// The step at which a task acquired what it has not given back: of several the last one that is open.
  func acquisition(of lock: ObjectID, by task: TaskID) -> Int? {
    var open: [Int] = []
    // What a wait for a condition takes again was acquired before.
    var returns = false
    for index in engine.pointee.trace.first..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      if step.task != task { continue }
      if step.kind == .conditionWait, step.other == lock.rawValue {
        returns = true
      } else if step.object == lock, !step.isBlocked, step.result >= 0 {
        if step.kind.takesLock {
          if returns, !open.isEmpty { returns = false } else { open.append(index) }
        } else if step.kind.givesLockBack {
          _ = open.popLast()
        }
      }
    }
    return open.last
  }

  /// The last call for the lock of a wait that failed since the caller had it, where the caller has it still,
  /// or it was given back more often than it was taken: nothing has looked at the result of the call.
  func refusal(_ edge: GCDModel.WaitEdge) -> (waker: Waker, location: CodeLocation)? {
    guard let note = engine.pointee.notes.refusedLocks.last(where: { $0.lock == edge.resource }),
      note.task == edge.holder || (edge.holder == .none && unlockTooMuch(edge.resource) != nil),
      let location = placeOfUse(naming.frames(note.stack, or: .none))
    else { return nil }
    let name = EndedBlocks(engine: engine, naming: naming).name(of: note.task)
    return (.refused(by: name, location: location), location)
  }

  /// The first unlock of a read-write lock that no task had.
  func unlockTooMuch(_ lock: ObjectID) -> (waker: Waker, location: CodeLocation?)? {
    var taken = 0
    for index in engine.pointee.trace.first..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      guard step.object == lock, !step.isBlocked, step.result == 0 else { continue }
      if step.kind.takesLock { taken += 1 } else if step.kind.givesLockBack { taken -= 1 }
      if taken < 0 {
        let location = naming.location(step.site, step.stack)
        return (.unlockedTooOften(by: naming.participant(of: step, at: index), location: location), location)
      }
    }
    return nil
  }

  /// The place of an acquisition in the function that needs the lock: in the innermost one, or else where
  /// that is called which acquires for its callers.
  func placeOfUse(_ frames: [StackFrame]) -> CodeLocation? {
    let users = frames.filter { $0.isUserCode && $0.location != nil }
    let use = users.prefix(LeftLocks.mostHelpers).first { !acquiresForCallers($0.function) }
    return (use ?? users.first)?.location
  }

  /// Whether what a function acquired was given back after it had been left, somewhere in the run, or its
  /// name says that it only locks.
  private func acquiresForCallers(_ function: String) -> Bool {
    if LeftLocks.isNameOfLocking(function) { return true }
    if let known = naming.lockHelpers[function] { return known }
    let isHelper = isLeftBeforeTheUnlock(function)
    naming.lockHelpers[function] = isHelper
    return isHelper
  }

  private static let namesOfLocking: Set = [
    "lock", "acquire", "readlock", "writelock", "rdlock", "wrlock", "sharedlock", "exclusivelock", "lockread",
    "lockwrite", "lockforreading", "lockforwriting", "lockshared", "lockexclusive", "acquireread",
    "acquirewrite", "acquirelock",
  ]

  /// As of `UnfairLock.lock()`.
  static func isNameOfLocking(_ function: String) -> Bool {
    // A closure in such a function is no such function.
    if function.contains(" ") { return false }
    let name = function.prefix { $0 != "(" }.split(separator: ".").last ?? ""
    return namesOfLocking.contains(name.filter { $0 != "_" }.lowercased())
  }

  private func isLeftBeforeTheUnlock(_ function: String) -> Bool {
    var open: [TaskID: [ObjectID: Int]] = [:]
    var pairs = 0
    for index in engine.pointee.trace.first..<engine.pointee.trace.count where pairs < LeftLocks.mostPairs {
      let step = engine.pointee.trace.steps[index]
      if step.isBlocked || step.result < 0 { continue }
      if step.kind.takesLock {
        open[step.task, default: [:]][step.object] = index
      } else if step.kind.givesLockBack, let start = open[step.task]?.removeValue(forKey: step.object) {
        pairs += 1
        let acquisition = engine.pointee.trace.steps[start]
        let then = outermostFirst(naming.frames(acquisition.stack, or: acquisition.site))
        guard let level = then.lastIndex(where: { $0.isUserCode && $0.location != nil }) else { continue }
        let now = outermostFirst(naming.frames(step.stack, or: step.site))
        if then[level].function == function, !isActive(level, of: then, in: now) { return true }
      }
    }
    return false
  }
}

extension OperationKind {
  /// Takes a lock, alone or with others.
  var takesLock: Bool {
    switch lockEffect {
    case .take, .takeShared, .tryTake, .tryTakeShared: true
    case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .section,
      .handedSection, .turn, .sectionEnd, .giveBack, .once, .settle, .semaphoreSignal, .semaphoreWait,
      .groupWait, .conditionWait, .status, .statusSection:
      false
    }
  }

  /// Gives a lock back.
  var givesLockBack: Bool { lockEffect == .giveBack }
}
#endif
