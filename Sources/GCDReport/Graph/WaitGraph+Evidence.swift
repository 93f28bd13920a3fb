// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What each kind of finding says about who waits for whom.
extension WaitGraph {
  mutating func add(_ finding: Finding) {
    switch finding.kind {
    case .syncOnOwnQueue(let evidence): add(evidence, at: finding.location)
    case .lockOrderInversion(let evidence): add(orders: evidence.edges)
    case .groupNeverEmpty(let evidence): add(evidence)
    case .leftSuspended(let evidence): add(evidence)
    case .poolExhausted(let evidence): add(evidence)
    case .taskNeverFinishes(let evidence):
      let place = evidence.continuation.map { "continuation (\($0.short))" } ?? "a task"
      let awaited = nobody(place)
      connect(participant(evidence.participant), awaited, .waits, "await", at: evidence.location)
      connect(awaited, nobody("nothing left"), .needs, "to be resumed by")
    default:
      for edge in shown(finding.kind.waits) { add(edge) }
    }
  }

  /// One wait: from the participant to what it waits for, and on to who would have to act.
  mutating func add(_ edge: WaitEdge) {
    let waiter = participant(edge.waiter)
    let resource = object(edge.resource)
    connect(waiter, resource, .waits, edge.operation.verb(on: edge.resource), at: edge.location)
    if let holder = edge.holder {
      let label = edge.wakers.lazy.compactMap(\.arrow).first ?? edge.resource.type.holding
      connect(resource, participant(holder), .needs, label, at: edge.heldSince)
      return
    }
    for waker in edge.wakers {
      switch waker {
      case .endOfBlock(_, let runner), .leavesActor(let runner):
        connect(resource, participant(runner), .needs, "runs on")
      case .call(let operation, let caller, let place):
        connect(resource, participant(caller), .needs, "needs \(operation.verb) by", at: place)
      case .queuedBlock(let operation, let queue, let place, _):
        connect(resource, object(queue), .needs, "needs \(operation.verb) by a block of", at: place)
      case .mainThread: connect(resource, participant("main thread"), .needs, "runs on")
      case .resume(let object):
        let other = self.object(object)
        if other != resource { connect(resource, other, .needs, "is queued behind") }
        connect(other, nobody("nothing left"), .needs, "to be resumed by")
      case .queuedBlocks(let count, _, _, _):
        connect(resource, nobody(counted(count, "queued block")), .needs, edge.resource.type.giving)
      case .stuckThread(let other, let place, _):
        connect(resource, participant(other), .needs, edge.resource.type.giving, at: place)
      case .tooEarly, .lastSignal, .endedWithout, .endedWithoutLock, .cancelled, .othersWouldNot,
        .wokeAnother, .gaveBackSilently, .signalledAnother, .keepsPermit, .holdsPermit, .unlockedTooOften,
        .refused, .ranOut,
        .silentSource, .neverDue, .operations, .openChannel, .stuckChild:
        break
      case .neverGivenBack(let other, let place), .heldAcrossAwait(let other, let place):
        connect(resource, participant(other), .needs, edge.resource.type.holding, at: place)
      case .worker: connect(resource, nobody("a free worker"), .needs, "needs")
      case .nobody, .onlyLoops: connect(resource, nobody("nothing left"), .needs, edge.resource.type.giving)
      }
    }
    if edge.wakers.isEmpty { connect(resource, nobody("nothing left"), .needs, edge.resource.type.giving) }
  }

  /// From the queue of the call along its targets to the one that the caller holds.
  private mutating func add(_ evidence: RecursiveSync, at place: CodeLocation?) {
    let caller = participant(evidence.participant)
    connect(caller, object(evidence.queue), .waits, evidence.operation.verb, at: place)
    for (queue, target) in zip(evidence.chain, evidence.chain.dropFirst()) {
      connect(object(queue), object(target), .targets, "targets")
    }
    connect(object(evidence.held), caller, .needs, "runs on", at: evidence.heldSince)
  }

  /// Workers that wait in the same call share a node: there are many.
  private mutating func add(_ evidence: ExhaustedPool) {
    let isCooperative = evidence.isCooperative == true
    let work = counted(evidence.queuedCount, isCooperative ? "queued task" : "queued block")
    let queued = evidence.queuedCount > 0 ? nobody(work) : nil
    let waits = evidence.edges.merged().map(\.edge)
    for edge in shown(waits) {
      guard let queued, edge.holder == nil, edge.wakers.isEmpty || edge.wakers == [.worker] else {
        add(edge)
        continue
      }
      let resource = object(edge.resource)
      let verb = edge.operation.verb(on: edge.resource)
      connect(participant(edge.waiter), resource, .waits, verb, at: edge.location)
      connect(resource, queued, .needs, "needs")
    }
    if let queued {
      connect(queued, nobody(isCooperative ? "a free thread" : "a free worker"), .needs, "have to wait for")
    }
  }

  /// Each waiter holds what the one before it wants.
  private mutating func add(orders edges: [WaitEdge]) {
    let edges = Array(shown(edges))
    for (index, edge) in edges.enumerated() {
      connect(participant(edge.waiter), object(edge.resource), .waits, "takes", at: edge.location)
      let held = edges[(index + edges.count - 1) % edges.count].resource
      connect(object(held), participant(edge.waiter), .needs, "held by", at: edge.heldSince)
    }
  }

  private mutating func add(_ evidence: GroupNeverEmpty) {
    switch evidence.waiting {
    case .wait(let edge): add(edge)
    case .notify(let caller, let place, let queue):
      let group = object(evidence.group)
      let block = nobody("the block of notify" + (queue.map { " for \($0.compact)" } ?? ""))
      connect(participant(caller), block, .targets, "notify", at: place)
      connect(block, group, .waits, "runs when empty")
      connect(group, nobody("nothing left"), .needs, "needs \(counted(evidence.count, "more leave")) by")
    }
  }

  private mutating func add(_ evidence: LeftSuspended) {
    let left = object(evidence.object)
    if let waiter = evidence.waiter {
      connect(
        participant(waiter.waiter), object(waiter.resource), .waits, waiter.operation.verb,
        at: waiter.location)
      if waiter.resource != evidence.object {
        connect(object(waiter.resource), left, .needs, "needs a block behind")
      }
    }
    if evidence.pendingCount > 0 {
      let blocks = nobody(counted(evidence.pendingCount, "queued block"))
      connect(blocks, left, .waits, "behind")
    }
    describe(left, evidence.state.rawValue)
    let remedy =
      switch evidence.state {
      case .suspended: "to be resumed by"
      case .inactive: "to be activated by"
      case .entered: "to be left by"
      }
    connect(left, nobody("nothing left"), .needs, remedy)
  }
}

extension Waker {
  /// What is at the arrow from the resource to the one who holds it.
  fileprivate var arrow: String? {
    switch self {
    case .endOfBlock: "runs on"
    case .mainThread, .leavesActor: "runs on"
    case .call(let operation, _, _): "needs \(operation.verb) by"
    case .queuedBlock(let operation, _, _, _): "needs \(operation.verb) by"
    case .queuedBlocks, .stuckThread, .tooEarly, .lastSignal, .endedWithout, .endedWithoutLock,
      .neverGivenBack, .heldAcrossAwait, .cancelled, .othersWouldNot, .wokeAnother, .gaveBackSilently,
      .signalledAnother,
      .keepsPermit, .holdsPermit, .unlockedTooOften, .refused, .ranOut, .silentSource, .neverDue, .operations,
      .openChannel, .stuckChild,
      .resume, .worker, .nobody, .onlyLoops:
      nil
    }
  }
}

extension ObjectType {
  /// How a thread holds such a thing.
  fileprivate var holding: String { isQueue ? "runs on" : "held by" }

  /// What a waiter for such a thing hopes for, to be before "nothing left".
  fileprivate var giving: String {
    switch self {
    case .semaphore, .condition, .posixSemaphore: "to be signalled by"
    case .group: "to be left by"
    case .lock, .readWriteLock: "to be unlocked by"
    default: "needs"
    }
  }
}
