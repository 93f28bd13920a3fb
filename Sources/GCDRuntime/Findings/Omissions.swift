// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// The calls that causes of hangs begin with: next to each, something is missing.
struct Omissions {
  let builder: FindingBuilder

  private var engine: Engine { builder.engine }
  private var naming: ReportNames { builder.naming }
  private var ended: EndedBlocks { EndedBlocks(engine: engine, naming: naming) }

  /// Of a wait for a semaphore: where a permit was taken that is lost, or else a block was submitted that did
  /// not signal, or one was kept from running.
  func ofSemaphore(_ edge: GCDModel.WaitEdge) -> Omission? {
    let permits = SemaphorePermits(engine: engine, naming: naming, trials: builder.trials)
    if let place = permits.lost(edge.resource) { return Omission(.neverGivenBack, at: place) }
    return ended.omission(ofSilence: edge) ?? ofOperation(edge) ?? ofSilence(edge)
  }

  /// Of a wait for a group: where it was entered and not left; not where those who have to leave it wait for
  /// it in the same call.
  func ofGroup(_ edge: GCDModel.WaitEdge) -> Omission? {
    if let operation = ofOperation(edge) { return operation }
    let isOwnWait = engine.allTasks.contains { task in
      task != edge.waiter && naming.currentLocation(task) == naming.currentLocation(edge.waiter)
        && engine.pointee.world.waits(of: task).contains { $0.resource == edge.resource }
    }
    return isOwnWait ? nil : ofGroup(edge.resource) ?? ofSilence(edge)
  }

  /// Where a group was entered and not left.
  func ofGroup(_ group: ObjectID) -> Omission? {
    GroupEnters(engine: engine, naming: naming).omission(group)
  }

  /// Of a wait in a circle: where a function acquired the lock that it has left.
  func ofCircle(_ edge: GCDModel.WaitEdge) -> Omission? {
    guard edge.kind == .lock || edge.kind == .readWriteLock, edge.holder != .none else { return nil }
    return LeftLocks(engine: engine, naming: naming).place(edge.resource, heldBy: edge.holder)
      .map { Omission(.neverGivenBack, at: $0) }
  }

  /// Of a wait for a lock that the waiter has itself: where the function that acquired it made the call that
  /// leads to the wait.
  func ofOwnLock(_ edge: GCDModel.WaitEdge) -> Omission? {
    guard edge.kind == .lock || edge.kind == .readWriteLock, edge.holder == edge.waiter else { return nil }
    return LeftLocks(engine: engine, naming: naming).call(under: edge.resource, by: edge.holder)
      .map { Omission(.heldDuringCall, at: $0) }
  }

  /// Of any other wait: where a lock was acquired that the task which holds it did not give back before its
  /// end.
  func ofOther(_ edge: GCDModel.WaitEdge) -> Omission? {
    let locks = LeftLocks(engine: engine, naming: naming)
    if edge.kind == .readWriteLock || edge.kind == .lock, let refusal = locks.refusal(edge) {
      return Omission(.lockRefused, at: refusal.location)
    }
    if edge.kind == .readWriteLock, edge.holder == .none {
      return locks.unlockTooMuch(edge.resource)?.location.map { Omission(.neverAcquired, at: $0) }
    }
    if edge.holder == .none { return ofOperation(edge) ?? ofWake(edge) }
    guard engine.pointee.world.phase(of: edge.holder) == .ended, ended.suspended(edge.holder) == nil
    else { return nil }
    return locks.place(edge.resource, ofEnded: edge.holder).map { Omission(.neverGivenBack, at: $0) }
  }

  /// Where a condition was signalled once for several who wait.
  private func ofWake(_ edge: GCDModel.WaitEdge) -> Omission? {
    guard case .wokeAnother(_, let place?, _)? = builder.wakers(edge).first else { return nil }
    return Omission(.wokeAnother, at: place)
  }

  /// Where operations were given to each other or to a queue so that they cannot continue, if that is what is
  /// said about the wait.
  private func ofOperation(_ edge: GCDModel.WaitEdge) -> Omission? {
    guard case .operations? = builder.wakers(edge).first else { return nil }
    return UnfinishedOperations(engine: engine, naming: naming).omission(edge)
  }

  /// The call that keeps a block or a handler from running, where nothing else could end the wait.
  private func ofSilence(_ edge: GCDModel.WaitEdge) -> Omission? {
    switch builder.wakers(edge).last {
    case .nobody?, .onlyLoops?, .othersWouldNot?: break
    default: return nil
    }
    return ended.omission(edge) ?? SilentSources(engine: engine, naming: naming).omission
  }
}
#endif
