// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// Deadlocks: who holds what, who waits for what, and what could still have ended each wait.
extension FindingBuilder {
  /// 101 or 102, at the step at which the cycle closed.
  func ownerCycle() -> Finding {
    let edges = engine.pointee.world.ownerCycle()
    return cycle(edges, alsoStuck: [], othersStillRun: engine.pointee.world.core.enabled.count > 0)
  }

  /// Nothing can continue: one finding for each cause; none where a loop polls that would not end with the
  /// wait.
  func quiescence() -> [Finding] {
    let poller = engine.pointee.run.poller
    if poller != .none { return PolledWait(builder: self, spinning: [poller]).finding().map { [$0] } ?? [] }
    var builder = self
    builder.trials = Trials(engine: engine).results()
    return builder.standstill()
  }

  private func standstill() -> [Finding] {
    let found = engine.pointee.world.diagnoseQuiescence(
      trials: trials, openings: Trials(engine: engine).openings())
    let dead = OperationCauses(builder: self).cause(of: found)
    if let suspended = suspendedTask(dead) { return [suspended] }
    guard let dead else {
      if engine.pointee.run.mustExit { return [mainNeverEnds()] }
      internalError("nothing can run and nothing waits, after \(engine.pointee.trace.count) steps")
    }
    if let cycle = actorCycle(dead) { return [cycle] }
    return [finding(of: dead)]
      + dead.others.map { finding(of: DeadSet(missed: $0, alsoStuck: dead.alsoStuck)) }
  }

  func finding(of dead: DeadSet) -> Finding {
    switch dead.cause {
    case .ownQueue, .cycle: cycle(dead.edges, alsoStuck: dead.alsoStuck, othersStillRun: !pollers.isEmpty)
    case .poolExhausted: poolExhausted(dead)
    case .leftSuspended: waitsForResume(dead)
    case .groupNeverEmpty: groupNeverEmpty(dead)
    case .semaphoreNeverSignalled: semaphoreNeverSignalled(dead)
    case .notifyNeverRuns: notifyNeverRuns(dead)
    case .neverSatisfied: neverSatisfied(dead)
    }
  }

  // MARK: Cycles

  func cycle(_ found: [GCDModel.WaitEdge], alsoStuck: [TaskID], othersStillRun: Bool) -> Finding {
    let edges = throughSyncs(found).fromWaitInSection(mainQueue: engine.pointee.world.mainQueue)
    if edges.count == 1, edges[0].kind == .queue, edges[0].holder == edges[0].waiter {
      return ownQueue(edges[0])
    }
    let waiters = edges.map(\.waiter)
    let evidence = WaitCycle(edges.map(edge), othersStillRun: othersStillRun)
    let objects = Set(edges.map(\.resource))
    return finding(
      .waitCycle(evidence),
      at: naming.currentLocation(waiters[0]) ?? naming.submission(waiters[0])?.location,
      participants: unique(waiters).map(participant),
      alsoStuck: alsoStuck.filter { !waiters.contains($0) }.map(participant),
      steps: steps(of: Set(waiters), on: objects),
      omission: edges.lazy.compactMap(omissions.ofCircle).first
        ?? (edges.count == 1 ? omissions.ofOwnLock(edges[0]) : nil))
  }

  /// In the place of a queued block of a sync that waits for it: the one who made the sync, as every task
  /// would tell it.
  private func throughSyncs(_ edges: [GCDModel.WaitEdge]) -> [GCDModel.WaitEdge] {
    let queued = edges.map(\.waiter).filter { !isStarted($0) }
    if queued.isEmpty { return edges }
    var callers: [TaskID: TaskID] = [:]
    for number in 1..<engine.pointee.world.taskTotal {
      let task = TaskID(UInt32(number))
      guard isStarted(task) else { continue }
      for wait in engine.pointee.world.waits(of: task)
      where wait.kind == .item && wait.resource.kind == .queue && queued.contains(wait.holder) {
        callers[wait.holder] = task
      }
    }
    return edges.compactMap { edge in
      var edge = edge
      edge.waiter = callers[edge.waiter] ?? edge.waiter
      edge.holder = callers[edge.holder] ?? edge.holder
      return edge.waiter == edge.holder ? nil : edge
    }
  }

  private func ownQueue(_ edge: GCDModel.WaitEdge) -> Finding {
    let task = edge.waiter
    let operation = callOf(task)
    let queue = engine.pointee.run.endObject == .none ? edge.resource : calledQueue(task, edge.resource)
    var chain: [ObjectID] = [queue]
    while let last = chain.last, last != edge.resource, chain.count < 64 {
      let next = engine.pointee.world.target(of: last)
      if next == .none { break }
      chain.append(next)
    }
    let held = edge.resource
    let isConcurrent = !engine.pointee.world.isSerial(held)
    let hold: RecursiveSync.Hold
    if held == engine.pointee.world.mainQueue, queue == held {
      hold = .main
    } else if isConcurrent {
      hold = engine.pointee.world.owner(ofQueue: held) == task ? .ownBarrier : .ownReader
    } else {
      hold = queue == held ? .queue : .target
    }
    let evidence = RecursiveSync(
      participant: naming.participant(task), operation, onto: naming.object(queue), held: naming.object(held),
      chain: chain.count > 1 ? chain.map(naming.object) : [], hold: hold)
    return finding(
      .syncOnOwnQueue(evidence), at: naming.currentLocation(task), participants: [participant(task)],
      steps: steps(of: [task], on: [queue, held]))
  }

  /// The queue that the last call of a task named; the level it hangs at may be a target further down.
  private func calledQueue(_ task: TaskID, _ fallback: ObjectID) -> ObjectID {
    let object = engine.pointee.run.endTask == task ? engine.pointee.run.endObject : fallback
    return object.kind == .queue ? object : fallback
  }

  var omissions: Omissions { Omissions(builder: self) }

  // MARK: Missing providers

  /// A wait that is left behind, in a program which serves for good or with others that it holds up.
  func missed(_ edge: GCDModel.WaitEdge, alsoStuck: [TaskID] = []) -> Finding {
    let dead = DeadSet(missed: edge, alsoStuck: alsoStuck)
    switch dead.cause {
    case .groupNeverEmpty: return groupNeverEmpty(dead)
    case .semaphoreNeverSignalled: return semaphoreNeverSignalled(dead)
    default: return neverSatisfied(dead)
    }
  }

  private func groupNeverEmpty(_ dead: DeadSet) -> Finding {
    let edge = dead.edges[0]
    let evidence = GroupNeverEmpty(
      naming.object(edge.resource), count: engine.pointee.world.groups.count(of: edge.resource),
      .wait(self.edge(edge)), ledger: ledger(edge.resource))
    return finding(
      .groupNeverEmpty(evidence), at: naming.currentLocation(edge.waiter),
      participants: dead.members.map(participant), alsoStuck: dead.alsoStuck.map(participant),
      steps: stepsOrLast(of: Set(dead.members), on: [edge.resource]),
      omission: omissions.ofGroup(edge))
  }

  private func semaphoreNeverSignalled(_ dead: DeadSet) -> Finding {
    let edge = dead.edges[0]
    if engine.pointee.world.semaphores.isAwait(edge.resource) { return taskNeverFinishes(dead) }
    let evidence = StarvedSemaphore(
      self.edge(edge), initialValue: engine.pointee.world.semaphores.originalValue(of: edge.resource),
      ledger: ledger(edge.resource))
    return finding(
      .semaphoreNeverSignaled(evidence), at: naming.currentLocation(edge.waiter),
      participants: dead.members.map(participant), alsoStuck: dead.alsoStuck.map(participant),
      steps: stepsOrLast(of: Set(dead.members), on: [edge.resource]),
      omission: omissions.ofSemaphore(edge))
  }

  /// An async function is suspended: its thread shows nothing of it, its continuation says where it is.
  private func taskNeverFinishes(_ dead: DeadSet) -> Finding {
    let (place, isContinuation) = naming.awaitOfBody()
    let evidence = TaskNeverFinishes(
      participant: naming.participant(dead.members[0]), at: place, continuation: isContinuation ? place : nil)
    return finding(
      .taskNeverFinishes(evidence), at: place, alsoStuck: dead.alsoStuck.map(participant),
      steps: lastSteps(before: engine.pointee.trace.count))
  }

  private func neverSatisfied(_ dead: DeadSet) -> Finding {
    guard let edge = dead.edges.first else {
      internalError("a dead set without a wait: \(dead.members.count) tasks")
    }
    let subject: StarvedWait.Subject
    switch edge.kind {
    case .condition: subject = naming.object(edge.resource).type == .operation ? .operation : .condition
    case .futex: subject = .futex
    case .lock: subject = .lock
    case .descriptor where isInRunLoop(edge.waiter): subject = .runLoop
    case .descriptor:
      let call = engine.pointee.world.pendingOperation(of: edge.waiter).kind
      subject = StarvedWait.Subject(ofDescriptorCall: call)
    case .item, .workItem: subject = .workItem
    case .thread: subject = .thread
    case .barrier: subject = .barrier
    case .readWriteLock: subject = .lock
    default: subject = .other
    }
    let hasOtherEnd =
      [.read, .write, .descriptor].contains(subject)
      && DescriptorWaits(engine: engine).hasOtherEnd(of: edge.resource, isWriter: subject != .write)
    let evidence = StarvedWait(subject, self.edge(edge), isOtherEndOpen: hasOtherEnd ? true : nil)
    return finding(
      .waitNeverSatisfied(evidence), at: naming.currentLocation(edge.waiter),
      participants: dead.members.map(participant), alsoStuck: dead.alsoStuck.map(participant),
      steps: stepsOrLast(of: Set(dead.members), on: [edge.resource]), omission: omissions.ofOther(edge))
  }

  /// Whether what a task waits in is the sleep of a run loop: what Foundation reads is the program's.
  private func isInRunLoop(_ task: TaskID) -> Bool {
    if engine.pointee.world.pendingOperation(of: task).kind.isTransfer { return false }
    let site = engine.pointee.tasks[task].pointee.site.address ?? 0
    return gcdc_is_run_loop_site(UnsafeRawPointer(bitPattern: site))
  }

  private func waitsForResume(_ dead: DeadSet) -> Finding {
    let edge = dead.edges[0]
    let waiter = (dead.members + dead.alsoStuck).first { isStarted($0) && !isInRunLoop($0) }
    var waits = waiter.flatMap { engine.pointee.world.waits(of: $0).first }.map(self.edge)
    // The handler of a source is no block that is queued: that it would help showed when it was opened.
    if edge.resource.kind == .source { waits?.wakers = [.resume(naming.object(edge.resource))] }
    return finding(
      .leftSuspended(
        left(edge.resource, waiter: waits ?? self.edge(edge))),
      at: waiter.flatMap(naming.currentLocation), participants: waiter.map { [participant($0)] } ?? [],
      alsoStuck: (dead.members + dead.alsoStuck).filter { $0 != waiter && isStarted($0) }.map(participant),
      steps: steps(of: Set(dead.members), on: [edge.resource]),
      omission: placeLeft(edge.resource).map {
        Omission(engine.pointee.world.isInactive(edge.resource) ? .neverActivated : .neverResumed, at: $0)
      })
  }

  private func poolExhausted(_ dead: DeadSet) -> Finding {
    let edges = dead.members.flatMap { engine.pointee.world.waits(of: $0).prefix(1) }
    let queued = dead.edges.filter { $0.kind == .worker }.map(\.waiter)
    let evidence = ExhaustedPool(
      needed: max(neededWorkers, dead.workersNeeded), width: engine.pointee.world.workers,
      edges: edges.map(edge), queued: queued.prefix(4).compactMap(naming.submission),
      queuedCount: queued.count, isCooperative: engine.pointee.world.cooperativePoolIsExhausted)
    return finding(
      .poolExhausted(evidence), at: dead.members.first.flatMap(naming.currentLocation),
      participants: dead.members.prefix(4).map(participant),
      alsoStuck: dead.alsoStuck.prefix(4).map(participant),
      steps: lastSteps(before: engine.pointee.trace.count, most: 40))
  }

  /// Blocks that stay queued when the body has returned, since every worker is blocked for good.
  func starvedPool() -> [Finding] {
    guard engine.pointee.world.itemsWaitingForPool > 0,
      let dead = engine.pointee.world.diagnoseQuiescence(), dead.cause == .poolExhausted
    else { return [] }
    return [poolExhausted(dead)]
  }

  // MARK: Parts

  /// A wait in the report's terms.
  func edge(_ found: GCDModel.WaitEdge) -> GCDReport.WaitEdge {
    let edge = trials.corrected(found)
    let operations = UnfinishedOperations(engine: engine, naming: naming)
    return GCDReport.WaitEdge(
      waiter: naming.participant(edge.waiter), callOf(edge.waiter), for: operations.resource(of: edge),
      heldBy: edge.holder == .none ? nil : naming.participant(edge.holder),
      at: naming.currentLocation(edge.waiter), heldSince: heldSince(edge), wakers: wakers(edge))
  }

  /// Where the holder took what the waiter wants; nil for what is not taken, or was before the run.
  func heldSince(_ edge: GCDModel.WaitEdge) -> CodeLocation? {
    if edge.holder == .none || edge.resource.kind == .queue { return nil }
    if edge.kind == .lock || edge.kind == .readWriteLock {
      let locks = LeftLocks(engine: engine, naming: naming)
      if engine.pointee.world.phase(of: edge.holder) == .ended {
        return locks.place(edge.resource, ofEnded: edge.holder)
      }
      return locks.acquisition(of: edge.resource, by: edge.holder).flatMap { index in
        let step = engine.pointee.trace.steps[index]
        return locks.placeOfUse(naming.frames(step.stack, or: step.site))
      }
    }
    if edge.resource.kind == .futex { return cancelled(by: edge.holder) }
    return taken(edge.resource, by: edge.holder)
  }

  /// Where a task took last what it has still; nil where it has given it back, or the run did not see it.
  func taken(_ resource: ObjectID, by task: TaskID) -> CodeLocation? {
    acquisition(of: resource, by: task).flatMap { naming.location($0.site, $0.stack) }
  }

  /// The step in which `task` took what it still holds.
  func acquisition(of resource: ObjectID, by task: TaskID) -> StepRecord? {
    var index = engine.pointee.trace.count
    while index > engine.pointee.trace.first {
      index -= 1
      let step = engine.pointee.trace.steps[index]
      if step.object != resource || step.task != task || step.isBlocked { continue }
      switch step.kind.lockEffect {
      case .take, .takeShared, .tryTake, .tryTakeShared, .once, .semaphoreWait:
        if step.result >= 0 { return step }
      case .giveBack, .settle, .semaphoreSignal: return nil
      case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .section,
        .handedSection, .turn, .sectionEnd, .groupWait, .conditionWait, .status, .statusSection:
        break
      }
    }
    return nil
  }

  /// Where a task made the call that cancels a Swift task and has not returned.
  private func cancelled(by task: TaskID) -> CodeLocation? {
    guard engine.pointee.notes.cancellations.contains(where: { $0.task == task && $0.end == .max }) else {
      return nil
    }
    return lastStep(of: task) { $0.kind == .cancelTask }.flatMap { naming.location($0.site, $0.stack) }
  }

  private func lastStep(of task: TaskID, where holds: (StepRecord) -> Bool) -> StepRecord? {
    lastStep(ofOneOf: [task], where: holds)
  }

  func lastStep(ofOneOf tasks: Set<TaskID>, where holds: (StepRecord) -> Bool) -> StepRecord? {
    var index = engine.pointee.trace.count
    while index > engine.pointee.trace.first {
      index -= 1
      let step = engine.pointee.trace.steps[index]
      if tasks.contains(step.task), holds(step) { return step }
    }
    return nil
  }

  /// The call in which a task waits, as its programmer wrote it.
  func callOf(_ task: TaskID) -> OperationKind {
    let pending = engine.pointee.world.pendingOperation(of: task)
    switch pending.kind.waitsFor {
    case .group: return .groupWait
    case .workItem: return .itemWait
    case .condition: return .conditionWait
    case .barrier: return .barrierWait
    case .turn:
      // The step that queued it says which of the sync calls it was.
      return lastStep(of: task) { $0.kind != .acquire }?.kind ?? .sync
    case .futex:
      // What locks the status of a Swift task within its call has made its step before.
      let call = lastStep(of: task) { $0.kind != .futexWait }?.kind ?? .none
      let isOnStatus = naming.object(pending.object).type == .taskStatus
      return isOnStatus && call.lockEffect == .status ? call : pending.kind
    case .nothing, .lock, .readWriteLock, .once, .semaphore, .thread, .handler, .time, .host, .descriptor:
      return pending.kind
    }
  }

  func participant(_ task: TaskID) -> Participant {
    if !isStarted(task) {
      var participant = naming.details(task, .waitingForWorker)
      participant.queue = naming.object(engine.pointee.world.queue(of: task))
      return participant
    }
    let pending = engine.pointee.world.pendingOperation(of: task)
    if pending.kind == .none { return naming.details(task, .running) }
    return naming.details(
      task, .blocked(in: callOf(task), on: pending.object == .none ? nil : naming.object(pending.object)))
  }

  func isStarted(_ task: TaskID) -> Bool { engine.pointee.tasks[task].pointee.thread != nil }

  private func unique(_ tasks: [TaskID]) -> [TaskID] {
    var seen: Set<TaskID> = []
    return tasks.filter { seen.insert($0).inserted }
  }
}

extension StarvedWait.Subject {
  fileprivate init(ofDescriptorCall call: OperationKind) {
    self = .descriptor
    if call == .readDescriptor || call == .receive { self = .read }
    if call == .writeDescriptor || call == .send { self = .write }
    if call == .lockFile { self = .lock }
  }
}
#endif
