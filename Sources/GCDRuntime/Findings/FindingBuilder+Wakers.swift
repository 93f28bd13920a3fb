// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// What could still have ended a wait, and why it does not come.
extension FindingBuilder {
  func wakers(_ edge: GCDModel.WaitEdge) -> [Waker] {
    let resource = naming.object(edge.resource)
    switch edge.kind {
    case .queue:
      if edge.resource == engine.pointee.world.mainQueue, edge.holder == .body { return [.mainThread] }
      if edge.holder == .none { return [] }
      return isStarted(edge.holder)
        ? [.endOfBlock(queue: resource, participant: naming.participant(edge.holder))]
        : [queuedBlock(.end, edge.holder)]
    case .group: return act(.leave, edge)
    case .semaphore: return act(.signal, edge)
    case .lock: return refusal(edge) + act(.unlock, edge)
    case .once: return act(.onceEnd, edge)
    case .readWriteLock:
      let refusal = refusal(edge)
      if edge.holder == .none {
        let locks = LeftLocks(engine: engine, naming: naming)
        return refusal + [locks.unlockTooMuch(edge.resource)?.waker ?? noWaker]
      }
      let isQueuing =
        engine.pointee.world.pendingOperation(of: edge.holder).kind == .writeLock
        && heldSince(edge) == nil
      return refusal + act(isQueuing ? .writeLock : .unlockReadWrite, edge)
    case .thread: return act(.join, edge)
    case .resume: return [.resume(resource)]
    case .worker: return [.worker]
    case .item:
      if edge.holder == .none || edge.resource.kind != .workItem { return [] }
      if !isStarted(edge.holder) { return [queuedBlock(.none, edge.holder)] }
      return edge.holder == edge.waiter ? [] : act(.none, edge)
    case .futex: return act(.unlock, edge)
    case .barrier, .condition, .descriptor, .workItem, .time:
      return edge.holder == .none ? nobodyInParticular(edge) : []
    }
  }

  /// Where loops that poll still run, "no running thread" would be false.
  var noWaker: Waker { pollers.isEmpty ? .nobody : .onlyLoops }

  private func refusal(_ edge: GCDModel.WaitEdge) -> [Waker] {
    LeftLocks(engine: engine, naming: naming).refusal(edge).map { [$0.waker] } ?? []
  }

  /// The holder would have to make this call.
  private func act(_ operation: OperationKind, _ edge: GCDModel.WaitEdge) -> [Waker] {
    if edge.holder == .none { return nobodyInParticular(edge) }
    if engine.pointee.world.phase(of: edge.holder) == .ended {
      if let suspended = ended.suspended(edge.holder) {
        return [.heldAcrossAwait(by: naming.swiftTask(suspended), location: heldSince(edge))]
      }
      return [.neverGivenBack(by: ended.name(of: edge.holder), location: heldSince(edge))]
    }
    return isStarted(edge.holder)
      ? [.call(operation, by: naming.participant(edge.holder), location: naming.currentLocation(edge.holder))]
      : [queuedBlock(operation, edge.holder)]
  }

  private func queuedBlock(_ operation: OperationKind, _ task: TaskID) -> Waker {
    .queuedBlock(
      operation, queue: naming.object(engine.pointee.world.queue(of: task)), location: submissionPlace(task),
      held: blockReason(task))
  }

  private func submissionPlace(_ task: TaskID) -> CodeLocation? { ended.submissionPlace(task) }

  private var ended: EndedBlocks { EndedBlocks(engine: engine, naming: naming) }

  /// Why a block that is in a queue has not started.
  private func blockReason(_ task: TaskID) -> BlockReason? {
    guard let edge = engine.pointee.world.waits(of: task).first else { return nil }
    switch edge.kind {
    case .queue:
      if !isStarted(edge.holder) { return .earlierBlock }
      return .participant(
        naming.participant(edge.holder),
        location: QueueEntries(engine: engine, naming: naming).place(edge.resource, edge.holder),
        queue: edge.resource == engine.pointee.world.queue(of: task) ? nil : naming.object(edge.resource))
    case .resume: return .closed(naming.object(edge.resource))
    case .worker: return .noWorker
    default: return nil
    }
  }

  /// Any task might have ended the wait: what has not run yet, the task that waits as well, or nothing at
  /// all.
  private func nobodyInParticular(_ edge: GCDModel.WaitEdge) -> [Waker] {
    if edge.kind == .descriptor, let child = StuckChild(awaitedIn: engine) { return [.stuckChild(child)] }
    if edge.kind == .condition {
      let operations = UnfinishedOperations(engine: engine, naming: naming)
      let causes = operations.awaited(by: edge.resource) == nil ? [] : operations.wakers(edge)
      if !causes.isEmpty { return causes }
      let looksFirst = trials.contains { $0.task == edge.waiter && $0.clarity == .waitsAgain }
      let wakers = ConditionSignals(engine: engine, naming: naming).wakers(edge, looksFirst: looksFirst)
      if !wakers.isEmpty { return wakers + ended.wakers(edge) }
    }
    let tasks = engine.allTasks
    let allQueued = tasks.filter {
      !isStarted($0) && engine.isHeldUp($0) && !engine.isRegistered($0, with: edge.resource)
    }
    let channels = OpenChannels(engine: engine, naming: naming)
    let queued = allQueued.filter { mightHelp($0, edge) && !channels.holds($0) }
    // What a waiter has submitted itself is most likely what it waits for.
    let isOwn = { (task: TaskID) in engine.pointee.tasks[task].pointee.creator == edge.waiter }
    if let first = queued.first(where: isOwn) ?? queued.first {
      return [
        .queuedBlocks(
          count: queued.count, queue: naming.object(engine.pointee.world.queue(of: first)),
          location: submissionPlace(first), held: blockReason(first))
      ]
    }
    let permits = SemaphorePermits(engine: engine, naming: naming, trials: trials)
    let sources = SilentSources(engine: engine, naming: naming)
    let operations = UnfinishedOperations(engine: engine, naming: naming).wakers(edge)
    if !operations.isEmpty { return operations + permits.wakers(edge) }
    let silent =
      permits.wakers(edge) + ended.wakers(edge) + sources.wakers() + channels.wakers(among: allQueued)
    let allStuck = tasks.filter {
      $0 != edge.waiter && isStarted($0) && !engine.pointee.world.waits(of: $0).isEmpty
        && !engine.isInService($0) && !pollers.contains($0)
    }
    let stuck = allStuck.filter { mightHelp($0, edge) }
    guard let first = stuck.first else {
      if engine.isAnySwiftTaskQueued(tasks) { return silent }
      if allQueued.allSatisfy(channels.holds), allStuck.isEmpty {
        // What a channel keeps is queued, too.
        return silent.isEmpty || allQueued.isEmpty ? silent + [noWaker] : silent
      }
      let tried = (allQueued + allStuck).filter { task in
        trials.contains { $0.task == task && $0.clarity != .unclear }
      }
      if !tried.isEmpty { return silent + [wouldNot(tried)] }
      guard silent.isEmpty, let unclear = allStuck.first else { return silent }
      return [self.stuck(unclear, others: allStuck.count - 1)]
    }
    return silent + [self.stuck(first, others: stuck.count - 1)]
  }

  private func wouldNot(_ tasks: [TaskID]) -> Waker {
    guard let first = tasks.first, tasks.allSatisfy(isStarted) else {
      return .othersWouldNot(count: tasks.count)
    }
    return .othersWouldNot(
      count: tasks.count, participant: naming.participant(first), location: naming.currentLocation(first),
      caller: naming.stack(first).callerOfUser)
  }

  private func stuck(_ task: TaskID, others: Int) -> Waker {
    .stuckThread(naming.participant(task), location: naming.currentLocation(task), others: others)
  }

  /// Whether a stuck task might still end a wait: all but those that did not when they were continued.
  private func mightHelp(_ task: TaskID, _ edge: GCDModel.WaitEdge) -> Bool {
    guard let trial = trials.first(where: { $0.task == task }) else { return true }
    if (trial.helped + trial.led).contains(edge.waiter) { return true }
    if trial.clarity == .clear || trial.unlikely.contains(edge.waiter) { return false }
    // Those that wait for the same do not end each other's waits.
    return !engine.pointee.world.needs(of: task).contains { $0.resource == edge.resource }
  }

  /// Whether blocks are queued that cannot start.
  var isAnyBlockHeldUp: Bool { engine.allTasks.contains { !isStarted($0) && engine.isHeldUp($0) } }
}
#endif
