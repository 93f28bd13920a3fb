// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDVocabulary

extension Finding {
  /// What is said of each wait: that it lasts, and why nothing ends it.
  func waitClaims(in world: RecordedWorld) -> [Claim] {
    (kind.waits + notifies).flatMap { edge -> [Claim] in
      var claims: [Claim] = []
      let began = world.lastStep(of: edge.waiter)
      if began != nil {
        let isLast = world.isStuck(edge.waiter, in: edge.operation, on: edge.resource)
        claims.append(Claim("\(edge.waiter) waits forever for \(edge.resource.short)", isLast))
      }
      return claims + edge.wakers.flatMap { claim(of: $0, on: edge, since: began?.index, in: world) }
    }
  }

  /// A block that is registered with a group waits for it, as a thread would.
  private var notifies: [WaitEdge] {
    guard case .groupNeverEmpty(let evidence) = kind, case .notify(_, let place, _) = evidence.waiting
    else { return [] }
    return [
      WaitEdge(
        waiter: "the notify block", .notify, for: evidence.group, at: place,
        wakers: evidence.wakers ?? [.nobody])
    ]
  }

  private func claim(of waker: Waker, on edge: WaitEdge, since began: StepIndex?, in world: RecordedWorld)
    -> [Claim]
  {
    let giving = OperationKind.giving(edge.resource.type)
    func one(_ sentence: String, _ holds: Bool) -> [Claim] { [Claim("\(edge.waiter): \(sentence)", holds)] }
    switch waker {
    case .nobody, .onlyLoops:
      return one("no queued block is left", world.queuedBlocks(from: nil) == 0)
    case .queuedBlock(_, _, let place, _):
      // Handlers of sources are submitted by nobody, those of channels by libdispatch.
      return place.map(world.hasSubmissions) != true
        ? [] : one("a block is queued", world.queuedBlocks(from: place) > 0)
    case .queuedBlocks(let count, _, _, _):
      return one("\(count) blocks are queued", world.queuedBlocks(from: nil) == count)
    case .call(_, let other, _), .stuckThread(let other, _, _), .leavesActor(let other):
      return world.lastStep(of: other) == nil ? [] : one("\(other) waits itself", isListedAsStuck(other))
    case .tooEarly(let call, let other, _, let index):
      return one(
        "\(other) made \(call) before the wait", world.made(call, by: other, at: index) && index < began ?? 0)
    case .lastSignal(let call, let other, _, let index):
      let later = world.steps(giving, on: edge.resource).contains {
        $0.index > index && $0.participant != edge.waiter
      }
      return one("\(other) made the last \(call)", world.made(call, by: other, at: index) && !later)
    case .wokeAnother(let other, _, let index):
      return one(
        "\(other) signalled",
        world.step(index).map { giving.contains($0.operation) && $0.participant == other } ?? false)
    case .ranOut(let other, _, let index):
      return one("a wait of \(other) ran out", world.step(index)?.participant == other && index <= began ?? 0)
    case .endedWithout(_, let places, _):
      // Handlers of sources are submitted by nobody.
      return places.filter(world.hasSubmissions).flatMap { place in
        one(
          "a block of \(place.short) ended without it",
          world.hasBlock(from: place, without: giving, on: edge.resource))
      }
    case .neverGivenBack(let other, let place), .keepsPermit(let other, let place),
      .holdsPermit(let other, let place):
      return OperationKind.taking(edge.resource.type).isEmpty
        ? [] : one("\(other) has not given it back", world.holds(other, edge.resource, since: place))
    case .gaveBackSilently(let other, _, _):
      let signals = world.steps(giving, on: edge.resource)
      return one(
        "\(other) gave no signal", !signals.contains { $0.participant == other && $0.index > began ?? 0 })
    case .signalledAnother(let other, let condition, _):
      let signals = world.steps(giving, on: condition)
      return one(
        "\(other) signalled \(condition.short)",
        signals.contains { $0.participant == other && $0.index > began ?? 0 })
    case .resume(let object):
      return one("\(object.short) is suspended", (world.count(of: object) ?? 1) > 0)
    case .endOfBlock(let queue, let other):
      return queue.type.isRoot || world.lastStep(of: other) == nil
        ? [] : one("\(other) has not left \(queue.short)", world.isInside(queue, other))
    case .mainThread:
      // Or what an async main is called.
      return one(
        "the main thread is blocked",
        ["main thread", "main task"].contains { world.waits($0) || isListedAsStuck($0) })
    case .heldAcrossAwait(let other, let place):
      return one("\(other) has not unlocked it", world.holds(other, edge.resource, since: place))
    case .cancelled(_, let call):
      let cancels = world.steps.map(\.line).filter { $0.operation == .itemCancel }
      return one("the item was cancelled", cancels.contains { call == nil || $0.location == call })
    case .othersWouldNot(_, let other, _, _):
      // With a finding of its own where it is a cause.
      return other.map { name in
        one(
          "\(name) has not ended",
          isListedAsStuck(name) || world.lastStep(of: name) != nil && !world.isOver(name))
      } ?? []
    case .unlockedTooOften(let other, let place):
      return one(
        "\(other) unlocked what no thread had", world.isGivenTooOften(edge.resource, by: other, at: place))
    case .refused(let other, let place):
      // A lock that no other task can have met is asked for without a step.
      if let place, !world.isAnyStep(at: place) { return [] }
      return one(
        "\(other) asked for what it had", world.isTakenTwice(edge.resource, by: other, at: place))
    case .silentSource(let source, let silence, _):
      return one("\(source.short) is \(silence.rawValue)", world.isSilent(source, silence))
    case .operations(.runs(_, let other, _)): return one("\(other) is stuck", isListedAsStuck(other))
    case .operations(.queueFull(_, _, let limit, let running, _)):
      return one("\(limit) operations run at once", running.count == limit)
    // Foundation's operations, libdispatch's channels and blocks that are not due are in no step.
    case .operations, .openChannel, .neverDue, .stuckChild: return []
    case .endedWithoutLock(let place, _, _):
      let lock = world.lock(ofWaitFor: edge.resource, by: edge.waiter)
      return one(
        "a block of \(place.short) ended without the lock",
        lock.map { world.hasBlock(from: place, without: OperationKind.taking($0.type), on: $0) } ?? false)
    // That no block ends, and no worker is free then, is said of each of those that wait.
    case .worker: return []
    }
  }

  /// That nothing else can run: no block is left that only a missing worker could hold up. Who waits in a
  /// call that is a step when it returns, and who has left a block of a global queue, is in no step.
  func restClaims(in world: RecordedWorld) -> [Claim] {
    let isSaid: Bool =
      switch kind {
      case .waitCycle(let cycle): !cycle.othersStillRun
      case .leftSuspended(let evidence): evidence.waiter != nil
      default: false
      }
    guard isSaid else { return [] }
    return [Claim("nothing else can run, and a block of a global queue can", !world.isAnyBlockFree)]
  }

  /// The report shows where it is stuck, which has a claim of its own.
  private func isListedAsStuck(_ name: String) -> Bool {
    (participants + alsoStuck).contains { participant in
      if participant.name != name { return false }
      if case .running = participant.activity { return false }
      return participant.activity != .finished
    }
  }

  /// The mark at the line that the report begins with.
  func omissionClaims(_ omission: Omission, in world: RecordedWorld) -> [Claim] {
    let here = world.steps.map(\.line).filter { $0.location == omission.location }
    func one(_ holds: Bool) -> [Claim] {
      [Claim("\(omission.kind.rawValue) at \(omission.location.short)", holds)]
    }
    switch omission.kind {
    case .neverGivenBack:
      let lines = here.isEmpty ? world.steps.map(\.line) : here
      return one(
        lines.contains { line in
          guard let object = line.object else { return false }
          return world.holds(line.participant, object, since: omission.location)
        })
    case .neverLeft, .leftTooRarely:
      // Or the submission of a block of the group, which enters it. Only the first enter is a step.
      let enters = ledgers.flatMap(\.rows).filter { $0.operation == .enter }.map(\.location)
      let lines = world.steps.lazy.map(\.line).filter {
        $0.operation == .enter || $0.operation.isSubmission
      }.map(\.location)
      let places = [omission.location] + (omission.others ?? [])
      return one(places.allSatisfy { enters.contains($0) || lines.contains($0) })
    case .neverSignaled, .madeWithoutSignal, .operationNotFinished, .neverDue, .itemCancelled:
      return here.isEmpty ? [] : one(true)
    case .neverResumed:
      return one(
        here.contains { line in line.operation == .suspend && (line.object.flatMap(world.count) ?? 0) > 0 })
    case .neverAcquired:
      return one(
        here.contains {
          $0.operation == .unlock || $0.operation == .unlockReadWrite || $0.operation == .signal
        })
    case .wokeAnother:
      return one(here.contains { $0.operation == .signalCondition || $0.operation == .signal })
    case .heldDuringCall:
      return one(
        participants.contains { participant in
          participant.stack.contains { $0.location == omission.location }
        })
    case .signalTooEarly: return one(here.contains { $0.operation == .sendSignal })
    case .sourceCancelled: return one(here.contains { $0.operation == .cancel })
    case .scheduledOnce: return one(here.contains { $0.operation == .setTimer })
    case .lockRefused:
      return here.isEmpty
        ? []
        : one(
          here.contains { OperationKind.taking($0.object?.type ?? .unknown).contains($0.operation) })
    // These calls are no steps.
    case .neverActivated, .sourceDropped, .dependsInCircle, .dependsOnNeverAdded, .operationsSuspended,
      .neverScheduled:
      return []
    }
  }
}

extension OperationKind {
  /// What begins, and what ends, a participant's time inside of a queue.
  fileprivate static let entering: Set<OperationKind> = [.begin, .beginOnMain, .sync, .barrierSync, .acquire]
  fileprivate static let leaving: Set<OperationKind> = [.end, .endSync]

  var isSubmission: Bool {
    [.async, .barrierAsync, .asyncAndWait, .barrierAsyncAndWait, .sync, .barrierSync].contains(self)
  }
}

extension RecordedWorld {
  /// The lock that a participant gave back for its last wait for a condition.
  func lock(ofWaitFor condition: ObjectName, by participant: String) -> ObjectName? {
    steps.last {
      $0.line.operation == .conditionWait && $0.line.object == condition
        && $0.line.participant == participant
    }?.lock
  }

  /// Whether a participant has entered a queue and not left it.
  func isInside(_ queue: ObjectName, _ participant: String) -> Bool {
    var depth = 0
    // A level further down is entered with the queue that hangs at it.
    let isTarget = !steps.contains { $0.line.participant == participant && $0.line.object == queue }
    for line in steps.lazy.map(\.line)
    where line.participant == participant && (isTarget || line.object == queue) {
      if OperationKind.entering.contains(line.operation), line.outcome != .waits { depth += 1 }
      if OperationKind.leaving.contains(line.operation) { depth -= 1 }
    }
    return depth > 0
  }

  func made(_ call: OperationKind, by participant: String, at index: StepIndex) -> Bool {
    step(index).map { $0.operation == call && $0.participant == participant } ?? false
  }

  func hasSubmissions(at place: CodeLocation) -> Bool {
    submissions.values.contains { steps[$0].line.location == place }
  }

  /// Whether a block that was submitted at a place made none of these calls on an object.
  func hasBlock(from place: CodeLocation, without calls: Set<OperationKind>, on object: ObjectName) -> Bool {
    submissions.contains { block, index in
      steps[index].line.location == place && starts[block] != nil
        && !steps(ofBlock: block).contains { calls.contains($0.line.operation) && $0.line.object == object }
    }
  }
}
