// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// What the program said or did itself: failed tests, barriers without effect, dropped sources, foreign
/// threads.
extension FindingBuilder {
  /// GCD501: assertions, failures reported by a scenario, a thrown error.
  func testFailure() -> Finding? {
    var causes: [TestFailure.Cause] = []
    var location: CodeLocation?
    var participant = naming.participant(.body)
    var step: Int?
    for failure in engine.pointee.notes.failures {
      causes.append(.assertion(message: failure.message))
      if location == nil {
        location = naming.location(failure.site)
        participant = naming.participant(failure.task)
        step = failure.step
      }
    }
    for failure in body.assertions {
      causes.append(.assertion(message: failure.message))
      if location == nil {
        location = failure.location
        // The steps that matter are those before it: a test continues after an assertion that failed.
        if let moment = failure.moment {
          participant = naming.participant(moment.task)
          step = moment.step
        }
      }
    }
    if let error = body.thrown { causes.append(.thrown(error: "\(error)")) }
    guard let first = causes.first else { return nil }
    let timedOut = TimedOutWaits(engine: engine, naming: naming)
    var evidence = TestFailure(
      first, further: Array(causes.dropFirst()), by: participant, timeouts: timedOut.first,
      stateChanges: StateChanges(engine: engine, naming: naming).changes)
    evidence.standstillStep = timedOut.standstill
    evidence.shortWait = timedOut.tooShort
    return finding(
      .testFailed(evidence), at: location,
      steps: interactions(before: step ?? engine.pointee.trace.count))
  }

  /// GCD501: how a process has died, or ended itself, with what it leaves undone.
  ///
  /// - Parameter participant: The task that did it, with its stack.
  func processFailure(
    _ cause: TestFailure.Cause, by participant: Participant, at location: CodeLocation? = nil
  ) -> Finding {
    let unfinished =
      engine.pointee.world.tasksInHand().filter { $0 != engine.pointee.current }.map(unfinished)
      + EndlessAwait(engine: engine, naming: naming).ofContinuations()
    let placed = unfinished.filter { ($0.location ?? $0.submission?.location) != nil }
    let timedOut = TimedOutWaits(engine: engine, naming: naming)
    var failure = TestFailure(
      cause, by: participant.name, timeouts: timedOut.first,
      stateChanges: StateChanges(engine: engine, naming: naming).changes, unfinished: placed)
    failure.standstillStep = timedOut.standstill
    failure.shortWait = timedOut.tooShort
    var result = finding(
      .testFailed(failure), at: location, participants: [participant],
      steps: interactions(before: engine.pointee.trace.count))
    if case .signal = cause, let missing = SilentSources(engine: engine, naming: naming).omission,
      missing.kind == .signalTooEarly, missing.location == result.location
    {
      result.omission = missing
    }
    return withRecordedTrace(result)
  }

  /// What may continue is not blocked in the call that it would make next.
  private func unfinished(_ task: TaskID) -> Participant {
    let mayContinue = isStarted(task) && engine.pointee.world.isEnabled(task)
    return mayContinue ? naming.details(task, .running) : participant(task)
  }

  /// GCD303, one for each place.
  func barriersOnGlobalQueues() -> [Finding] {
    engine.pointee.notes.globalBarriers.distinct(by: \.site.rawValue).map { note in
      finding(
        .barrierOnGlobalQueue(GlobalBarrier(note.kind, on: naming.object(note.queue))),
        at: naming.location(note.site, note.stack),
        participants: [
          participant(note.task, .calling(note.kind, on: naming.object(note.queue)), note.stack, note.site)
        ])
    }
  }

  /// GCD304, one for each lock.
  func locksAcrossSuspensions() -> [Finding] {
    engine.pointee.notes.suspensions.distinct(by: \.key).map { note in
      let frames = naming.symbolize(note.stack)
      let acquisition = acquisition(of: note.lock, by: note.task)
      let locked = acquisition.map { naming.frames($0.stack, or: $0.site) } ?? []
      let suspended = frames.awaitInFunction(of: locked) ?? frames.innermostOfUser?.location
      let name = naming.swiftTask(note.swiftTask)
      return finding(
        .lockAcrossSuspension(
          LockAcrossSuspension(
            naming.object(note.lock), by: name, takenAt: locked.innermostOfUser?.location,
            suspendedAt: suspended)),
        at: suspended, participants: [Participant(name, .running, stack: frames)])
    }
  }

  /// GCD208, one for each place.
  func droppedSources() -> [Finding] {
    engine.pointee.notes.droppedSources.distinct(by: \.site.rawValue).map { note in
      let hasCancelHandler = engine.pointee.sources[note.source].cancel != nil
      return finding(
        .sourceDropped(
          DroppedSource(
            naming.object(note.source), at: naming.location(note.site, note.stack),
            hasCancelHandler: hasCancelHandler)),
        at: naming.location(note.site, note.stack) ?? naming.object(note.source).created,
        participants: [participant(note.task, .running, note.stack, note.site)])
    }
  }

  /// GCD902: a call that gcdcheck cannot do under control.
  func refusal() -> Finding {
    let task = engine.pointee.run.endTask
    var finding = self.finding(
      .uncontrolled(Uncontrolled(.runLoopQueue, by: naming.participant(task))),
      at: naming.currentLocation(task),
      participants: [naming.details(task, .running)])
    finding.severity = .error
    return finding
  }

  /// GCD902: threads that the body made, which run outside the schedule.
  func uncontrolledThreads() -> [Finding] {
    engine.pointee.notes.uncontrolledThreads.distinct(by: \.rawValue).map { site in
      finding(
        .uncontrolled(Uncontrolled(.startsThread, by: "a thread that the body made")),
        at: naming.location(site))
    }
  }

  /// GCD902: threads outside the run that called onto its objects while it ran.
  func foreignCalls() -> [Finding] {
    engine.foreignCalls.map { call in
      let stack = withUnsafeBytes(of: call.stack) { bytes in
        Array(bytes.bindMemory(to: UInt.self).prefix(Int(call.depth)))
      }
      let object = naming.object(engine.findKnown(call.object))
      let operation = OperationKind(rawValue: call.operation) ?? .none
      let frames = naming.symbolize(stack)
      return finding(
        .uncontrolled(Uncontrolled(.call(operation), by: "", on: object)),
        at: frames.innermostOfUser?.location,
        participants: [Participant("other thread", .calling(operation, on: object), stack: frames)])
    }
  }

  /// GCD902: queues from outside that were not at rest.
  func workInFlight() -> [Finding] {
    engine.pointee.notes.workInFlight.map { queue in
      finding(.uncontrolled(Uncontrolled(.workInFlight, by: "", on: naming.object(queue))))
    }
  }

  private func participant(_ task: TaskID, _ activity: Activity, _ stack: StackReference, _ site: Site)
    -> Participant
  {
    Participant(
      naming.participant(task), activity, stack: naming.frames(stack, or: site),
      submission: naming.submission(task))
  }
}

extension Sequence {
  /// Of those with the same key, the first.
  fileprivate func distinct(by key: KeyPath<Element, UInt64>) -> [Element] {
    var seen: Set<UInt64> = []
    return filter { seen.insert($0[keyPath: key]).inserted }
  }
}
#endif
