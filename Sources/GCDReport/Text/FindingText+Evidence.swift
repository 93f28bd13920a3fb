// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension FindingText {
  /// What makes the finding true, by kind: the cycle, the count's history, the blocks that wait.
  mutating func addEvidence() {
    switch finding.kind {
    case .syncOnOwnQueue(let evidence): add(evidence)
    case .waitCycle(let evidence): add(cycle: evidence.edges)
    case .semaphoreNeverSignaled(let evidence):
      add(waits: [evidence.edge])
      if let ledger = evidence.ledger { add(ledger, start: "created with value \(evidence.initialValue)") }
    case .groupNeverEmpty(let evidence): add(evidence)
    case .waitNeverSatisfied(let evidence): add(waits: [evidence.edge])
    case .poolExhausted(let evidence): add(evidence)
    case .taskNeverFinishes(let evidence):
      if let made = evidence.continuation {
        page.prose("  ", "the continuation was made at \(full(made)) and never resumed")
      }
    case .misuse(let evidence): if let ledger = evidence.ledger { add(ledger) }
    case .leftSuspended(let evidence): add(evidence)
    case .preconditionFailed, .barrierOnGlobalQueue, .uncontrolled: break
    case .sourceDropped(let evidence): add(evidence)
    case .lockOrderInversion(let evidence): add(orders: evidence.edges)
    case .dataRace(let evidence): add(evidence)
    case .livelock(let evidence): add(round: evidence.round)
    case .testFailed(let evidence): add(evidence)
    case .notDeterministic(let evidence): add(evidence)
    }
  }

  private mutating func add(_ evidence: OwnQueueSync) {
    guard evidence.chain.count > 1 else { return }
    page.prose("  targets  ", evidence.chain.map(\.compactWithNoun).joined(separator: " -> "))
    let since = evidence.heldSince.map { ", entered at \($0.short)" } ?? ""
    page.prose(
      "           ", "\(named(evidence.party)) already runs a block of \(evidence.held.compact)\(since)")
  }

  /// The circle as arrows, then what each member needs.
  private mutating func add(cycle edges: [WaitEdge]) {
    let rows = edges.map { edge -> [String] in
      [
        edge.waiter, "--\(edge.operation.verb)-->", edge.resource.compactWithNoun,
        [short(edge.location), holder(of: edge)].filter { !$0.isEmpty }.joined(separator: "  "),
      ]
    }
    addLabelled("cycle", rows)
    add(needs: edges)
  }

  private func holder(of edge: WaitEdge) -> String {
    edge.heldSince.map { "(\(edge.holder ?? "held") since \($0.short))" } ?? ""
  }

  private mutating func add(waits edges: [WaitEdge]) {
    addLabelled(
      "waits",
      edges.map { edge in
        [
          edge.waiter, "--\(edge.operation.verb)-->", edge.resource.compactWithNoun, short(edge.location),
        ]
      })
    add(needs: edges)
  }

  /// What could still have ended each wait.
  private mutating func add(needs edges: [WaitEdge]) {
    let rows = edges.flatMap { edge in edge.wakers.map { (edge.waiter, $0.need) } }
    guard !rows.isEmpty else { return }
    let width = rows.map(\.0.count).max() ?? 0
    page.gap()
    for (waiter, need) in rows { page.prose("          \(waiter.padded(to: width))  ", need) }
  }

  private mutating func addLabelled(_ label: String, _ rows: [[String]]) {
    let blank = String(repeating: " ", count: label.count)
    page.table(
      rows.enumerated().map { index, row in [index == 0 ? label : blank] + row }, indent: 2, gap: 2)
  }

  private mutating func add(_ evidence: StarvedGroup) {
    switch evidence.waiting {
    case .wait(let edge): add(waits: [edge])
    case .notify(let party, let location, let queue):
      let target = queue.map { ", block for \($0.compact)" } ?? ""
      addLabelled("notify", [[party, "notify on \(evidence.group.compact)\(target)", short(location)]])
    }
    page.prose("  ", "\(counted(evidence.count, "enter")) without a leave, and nothing left that could leave")
    if let ledger = evidence.ledger { add(ledger) }
  }

  private mutating func add(_ evidence: ExhaustedPool) {
    let shown = evidence.edges.prefix(8)
    add(waits: Array(shown))
    let more = evidence.edges.count - shown.count
    if more > 0 { page.line("          and \(counted(more, "more worker")) in the same way") }
    page.gap()
    page.line("  \(counted(evidence.queuedCount, "block")) queued, no worker free to run them")
    add(pending: evidence.queued, count: evidence.queuedCount)
  }

  private mutating func add(_ evidence: LeftBehind) {
    if let waiter = evidence.waiter { add(waits: [waiter]) }
    if let ledger = evidence.ledger { add(ledger) }
    guard evidence.pendingCount > 0 else { return }
    page.gap()
    page.line("  \(counted(evidence.pendingCount, "block")) behind it that will not run")
    add(pending: evidence.pending, count: evidence.pendingCount)
  }

  private mutating func add(pending: [Submission], count: Int) {
    page.table(
      pending.map { submission in
        let caller = submission.stack.first { $0.isUserCode } ?? submission.stack.first
        return [
          submission.verb, submission.queue.map { "-> \($0.compact)" } ?? "", caller?.function ?? "",
          short(caller?.location),
        ]
      }, indent: 4)
    if count > pending.count, !pending.isEmpty { page.line("    and \(count - pending.count) more") }
  }

  private mutating func add(_ evidence: DroppedSource) {
    var facts = ["no further event is delivered"]
    if let time = evidence.nextEvent {
      facts = ["its next event was due in \(duration(time)); it will not come"]
    }
    facts.append(
      evidence.hasCancelHandler
        ? "its cancel handler never runs, so what that handler closes stays open"
        : "it has no cancel handler that could tell")
    for fact in facts { page.prose("  - ", fact) }
  }

  private mutating func add(orders edges: [WaitEdge]) {
    addLabelled(
      "orders",
      edges.map { edge in
        let first = edge.heldSince.map { "holds it since \($0.short), then" } ?? "then"
        return [edge.waiter, first, "\(edge.operation.verb) \(edge.resource.compact)", short(edge.location)]
      })
  }

  private mutating func add(_ evidence: DataRace) {
    for access in evidence.accesses {
      page.gap()
      page.line("  \(access.party)   \(access.isWrite ? "writes" : "reads")")
      add(access.stack)
    }
  }

  private mutating func add(round: [StepLine]) {
    guard !round.isEmpty else { return }
    page.line("  one round of it")
    addTable(of: round)
  }

  private mutating func add(_ evidence: TestFailure) {
    if case .assertion(let message) = evidence.cause {
      let rest = message.split(separator: "\n").dropFirst()
      for line in rest { page.line("  | \(line)") }
    }
    for failure in evidence.further { page.prose("  also: ", failure.sentence) }
    for timeout in evidence.timeouts {
      page.prose(
        "  ",
        "timed out after \(duration(timeout.nanoseconds)): \(timeout.operation.call(on: timeout.object?.sort))"
          + (timeout.object.map { " on \($0.compact)" } ?? "")
          + (timeout.location.map { " at \($0.short)" } ?? ""))
    }
    for ledger in evidence.ledgers { add(ledger) }
  }

  private mutating func add(_ evidence: Divergence) {
    let rows = [("expected", evidence.expected), ("actual", evidence.actual)].map { name, line -> [String] in
      guard let line else { return [name, "the end of the run"] }
      return [name, line.party, line.deed, short(line.location)]
    }
    page.line("  step \(evidence.step)")
    page.table(rows, indent: 4)
    page.prose("  ", evidence.leak.sentence)
  }

  /// The history of a count, one change per row.
  mutating func add(_ ledger: Ledger, start: String? = nil) {
    guard !ledger.rows.isEmpty else { return }
    page.gap()
    let creator = ledger.object.creator.map { "created in \($0)" }
    let origin = [creator, start].compactMap { $0 }.joined(separator: ", ")
    page.prose("  ", "\(ledger.title) of \(ledger.object.phrase)\(origin.isEmpty ? "" : " (\(origin))")")
    let middle = (ledger.rows.count + 1) / 2
    page.table(rows(of: ledger.omitted > 0 ? Array(ledger.rows.prefix(middle)) : ledger.rows), indent: 4)
    if ledger.omitted > 0 {
      page.line("    ... \(counted(ledger.omitted, "more change")) ...")
      page.table(rows(of: Array(ledger.rows.dropFirst(middle))), indent: 4)
    }
  }

  private func rows(of changes: [LedgerRow]) -> [[String]] {
    changes.map { row in
      let change = row.operation.isObserver ? "at \(row.before)" : "\(row.before) -> \(row.after)"
      return ["#\(row.step)", row.party, row.operation.verb, change, short(row.location), row.function ?? ""]
    }
  }
}

extension OperationKind {
  /// Looks at a group's count without changing it.
  var isObserver: Bool { [.notify, .groupWait, .groupWake].contains(self) }
}

extension Ledger {
  /// What the rows are about.
  var title: String {
    switch object.sort {
    case .group: "enters and leaves"
    case .semaphore: "waits and signals"
    default: "suspends and resumes"
    }
  }
}
