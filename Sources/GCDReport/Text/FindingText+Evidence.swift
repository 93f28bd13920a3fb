// Licensed under the Apache License, Version 2.0; see LICENSE.

extension FindingText {
  /// What makes the finding true, by kind: the cycle, the count's history, the blocks that wait.
  mutating func addEvidence() {
    switch finding.kind {
    case .syncOnOwnQueue(let evidence): add(evidence)
    case .waitCycle(let evidence): add(cycle: evidence.edges)
    case .semaphoreNeverSignaled(let evidence): add(evidence)
    case .groupNeverEmpty(let evidence): add(evidence)
    case .waitNeverSatisfied(let evidence): add(waits: [evidence.edge])
    case .poolExhausted(let evidence): add(evidence)
    case .taskNeverFinishes(let evidence):
      if let made = evidence.continuation {
        page.prose("  ", "the continuation was made at \(full(made)) and never resumed")
      }
      for awaiter in evidence.awaiters ?? [] {
        let place = awaiter.location.map { " at \(full($0))" } ?? ""
        page.prose("  ", "\(named(awaiter.party)) awaits the end of that task\(place)")
      }
    case .misuse(let evidence): if let ledger = evidence.ledger { add(ledger) }
    case .leftSuspended(let evidence): add(evidence)
    case .preconditionFailed, .barrierOnGlobalQueue, .uncontrolled: break
    case .sourceDropped(let evidence): add(evidence)
    case .lockOrderInversion(let evidence): add(orders: evidence.edges)
    case .dataRace(let evidence): add(evidence)
    case .livelock(let evidence):
      add(attempts: evidence.attempts ?? [])
      add(round: evidence.round)
    case .testFailed(let evidence): add(evidence)
    case .notDeterministic(let evidence): add(evidence)
    }
  }

  private mutating func add(_ evidence: DroppedSource) {
    let event =
      evidence.nextEvent.map { "its next event was due in \(duration($0)) and will not come" }
      ?? "no further event is delivered"
    page.prose("  - ", event)
    if evidence.hasCancelHandler {
      page.prose("  - ", "its cancel handler never runs, so what that handler closes stays open")
    }
  }

  private mutating func add(round: [StepLine]) {
    guard !round.isEmpty else { return }
    add(FoldedSteps(round), title: "one round of it")
  }

  private mutating func add(_ evidence: TestFailure) {
    if case .assertion(let message) = evidence.cause {
      for line in message.bounded(to: Bound.message).split(separator: "\n").dropFirst() {
        page.line("  | \(line.description.onOneLine)")
      }
    }
    for failure in evidence.further { page.prose("  also: ", failure.shortSentence) }
    for timeout in evidence.timeouts { page.prose("  ", timeout.sentence) }
    for ledger in evidence.ledgers { add(ledger) }
  }

  private mutating func add(_ evidence: Divergence) {
    if case .thread = evidence.leak { return page.prose("  ", evidence.leak.sentence) }
    if !evidence.hasStep {
      page.prose(
        "  ",
        "Two further runs of it took the same \(evidence.step) steps: what differs shows in some runs only.")
      page.gap()
      return page.prose("  ", evidence.leak.sentence)
    }
    let rows = [("expected", evidence.expected), ("actual", evidence.actual)].map { name, line -> [String] in
      guard let line else { return [name, "the end of the run"] }
      return [name, line.party, line.deed, short(line.location)]
    }
    page.line("  step \(evidence.step)")
    page.table(rows, indent: 4)
    page.gap()
    page.prose("  ", evidence.leak.sentence)
  }
}

extension TestFailure.Cause {
  /// What happened, where the reader already knows that the test failed.
  var shortSentence: String {
    if case .assertion(let message) = self { message.onOneLine.bounded(to: Bound.words) } else { sentence }
  }
}

extension Timeout {
  /// Which call waited for what, and for how long.
  var sentence: String {
    let target = object.map { " on \($0.compact)" } ?? ""
    let place = location.map { " at \($0.short)" } ?? ""
    return "timed out after \(duration(nanoseconds)): \(operation.call(on: object?.sort))\(target)\(place)"
  }
}
