// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension Hint {
  /// The patterns in a finding, the most helpful first; at most two.
  package static func recognized(in finding: Finding) -> [Hint] {
    // A lock that was left is no matter of orders or of what is called under it.
    if finding.omission?.kind == .neverGivenBack, finding.kind.ofHang.code != .semaphoreNeverSignaled {
      return [.unlockOnEveryPath]
    }
    if finding.omission?.kind == .signalTooEarly { return [.sendWhenInstalled] }
    return Array(finding.kind.evidence.hints.compactMap { $0 }.prefix(2))
  }

  static func hints(for cycle: WaitCycle) -> [Hint?] {
    let edges = cycle.edges
    if let wanted = cycle.handlerWait { return [.resumeOutside(wanted.resource, handler: wanted.location)] }
    if cycle.isPendingBarrier { return [.readerBehindBarrier(queue: edges[0].resource)] }
    if let toMain = edges.first(where: { $0.resource.type == .mainQueue && $0.operation.isSync }) {
      return [.makeMainSyncAsync(toMain.location)]
    }
    if let actor = edges.first(where: { $0.resource.type == .actor })?.resource {
      return [.awaitOnActor(actor)]
    }
    if let hint = hint(forSemaphoresIn: edges) { return [hint] }
    let waitsForQueue = edges.contains { $0.operation.isSync }
    if waitsForQueue, let lock = edges.first(where: { $0.resource.type == .lock })?.resource {
      return [.queueUnderLock(lock: lock)]
    }
    return [hint(forOrders: edges)]
  }

  /// What a semaphore does in a cycle: it is a lock, or a wait for it holds up who would signal it.
  private static func hint(forSemaphoresIn edges: [WaitEdge]) -> Hint? {
    let semaphores = edges.filter { $0.operation == .wait && $0.resource.type == .semaphore }
    guard let wait = semaphores.first else { return nil }
    if let lock = semaphores.first(where: { $0.heldSince != nil }) { return .semaphoreAsLock(lock.heldSince) }
    let resources = edges.map(\.resource)
    if let lock = resources.first(where: { $0.type == .lock || $0.type == .readWriteLock }) {
      return .semaphoreUnderLock(wait.resource, lock: lock)
    }
    if resources.contains(where: { $0.type == .once || $0.type == .staticInitializer }) {
      return .semaphoreInInitializer(wait.resource)
    }
    return semaphores.count == edges.count ? .signalBeforeWaiting : .semaphoreAsSync
  }

  static func hint(forOrders edges: [WaitEdge]) -> Hint? {
    let resources = edges.map(\.resource).distinct
    if resources.allSatisfy({ $0.type == .staticInitializer || $0.type == .once }) {
      return .initializersCross
    }
    guard resources.allSatisfy({ $0.type.isQueue || $0.type == .lock }) else { return nil }
    if resources.count > 2 { return .oneOrderForAll }
    guard resources.count == 2 else { return nil }
    return .oneOrder(first: resources[0], second: resources[1])
  }

  static func hint(for evidence: MisuseEvidence) -> Hint? {
    switch evidence.misuse {
    case .unbalancedLeave: hint(forExtraLeave: evidence.ledger)
    case .overResume: .balanceResume
    case .overResumeOfInactiveObject: .resumeOnce
    case .releaseOfSuspendedObject: .resumeBeforeDropping(isInactive: false, evidence.object.type)
    case .releaseOfInactiveObject: .resumeBeforeDropping(isInactive: true, evidence.object.type)
    case .semaphoreFreedBelowItsInitialValue: .startSemaphoreAtZero(evidence.expected ?? 1)
    case .retargetAfterActivation, .retargetOfTargetedQueue: .setTargetBeforeActivation
    case .recursiveOnce: .captureFlagOutsideOnce
    case .blockRunAndWaitedFor, .blockWaitedForTwice, .blockRunAndObserved: .newWorkItem
    case .applyOnOwnQueue: .callDirectly(queue: evidence.object)
    default: nil
    }
  }

  private static func hint(forExtraLeave ledger: Ledger?) -> Hint {
    let rows = ledger?.rows ?? []
    let leaves = rows.filter { $0.operation == .leave }
    guard let extra = leaves.last else { return .leaveBelongsToEnter }
    if !rows.contains(where: { $0.operation == .enter }) { return .leaveBelongsToEnter }
    let late = leaves.filter(\.isAfterTimeout)
    if late.count == 1, let timeout = late.first { return .timeoutAlsoLeaves(timeout.location) }
    guard let other = leaves.dropLast().last(where: { $0.location != extra.location }) else {
      return .leaveBelongsToEnter
    }
    return .onlyOneLeaves(first: other.location, second: extra.location)
  }

  static func hints(for failure: TestFailure) -> [Hint?] {
    if let tiny = failure.timeouts.first(where: { (1..<1_000).contains($0.nanoseconds) }) {
      return [.tinyTimeout(nanoseconds: tiny.nanoseconds, meant: tiny.nanoseconds * 1_000_000_000)]
    }
    if case .lateEnter(let call) = failure.order?.cause {
      return [.enterBeforeSubmitting(enter: call.location)]
    }
    if failure.stateChanges.isEmpty, case .splitSection(let call, _) = failure.order?.cause,
      call.operation == .leaveActor, let actor = call.object
    {
      return [.readAndWriteInOneCall(actor)]
    }
    let overtaken = failure.stateChanges.first.map { Hint.lookAgainAfterAwait($0.actor) }
    return failure.ledgers.compactMap(hint(forLateEnter:)) + [overtaken].compactMap(\.self)
  }

  /// A notify or wait that met an empty group although an enter followed.
  private static func hint(forLateEnter ledger: Ledger) -> Hint? {
    guard let observed = ledger.rows.firstIndex(where: { $0.operation.isObserver && $0.before == 0 }),
      let late = ledger.rows[observed...].first(where: { $0.operation == .enter }),
      late.participant != ledger.rows[observed].participant
    else { return nil }
    return .enterBeforeSubmitting(enter: late.location)
  }
}

extension OperationKind {
  /// Waits for a queue.
  var isSync: Bool {
    switch lockEffect {
    case .section, .handedSection, .turn: true
    case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .sectionEnd, .take,
      .takeShared, .tryTake, .tryTakeShared, .giveBack, .once, .settle, .semaphoreWait, .semaphoreSignal,
      .groupWait, .conditionWait, .status, .statusSection:
      false
    }
  }
}
