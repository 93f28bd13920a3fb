// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Runs that never end, and runs that do not repeat.
extension FindingBuilder {
  /// GCD402: the tasks that made the last steps, and one round of them; or else the wait that they poll for.
  func livelock() -> Finding {
    let count = engine.pointee.trace.count
    if engine.pointee.progress.isProgressing {
      var finding = withRecordedTrace(self.finding(.livelock(Livelock(.length, steps: count, spinning: []))))
      finding.severity = .warning
      return finding
    }
    let spinning = SpinningTasks.of(engine)
    if let wait = PolledWait(builder: self, spinning: spinning).finding() { return withRecordedTrace(wait) }
    var names: [String] = []
    var named: [TaskID] = []
    // One worker after another block of one loop.
    for task in spinning where !names.contains(naming.participant(task)) {
      names.append(naming.participant(task))
      named.append(task)
    }
    var waiting: [TaskID] = []
    engine.pointee.world.forEachUntimedWait { if !spinning.contains($0) { waiting.append($0) } }
    let round = lastSteps(before: count, most: 24)
    var evidence = Livelock(
      .stepBound, steps: count, spinning: names, round: round,
      attempts: attempts(of: spinning, since: count - SpinningTasks.steps))
    evidence.child = StuckChild(awaitedIn: engine)
    let participants = named.prefix(4).map { naming.details($0, .spinning) }
    // A Swift task that yields has nothing of the program's on a stack.
    let place =
      participants.contains { $0.location != nil } ? nil : round.last { $0.location != nil }?.location
    return withRecordedTrace(
      finding(
        .livelock(evidence), at: place, participants: participants,
        alsoStuck: waiting.prefix(4).map(participant)))
  }

  /// The locks that tasks which go round try without success, and that others keep who do not go round.
  private func attempts(of spinning: [TaskID], since start: Int) -> [GCDReport.WaitEdge]? {
    var seen: Set<ObjectID> = []
    var edges: [GCDReport.WaitEdge] = []
    for index in max(engine.pointee.trace.first, start)..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      guard step.kind == .tryLock, step.result == -1, seen.insert(step.object).inserted else { continue }
      let owner = engine.pointee.world.locks.owner(of: step.object)
      if owner == .none || spinning.contains(owner) { continue }
      let edge = GCDModel.WaitEdge(waiter: step.task, kind: .lock, resource: step.object, holder: owner)
      edges.append(
        GCDReport.WaitEdge(
          waiter: naming.participant(step.task), step.kind, for: naming.object(step.object),
          heldBy: naming.participant(owner), at: naming.location(step.site, step.stack),
          heldSince: heldSince(edge),
          wakers: wakers(edge)))
    }
    return edges.isEmpty ? nil : edges
  }

  /// GCD901: the first step at which two runs of one schedule part.
  func divergence(_ first: RecordedExecution, _ second: RecordedExecution) -> Finding {
    var index = 0
    while index < first.records.count, index < second.records.count,
      first.records[index].hash == second.records[index].hash
    {
      index += 1
    }
    var expected: StepLine?
    if index < first.records.count {
      // Stacks are kept of the last run only.
      var step = first.records[index]
      step.stack = .none
      expected = line(step, at: index)
    }
    let actual = index < second.records.count ? line(second.records[index], at: index) : nil
    var leak = GCDReport.Divergence.Leak.likely(expected, actual)
    if leak == .unknown, index < second.records.count, let later = laterDifference(first, second, index) {
      leak = .likely(line(first.records[later], at: later), line(second.records[later], at: later))
    }
    let evidence = GCDReport.Divergence(at: index, expected: expected, actual: actual, leak: leak)
    let place = actual?.location ?? expected?.location
    if index < second.records.count, second.records[index].stack.count > 0 {
      let step = second.records[index]
      let participant = Participant(
        naming.participant(step.task), .running, stack: naming.frames(step.stack, or: step.site),
        submission: naming.submission(step.task))
      return withRecordedTrace(
        finding(.notDeterministic(evidence), at: place, participants: [participant]), before: index + 1)
    }
    return withRecordedTrace(finding(.notDeterministic(evidence), at: place), before: index + 1)
  }

  /// Where the same step had other tasks ready in the two runs, which no code sees of it: the first step that
  /// was another one, or was made by another task, or on another object.
  private func laterDifference(_ first: RecordedExecution, _ second: RecordedExecution, _ index: Int) -> Int?
  {
    (index..<min(first.records.count, second.records.count)).first {
      let (one, other) = (first.records[$0], second.records[$0])
      return one.task != other.task || one.kind != other.kind || one.object != other.object
    }
  }

  /// GCD901: the schedule waits for a thread that was started in an earlier one, and ended with it.
  func dependence(onThread thread: Site, _ index: Int) -> Finding {
    let step = line(engine.pointee.trace.steps[index], at: index)
    let evidence = GCDReport.Divergence(
      at: index, expected: nil, actual: nil,
      leak: .thread(started: naming.location(thread), object: step.object ?? ObjectName(.unknown)))
    return withRecordedTrace(
      finding(
        .notDeterministic(evidence), at: step.location, participants: [naming.details(.body, .running)],
        steps: lastSteps(before: index + 1)), before: index + 1)
  }

  // MARK: Steps in words

  /// The steps just before one, oldest first; without those by which libdispatch serves I/O channels.
  func lastSteps(before end: Int, most: Int = 12) -> [StepLine] {
    let steps = OpenChannels(engine: engine, naming: naming).lastOtherSteps(before: end, most: most)
    return steps.map { line(engine.pointee.trace.steps[$0], at: $0) }
  }

  /// All steps of the run, as other schedules are compared with it.
  func allSteps() -> [StepLine] { WholeSchedule(evidence: self).steps() }

  /// The steps of a set of tasks and objects that explain how it came to this.
  func steps(of tasks: Set<TaskID>, on objects: Set<ObjectID>, most: Int = 40) -> [StepLine] {
    var lines: [StepLine] = []
    // A block that has not started: what its submitter did with its queue.
    let queued = tasks.filter { !isStarted($0) && $0 != .none }.map {
      (creator: engine.pointee.tasks[$0].pointee.creator, queue: engine.pointee.world.queue(of: $0))
    }
    var index = engine.pointee.trace.count - 1
    while index >= engine.pointee.trace.first, lines.count < most {
      let step = engine.pointee.trace.steps[index]
      let isSubmission =
        step.kind == .async || step.kind == .barrierAsync || step.kind == .notify
        || step.kind == .itemNotify
      let isRelevant =
        (tasks.contains(step.task) && (objects.contains(step.object) || step.kind == .begin))
        || (isSubmission && tasks.contains(TaskID(step.other)))
        || queued.contains { $0.creator == step.task && $0.queue == step.object && $0.queue != .none }
      if isRelevant { lines.append(line(step, at: index)) }
      index -= 1
    }
    return lines.reversed()
  }

  /// Where the waiters themselves did little before their waits, what continued around them as well: a task
  /// did not do what they wait for.
  func stepsOrLast(of tasks: Set<TaskID>, on objects: Set<ObjectID>) -> [StepLine] {
    let fewest = 3
    let lines = steps(of: tasks, on: objects)
    if !pollers.isEmpty { return lines }
    return lines.count < fewest ? lastSteps(before: engine.pointee.trace.count, most: 16) : lines
  }

  /// A step as reports show it.
  ///
  /// - Parameter isPlaced: With the place of the call, which takes long to look up.
  func line(_ step: StepRecord, at index: Int, isPlaced: Bool = true) -> StepLine {
    let outcome: StepOutcome
    if step.isBlocked {
      outcome = .waits
    } else if step.result == -1, !step.kind.isTransfer {
      outcome = .timedOut
    } else if step.kind == .timePasses || step.task == .clock {
      outcome = .clock(step.time)
    } else {
      outcome = .done
    }
    return StepLine(
      index, naming.participant(of: step, at: index), step.kind,
      step.object == .none ? nil : naming.object(step.object),
      at: isPlaced ? naming.location(step.site, step.stack) : nil, outcome, detail: step.chosenEnd)
  }
}

extension StepRecord {
  /// Of several processes that have ended, which one a call is given.
  fileprivate var chosenEnd: String? {
    kind == .waitForProcess && result > 0 ? "number \(result + 1) of those that have ended" : nil
  }
}
#endif
