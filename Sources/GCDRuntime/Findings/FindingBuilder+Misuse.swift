// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// Calls for which libdispatch ends the process, and what a run leaves behind.
extension FindingBuilder {
  /// 201–204, 206 and 207: the last step of the run.
  func misuse() -> Finding {
    let task = engine.pointee.run.endTask
    let object = engine.pointee.run.endObject
    let misuse = engine.pointee.run.endMisuse
    let name = naming.object(object)
    let participants = [naming.details(task, .calling(lastCall(task, misuse), on: name))]
    let kind: FindingKind
    switch misuse {
    case .notOnQueue, .onQueue, .notBarrierOnQueue:
      let rule: FailedPrecondition.Rule =
        misuse == .notOnQueue ? .onQueue : misuse == .onQueue ? .notOnQueue : .asBarrier
      let current = engine.pointee.world.currentQueue(task)
      kind = .preconditionFailed(
        FailedPrecondition(
          rule, name, ranOn: current == .none ? nil : naming.object(current), by: naming.participant(task)))
    case .semaphoreFreedBelowItsInitialValue:
      kind = .misuse(
        MisuseEvidence(
          misuse, by: naming.participant(task), of: name, ledger: ledger(object),
          value: engine.pointee.world.semaphores.value(of: object),
          expected: engine.pointee.world.semaphores.originalValue(of: object)))
    default:
      kind = .misuse(MisuseEvidence(misuse, by: naming.participant(task), of: name, ledger: ledger(object)))
    }
    let written = WrittenCode.innermost(in: participants[0].stack)
    return finding(
      kind, at: misuse.isRelease ? written ?? naming.currentLocation(task) : naming.currentLocation(task),
      participants: participants, steps: steps(of: [task], on: [object]))
  }

  /// 209: the last step of the run.
  func resumedTwice() -> Finding {
    let (task, object) = (engine.pointee.run.endTask, engine.pointee.run.endObject)
    guard let first = engine.pointee.run.firstResumption else {
      internalError("a second resume without a first")
    }
    let location = naming.currentLocation(task)
    let evidence = ContinuationResumedTwice(
      of: naming.object(object),
      awaitedAt: naming.symbolize(first.awaiting).innermostOfUser?.location,
      first: ParticipantPlace(
        first.swiftTask == .none ? naming.thread(first.runner) : naming.swiftTask(first.swiftTask),
        at: naming.location(first.site, first.stack)),
      second: ParticipantPlace(naming.participant(task), at: location))
    return finding(
      .continuationResumedTwice(evidence), at: location,
      participants: [naming.details(task, .calling(.resumeTask, on: naming.object(object)))],
      steps: steps(of: [task, first.runner], on: [object]))
  }

  /// 210: the last step of the run.
  func secondConsumer() -> Finding {
    let task = engine.pointee.run.endTask
    guard let first = engine.pointee.run.firstConsumer else {
      internalError("a second consumer without a first")
    }
    let location = naming.currentLocation(task)
    let evidence = SecondConsumer(
      after: ParticipantPlace(
        naming.swiftTask(first.object),
        at: naming.symbolize(first.awaiting).innermostOfUser?.location),
      second: ParticipantPlace(naming.participant(task), at: location))
    return finding(
      .secondConsumer(evidence), at: location,
      participants: [naming.details(task, .calling(.awaitElement, on: nil))],
      steps: steps(of: [task, first.runner], on: [.none]))
  }

  private func lastCall(_ task: TaskID, _ misuse: Misuse) -> OperationKind {
    switch misuse {
    case .unbalancedLeave: .leave
    case .overResume, .overResumeOfInactiveObject: .resume
    case .blockWaitedForTwice, .invalidBlockObject: .itemWait
    case .blockRunAndObserved, .invalidBlockObserved: .itemNotify
    case .invalidBlockCancelled: .itemCancel
    case .invalidBlockTestCancelled: .itemTestCancel
    default: engine.pointee.world.pendingOperation(of: task).kind
    }
  }

  /// What is left after the drain.
  func audit() -> [Finding] {
    engine.pointee.world.audit().compactMap { fact in
      switch fact {
      case .deadCycle(let edges): return cycle(edges, alsoStuck: [], othersStillRun: false)
      case .notifyNeverFires(let group, let item): return notifyNeverFires(group, item)
      case .itemNeverRuns(let workItem, let item): return itemNeverRuns(workItem, item)
      case .leftSuspended(let object, _), .leftInactive(let object, _):
        return finding(.leftSuspended(left(object, waiter: nil)), at: placeLeft(object))
      case .leftEntered(let group, let count):
        if let record = engine.pointee.records.find(group),
          record.pointee.isAdopted || isInternal(record.pointee)
        {
          return nil
        }
        return finding(
          .leftSuspended(LeftSuspended(.entered, naming.object(group), count: count, ledger: ledger(group))),
          at: placeLeft(group))
      case .abandonedWait(let edge):
        let heldUp = engine.heldUp(by: edge)
        if !heldUp.isEmpty { return missed(edge, alsoStuck: heldUp) }
        if !engine.isMissed(edge) { return nil }
        if let task = engine.missedTask(), isOutweighed(DeadSet(missed: edge), by: task) { return nil }
        return missed(edge)
      }
    }
  }

  /// Made by libdispatch for itself: a channel's group is entered as long as the channel is open.
  private func isInternal(_ record: ObjectRecord) -> Bool {
    guard let address = record.site.address else { return false }
    return gcdc_is_dispatch_address(UnsafeRawPointer(bitPattern: address))
  }

  /// A block that others wait for is registered with what never comes to its end.
  func notifyNeverRuns(_ dead: DeadSet) -> Finding {
    let edge = dead.edges[0]
    return edge.resource.kind == .workItem
      ? itemNeverRuns(edge.resource, edge.waiter, alsoStuck: dead.alsoStuck)
      : notifyNeverFires(edge.resource, edge.waiter, alsoStuck: dead.alsoStuck)
  }

  private func notifyNeverFires(_ group: ObjectID, _ item: TaskID, alsoStuck: [TaskID] = []) -> Finding {
    let record = engine.pointee.tasks[item].pointee
    let queue = engine.pointee.world.queue(of: item)
    let place = naming.location(record.submission, record.submissionStack)
    let evidence = GroupNeverEmpty(
      naming.object(group), count: engine.pointee.world.groups.count(of: group),
      .notify(
        participant: naming.participant(record.creator), location: place,
        queue: queue == .none ? nil : naming.object(queue)),
      wakers: wakers(GCDModel.WaitEdge(waiter: item, kind: .group, resource: group, holder: .none)),
      ledger: ledger(group))
    return finding(
      .groupNeverEmpty(evidence), at: place, alsoStuck: alsoStuck.map(participant),
      steps: steps(of: [], on: [group]),
      omission: omissions.ofGroup(group))
  }

  /// A block registered with a work item that no task has run.
  private func itemNeverRuns(_ workItem: ObjectID, _ item: TaskID, alsoStuck: [TaskID] = []) -> Finding {
    let record = engine.pointee.tasks[item].pointee
    let place = naming.location(record.submission, record.submissionStack)
    let edge = GCDReport.WaitEdge(
      waiter: "the notify block", .itemNotify, for: naming.object(workItem), heldBy: nil, at: place,
      heldSince: nil, wakers: isAnyBlockHeldUp ? [] : [noWaker])
    return finding(
      .waitNeverSatisfied(StarvedWait(.workItem, edge)), at: place, alsoStuck: alsoStuck.map(participant),
      steps: steps(of: [], on: [workItem]))
  }

  /// A suspended or inactive object, with the first blocks that wait behind it.
  func left(_ object: ObjectID, waiter: GCDReport.WaitEdge?) -> LeftSuspended {
    let work = engine.pointee.world.pendingWork(behind: object)
    let isInactive = engine.pointee.world.isInactive(object)
    return LeftSuspended(
      isInactive ? .inactive : .suspended, naming.object(object),
      count: isInactive ? 1 : engine.pointee.world.suspendCount(of: object),
      pending: work.prefix(4).compactMap(naming.submission), pendingCount: work.count, waiter: waiter,
      ledger: ledger(object))
  }

  /// Where the object was suspended or entered last, as no resume or leave answers; where it was made, if it
  /// is inactive or that was not seen.
  func placeLeft(_ object: ObjectID) -> CodeLocation? {
    let opening = engine.pointee.world.isInactive(object) ? nil : rows(object).last(where: \.isOpening)
    return opening?.location ?? naming.object(object).created
  }

  // MARK: Ledgers

  /// The history of a count, as the run recorded it; a long one keeps its ends.
  func ledger(_ object: ObjectID) -> Ledger? {
    let rows = rows(object)
    if rows.isEmpty { return nil }
    let most = 24
    if rows.count <= most { return Ledger(naming.object(object), rows: rows) }
    return Ledger(
      naming.object(object), rows: Array(rows.prefix(most / 2) + rows.suffix(most / 2)),
      omitted: rows.count - most)
  }

  private func rows(_ object: ObjectID) -> [LedgerRow] {
    var rows: [LedgerRow] = []
    let enters = GroupEnters(engine: engine, naming: naming)
    for (index, entry) in engine.pointee.world.core.ledger.entries.enumerated() where entry.object == object {
      let note = index < engine.pointee.notes.ledger.count ? engine.pointee.notes.ledger[index] : nil
      let isEnd =
        entry.kind == .leave && enters.isEnd(ofBlock: entry.task, of: object, at: note?.step ?? .max)
      rows.append(
        row(
          entry.task, isEnd ? .end : entry.kind, entry.before, entry.after, note?.step ?? 0, note?.stack,
          note?.site))
    }
    // The call that ended the run changed nothing any more.
    let last: (kind: OperationKind, before: Int, after: Int)? =
      switch engine.pointee.run.endMisuse {
      case .unbalancedLeave: (.leave, 0, -1)
      case .overResume, .overResumeOfInactiveObject: (.resume, 0, -1)
      case .semaphoreSignaledBeyondItsLimit: (.signal, .max, .max)
      default: nil
      }
    if let last, object == engine.pointee.run.endObject {
      let record = engine.pointee.tasks[engine.pointee.run.endTask].pointee
      rows.append(
        row(
          engine.pointee.run.endTask, last.kind, last.before, last.after, engine.pointee.trace.count - 1,
          record.stack, record.site))
    }
    return rows
  }

  private func row(
    _ task: TaskID, _ kind: OperationKind, _ before: Int, _ after: Int, _ step: Int, _ stack: StackReference?,
    _ site: Site?
  ) -> LedgerRow {
    let frames = naming.frames(stack ?? .none, or: site ?? .none).filter(\.isUserCode)
    return LedgerRow(
      step: step, naming.participant(task), kind, before, to: after,
      at: frames.first { $0.location != nil }?.location, in: frames.first?.function,
      isAfterTimeout: timedOutBefore(task, step))
  }

  /// Whether the wait that a task made last before a step had run out.
  private func timedOutBefore(_ task: TaskID, _ step: Int) -> Bool {
    var index = min(step, engine.pointee.trace.count) - 1
    while index >= engine.pointee.trace.first {
      let earlier = engine.pointee.trace.steps[index]
      if earlier.task == task {
        let isWait = earlier.kind == .wait || earlier.kind == .groupWait || earlier.kind == .groupWake
        if isWait { return earlier.result == -1 }
      }
      index -= 1
    }
    return false
  }
}

extension LedgerRow {
  /// A call that another one has to answer.
  fileprivate var isOpening: Bool {
    (operation == .suspend || operation == .enter) && location != nil
  }
}
#endif
