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
    case .lock: return act(.unlock, edge)
    case .once: return act(.onceEnd, edge)
    case .readWriteLock:
      if edge.holder == .none { return [.nobody] }
      let isQueuing =
        engine.pointee.world.pendingOperation(of: edge.holder).kind == .writeLock
        && heldSince(edge) == nil
      return act(isQueuing ? .writeLock : .unlockReadWrite, edge)
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

  /// The holder would have to make this call.
  private func act(_ operation: OperationKind, _ edge: GCDModel.WaitEdge) -> [Waker] {
    if edge.holder == .none { return nobodyInParticular(edge) }
    if engine.pointee.world.phase(of: edge.holder) == .ended {
      return [.neverGivenBack(by: nameOfEnded(edge.holder), location: heldSince(edge))]
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

  private func submissionPlace(_ task: TaskID) -> CodeLocation? {
    let record = engine.pointee.tasks[task].pointee
    return naming.location(record.submission, record.submissionStack)
  }

  /// Why a block that is in a queue has not started.
  private func blockReason(_ task: TaskID) -> BlockReason? {
    guard let edge = engine.pointee.world.waits(of: task).first else { return nil }
    switch edge.kind {
    case .queue: return isStarted(edge.holder) ? .participant(naming.participant(edge.holder)) : .earlierBlock
    case .resume: return .closed(naming.object(edge.resource))
    case .worker: return .noWorker
    default: return nil
    }
  }

  /// Any task might have ended the wait: what has not run yet, the task that waits as well, or nothing at
  /// all.
  private func nobodyInParticular(_ edge: GCDModel.WaitEdge) -> [Waker] {
    if edge.kind == .condition {
      let looksFirst = trials.contains { $0.task == edge.waiter && $0.clarity == .waitsAgain }
      let wakers = ConditionSignals(engine: engine, naming: naming).wakers(edge, looksFirst: looksFirst)
      if !wakers.isEmpty { return wakers }
    }
    let tasks = engine.allTasks
    let allQueued = tasks.filter { !isStarted($0) && isHeldUp($0) }
    let queued = allQueued.filter { mightHelp($0, edge) }
    // What a waiter has submitted itself is most likely what it waits for.
    if let first = queued.first(where: { creator(of: $0) == edge.waiter }) ?? queued.first {
      return [
        .queuedBlocks(
          count: queued.count, queue: naming.object(engine.pointee.world.queue(of: first)),
          location: submissionPlace(first), held: blockReason(first))
      ]
    }
    let ended = endedWithout(edge, tasks)
    let allStuck = tasks.filter {
      $0 != edge.waiter && isStarted($0) && !engine.pointee.world.waits(of: $0).isEmpty && !isInService($0)
    }
    let stuck = allStuck.filter { mightHelp($0, edge) }
    guard let first = stuck.first else {
      if isAnySwiftTaskQueued(tasks) { return ended }
      let others = allQueued.count + allStuck.count
      return ended + [others > 0 ? .othersWouldNot(count: others) : .nobody]
    }
    return ended + [
      .stuckThread(
        naming.participant(first), location: naming.currentLocation(first), others: stuck.count - 1)
    ]
  }

  /// Whether a stuck task might still end a wait: all but those that did not when they were continued.
  private func mightHelp(_ task: TaskID, _ edge: GCDModel.WaitEdge) -> Bool {
    guard let trial = trials.first(where: { $0.task == task }) else { return true }
    if trial.helped.contains(edge.waiter) { return true }
    if trial.clarity == .clear || trial.unlikely.contains(edge.waiter) { return false }
    // Those that wait for the same do not end each other's waits.
    return !engine.pointee.world.needs(of: task).contains { $0.resource == edge.resource }
  }

  /// A task that has ended, by where it came from: its worker runs other blocks by now.
  private func nameOfEnded(_ task: TaskID) -> String {
    if task == .body || engine.pointee.world.kind(of: task) == .thread { return naming.participant(task) }
    guard let place = submissionPlace(task) else { return naming.participant(task) }
    return "the block submitted at \(place.short)"
  }

  /// A Swift task is in the line of an actor, which no block of a queue shows: it runs nowhere, and waits for
  /// nothing but its turn.
  private func isAnySwiftTaskQueued(_ tasks: [TaskID]) -> Bool {
    let running = tasks.filter { isStarted($0) && engine.pointee.world.phase(of: $0) != .ended }
      .map { engine.pointee.tasks[$0].pointee.jobTask }
    return engine.pointee.swiftTasks.entries.contains {
      $0.facts.state == GCDC_TASK_ACTIVE && !running.contains($0.object)
    }
  }

  /// Is in a queue and cannot start.
  private func isHeldUp(_ task: TaskID) -> Bool {
    engine.pointee.world.waits(of: task).first.map { $0.kind != .time } ?? false
  }

  /// A thread with a block of the main queue on top of its stack is that block.
  private func isInService(_ task: TaskID) -> Bool {
    engine.pointee.world.pendingOperation(of: task).kind == .hosting
  }

  /// Blocks that have ended and did not do what the waiter lacks: those that took what they should give
  /// back, else those that come from where others came that did it, else all, where these are few.
  private func endedWithout(_ edge: GCDModel.WaitEdge, _ tasks: [TaskID]) -> [Waker] {
    let call: OperationKind
    switch edge.kind {
    case .group: call = .leave
    case .semaphore: call = .signal
    default: return []
    }
    let cancelled = tasks.filter(wasCancelled)
    if let first = cancelled.first { return [.cancelled(location: submissionPlace(first))] }
    let ended = tasks.filter {
      engine.pointee.world.phase(of: $0) == .ended && $0 != .body
        && engine.pointee.world.group(of: $0) != edge.resource && !isSuspended($0)
    }
    let callers = self.callers(of: call, on: edge.resource)
    let takers = call == .signal ? self.callers(of: .wait, on: edge.resource) : []
    let silent = ended.filter { !callers.contains($0) }
    let sites = Set(callers.map(submissionSite))
    let alike = silent.filter { sites.contains(submissionSite($0)) }
    let suspects = [silent.filter(takers.contains), alike, silent].first { !$0.isEmpty } ?? []
    var places: [CodeLocation] = []
    for task in suspects.reversed() {
      guard let place = submissionPlace(task), !places.contains(place) else { continue }
      places.append(place)
    }
    let most = 3
    return places.isEmpty || places.count > most ? [] : [.endedWithout(call, places)]
  }

  /// Where the one block was submitted that has ended without the signal that others from there have made, or
  /// that has taken what it did not give back.
  func silentBlock(_ edge: GCDModel.WaitEdge) -> CodeLocation? {
    let signallers = callers(of: .signal, on: edge.resource)
    let takers = callers(of: .wait, on: edge.resource)
    let sites = Set(signallers.map(submissionSite))
    let silent = engine.allTasks.filter {
      engine.pointee.world.phase(of: $0) == .ended && $0 != .body && !isSuspended($0)
        && !signallers.contains($0) && (takers.contains($0) || sites.contains(submissionSite($0)))
    }
    let places = silent.compactMap(submissionPlace)
    return Set(silent.map(submissionSite)).count == 1 ? places.first : nil
  }

  /// A work item that was cancelled before it began, so that its body never ran.
  private func wasCancelled(_ task: TaskID) -> Bool {
    let item = engine.pointee.world.workItem(of: task)
    guard item != .none, engine.pointee.world.workItems.isCancelled(item) else { return false }
    for index in engine.pointee.trace.first..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      if step.kind == .itemCancel, step.object == item { return true }
      if step.kind == .begin, step.task == task { return false }
    }
    return false
  }

  /// A block was a part of a Swift task that has not ended.
  private func isSuspended(_ task: TaskID) -> Bool {
    let object = engine.pointee.tasks[task].pointee.jobTask
    guard object != .none else { return false }
    return engine.pointee.swiftTasks.entries.contains {
      $0.object == object && [GCDC_TASK_ACTIVE, GCDC_TASK_SUSPENDED].contains($0.facts.state)
    }
  }

  private func creator(of task: TaskID) -> TaskID { engine.pointee.tasks[task].pointee.creator }

  private func submissionSite(_ task: TaskID) -> UInt64 {
    engine.pointee.tasks[task].pointee.submission.rawValue
  }

  private func callers(of call: OperationKind, on object: ObjectID) -> Set<TaskID> {
    var callers: Set<TaskID> = []
    for index in engine.pointee.trace.first..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      if step.kind == call, step.object == object { callers.insert(step.task) }
    }
    for entry in engine.pointee.world.core.ledger.entries where entry.object == object && entry.kind == call {
      callers.insert(entry.task)
    }
    return callers
  }
}
#endif
