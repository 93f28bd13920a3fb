// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDVocabulary

/// A sentence of a report, and whether the recorded schedule bears it out.
struct Claim {
  let sentence: String
  let holds: Bool

  init(_ sentence: String, _ holds: Bool) {
    self.sentence = sentence
    self.holds = holds
  }
}

extension Finding {
  /// The sentences of the report that its own schedule contradicts; empty where earlier steps are missing.
  ///
  /// Each kind of sentence has one predicate, over nothing but the steps and changes that were recorded.
  public var brokenClaims: [String] {
    guard let trace = recordedTrace, let world = RecordedWorld(trace) else { return [] }
    return claims(in: world).filter { !$0.holds }.map(\.sentence)
  }

  /// How many sentences can be checked.
  public var checkedClaims: Int {
    recordedTrace.flatMap { RecordedWorld($0) }.map { claims(in: $0).count } ?? 0
  }

  private func claims(in world: RecordedWorld) -> [Claim] {
    stepClaims(in: world) + participantClaims(in: world) + countClaims(in: world)
      + waitClaims(in: world) + restClaims(in: world) + failureClaims(in: world)
      + (omission.map { omissionClaims($0, in: world) } ?? [])
  }

  /// The table of steps shows steps of the schedule, as they were.
  private func stepClaims(in world: RecordedWorld) -> [Claim] {
    steps.lines.map { line in
      let recorded = world.step(line.index)
      let isSame =
        recorded?.participant == line.participant && recorded?.operation == line.operation
        && recorded?.object == line.object && recorded?.location == line.location
      return Claim("step #\(line.index) is \(line.operation) by \(line.participant)", isSame)
    }
  }

  /// Who is stuck makes no step after its wait; who was submitted by a call was submitted by one.
  private func participantClaims(in world: RecordedWorld) -> [Claim] {
    var claims: [Claim] = []
    for participant in participants + alsoStuck {
      if case .blocked(let call, let object) = participant.activity,
        world.lastStep(of: participant.name) != nil
      {
        claims.append(
          Claim(
            "\(participant.name) is blocked in \(call)",
            world.isStuck(participant.name, in: call, on: object)))
      }
      for holding in participant.holds where !OperationKind.taking(holding.object.type).isEmpty {
        claims.append(
          Claim(
            "\(participant.name) holds \(holding.object.short)",
            world.holds(participant.name, holding.object, since: holding.location)))
      }
    }
    return claims
  }

  /// Ledgers are what happened, without a gap between two rows that stand next to each other.
  private func countClaims(in world: RecordedWorld) -> [Claim] {
    var claims: [Claim] = []
    for ledger in ledgers {
      let changes = world.changes.filter { $0.object == ledger.object }
      for row in ledger.rows where row.before != row.after {
        let operation = row.operation == .end ? .leave : row.operation
        let isRecorded = changes.contains { change in
          change.step == row.step && change.operation == operation && change.before == row.before
            && change.after == row.after
        }
        claims.append(
          Claim(
            "#\(row.step) \(row.operation) takes the count from \(row.before) to \(row.after)", isRecorded))
      }
      if ledger.omitted == 0 {
        let rows = ledger.rows.filter { $0.before != $0.after }
        claims.append(
          Claim(
            "the ledger of \(ledger.object.short) is whole",
            zip(rows, rows.dropFirst()).allSatisfy { $0.after == $1.before }))
      }
    }
    if case .poolExhausted(let evidence) = kind, evidence.isCooperative != true {
      let waiters = Set(evidence.edges.map(\.waiter)).filter { $0.hasPrefix("worker ") }
      claims.append(Claim("all \(evidence.width) workers wait", waiters.count == evidence.width))
      let queued = world.queuedBlocks(from: nil)
      claims.append(Claim("\(evidence.queuedCount) blocks wait for a worker", queued >= evidence.queuedCount))
    }
    if case .groupNeverEmpty(let evidence) = kind {
      let left = world.count(of: evidence.group) ?? evidence.count
      claims.append(Claim("the group needs \(evidence.count) more leaves", left == evidence.count))
    }
    return claims
  }

  var ledgers: [Ledger] {
    switch kind {
    case .semaphoreNeverSignaled(let evidence): [evidence.ledger].compactMap { $0 }
    case .groupNeverEmpty(let evidence): [evidence.ledger].compactMap { $0 }
    case .leftSuspended(let evidence): [evidence.ledger].compactMap { $0 }
    case .syncOnOwnQueue, .waitCycle, .waitNeverSatisfied, .poolExhausted, .taskNeverFinishes, .misuse,
      .preconditionFailed, .sourceDropped, .continuationResumedTwice, .secondConsumer, .lockOrderInversion,
      .barrierOnGlobalQueue, .lockAcrossSuspension, .dataRace, .livelock, .testFailed, .notDeterministic,
      .uncontrolled:
      []
    }
  }
}

extension RecordedWorld {
  /// Whether a participant has taken an object, at a place where that is known, and not given it back.
  func holds(_ participant: String, _ object: ObjectName, since place: CodeLocation?) -> Bool {
    // One that has ended is called by what it was, and any may have been that.
    let isOver = lastStep(of: participant) == nil
    let own = steps.lazy.map(\.line).filter {
      $0.object == object && (isOver || $0.participant == participant)
    }
    let taken = own.filter {
      OperationKind.taking(object.type).contains($0.operation) && $0.outcome != .timedOut
    }
    // A function that takes it for its caller has the place of its own line.
    let isThere =
      place.map { place in taken.contains { $0.location == place } || !isAnyStep(at: place) } ?? true
    // A recursive lock is taken several times.
    return isThere && taken.count > own.count { OperationKind.giving(object.type).contains($0.operation) }
  }

  func isAnyStep(at place: CodeLocation) -> Bool { steps.contains { $0.line.location == place } }
}
