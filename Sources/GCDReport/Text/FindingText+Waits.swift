// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Who waits for what: arrows first, then what each waiter needs.
extension FindingText {
  /// The targets between the queue of the call and the one that is held; nothing to show when they are the
  /// same.
  mutating func add(_ evidence: RecursiveSync) {
    guard evidence.chain.count > 1 else { return }
    page.prose("  targets  ", evidence.chain.map(\.compactWithNoun).joined(separator: " -> "))
    let since = evidence.heldSince.map { ", entered at \($0.short)" } ?? ""
    let running = finding.participants.first { $0.name == evidence.participant }?.queue ?? evidence.held
    let through = running == evidence.held ? "" : " and so holds \(evidence.held.compact)"
    page.prose(
      "           ", "\(named(evidence.participant)) runs a block of \(running.compact)\(through)\(since)")
  }

  /// The circle as arrows, then what each member needs.
  mutating func add(cycle edges: [WaitEdge]) {
    addLabelled("cycle", edges.map(arrow))
    add(needs: edges)
  }

  /// Waits that form no circle. Equal ones share a line: many workers often wait in the same call.
  mutating func add(waits edges: [WaitEdge]) {
    let merged = edges.merged()
    let shown = merged.prefix(4)
    addLabelled("waits", shown.map { arrow($0.edge) })
    let rest = merged.dropFirst(shown.count).reduce(0) { $0 + $1.count }
    if rest > 0 { page.line("         and \(grouped(rest)) more") }
    add(needs: shown.map(\.edge))
  }

  /// What is tried again and again, and who would have to give it back.
  mutating func add(attempts edges: [WaitEdge]) {
    guard !edges.isEmpty else { return }
    addLabelled("tries", edges.map(arrow))
    add(needs: edges)
  }

  private func arrow(_ edge: WaitEdge) -> [String] {
    [
      edge.waiter, "--\(edge.operation.verb(on: edge.resource))-->", edge.resource.compactWithNoun,
      short(edge.location),
    ]
  }

  /// What could still have ended each wait; reported once where it is the same for several.
  private mutating func add(needs edges: [WaitEdge]) {
    var needs: [(waiters: [String], clauses: [String])] = []
    for edge in edges where !edge.wakers.isEmpty {
      let since = edge.heldSince.map { " (acquired at \($0.short))" } ?? ""
      let clauses = edge.wakers.map { waker in
        switch waker {
        case .neverGivenBack, .heldAcrossAwait, .refused, .ranOut: return waker.need(of: edge.resource)
        default: return waker.need(of: edge.resource) + since
        }
      }
      if let known = needs.firstIndex(where: { $0.clauses == clauses }) {
        needs[known].waiters.append(edge.waiter)
      } else {
        needs.append(([edge.waiter], clauses))
      }
    }
    let names = needs.map { need in
      need.waiters.count > 2 ? "\(need.waiters[0]) and \(need.waiters.count - 1) more" : list(need.waiters)
    }
    let width = names.map(\.count).max() ?? 0
    let margin = String(repeating: " ", count: 9)
    page.gap()
    for (name, need) in zip(names, needs) {
      for (index, clause) in need.clauses.enumerated() {
        page.prose(margin + (index == 0 ? name : "").padded(to: width) + "  ", clause)
      }
    }
    page.gap()
  }

  /// A table whose first row begins with a label.
  mutating func addLabelled(_ label: String, _ rows: [[String]]) {
    let blank = String(repeating: " ", count: label.count)
    page.table(
      zip(0..., rows).map { index, row in [index == 0 ? label : blank] + row }, indent: 2, gap: 2)
  }

  mutating func add(_ evidence: StarvedSemaphore) {
    add(waits: [evidence.edge])
    guard let ledger = evidence.ledger else { return }
    add(ledger, start: "initial value \(evidence.initialValue)")
  }

  mutating func add(_ evidence: GroupNeverEmpty) {
    switch evidence.waiting {
    case .wait(let edge): add(waits: [edge])
    case .notify(let participant, let location, let queue):
      let target = queue.map { ", block for \($0.compact)" } ?? ""
      addLabelled("notify", [[participant, "notify on \(evidence.group.compact)\(target)", short(location)]])
      // Those who were tried are "also stuck", in a list of their own; so are those of whom nothing is known
      // beyond that, which is worth a line only where no block has ended.
      let wakers = evidence.wakers ?? [.nobody]
      let end = wakers.contains(where: \.isNobody) ? "; nothing left could make it" : ""
      let hasSilent = wakers.contains(where: \.isSilence)
      let others = wakers.filter { !$0.isNobody && !(hasSilent && $0.isStuck) }
      page.prose("          ", "needs \(counted(evidence.count, "more leave"))\(end)")
      for waker in others { page.prose("          ", waker.need(of: evidence.group)) }
    }
    if let ledger = evidence.ledger { add(ledger) }
  }

  mutating func add(_ evidence: ExhaustedPool) {
    add(waits: evidence.edges)
    page.gap()
    let isCooperative = evidence.isCooperative == true
    let queued = counted(evidence.queuedCount, isCooperative ? "task" : "block")
    page.line("  \(queued) queued, no \(isCooperative ? "thread" : "worker") free to run them")
    add(pending: evidence.queued, count: evidence.queuedCount)
  }

  mutating func add(_ evidence: LeftSuspended) {
    if var waiter = evidence.waiter {
      // The task that waits for the object itself needs nothing but its resume, whatever else is in its
      // queue.
      if waiter.resource == evidence.object, evidence.state != .entered {
        waiter.wakers = [.resume(evidence.object)]
      }
      add(waits: [waiter])
    }
    if let ledger = evidence.ledger { add(ledger) }
    guard evidence.pendingCount > 0 else { return }
    page.gap()
    page.line("  \(counted(evidence.pendingCount, "block")) behind it that will not run")
    add(pending: evidence.pending, count: evidence.pendingCount)
  }

  /// Where blocks that did not run were submitted.
  private mutating func add(pending: [Submission], count: Int) {
    let rows = pending.map { submission in
      let caller = submission.stack.first { $0.isUserCode } ?? submission.stack.first
      return [
        submission.verb, submission.queue.map { "-> \($0.compact)" } ?? "", caller?.function ?? "",
        short(caller?.location),
      ]
    }.distinct
    page.table(rows, indent: 4)
    if count > rows.count, !rows.isEmpty { page.line("    and \(grouped(count - rows.count)) more") }
  }

  /// Who holds what while it takes the other.
  mutating func add(orders edges: [WaitEdge]) {
    addLabelled(
      "orders",
      zip(0..., edges).map { index, edge in
        let held = edges[(index + edges.count - 1) % edges.count].resource
        let since = edge.heldSince.map { " (\($0.short))" } ?? ""
        return [
          edge.waiter, "holds \(held.compact)\(since),", "then \(edge.resource.compact)",
          short(edge.location),
        ]
      })
  }
}

extension [Waker] {
  /// Nothing at all is known that could have ended the wait.
  var isUnknown: Bool { allSatisfy { $0 == .nobody || $0 == .onlyLoops } }
}

extension Waker {
  /// What could still end the wait is there, and does not come to it.
  var isHeldUp: Bool {
    switch self {
    case .call, .queuedBlock, .queuedBlocks, .stuckThread, .endOfBlock, .mainThread, .worker, .leavesActor:
      true
    default: false
    }
  }

  /// That nothing is left which could help: no task, or none that does when it is continued.
  fileprivate var isNobody: Bool {
    switch self {
    case .nobody, .onlyLoops, .othersWouldNot: true
    default: false
    }
  }

  var isSilence: Bool {
    if case .endedWithout = self { true } else { false }
  }

  fileprivate var isStuck: Bool {
    if case .stuckThread = self { true } else { false }
  }
}
