// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD104: a group whose count cannot return to zero.
public struct GroupNeverEmpty: Sendable, Codable, Equatable {
  /// What never happens: a `wait` that never returns, or a `notify` whose block never runs.
  public enum Waiting: Sendable, Codable, Equatable {
    case wait(WaitEdge)
    case notify(participant: String, location: CodeLocation?, queue: ObjectName?)

    private enum CodingKeys: String, CodingKey {
      case wait = "wait"
      case notify = "notify"
    }
    private enum NotifyCodingKeys: String, CodingKey {
      case participant = "party"
      case location = "location"
      case queue = "queue"
    }
  }

  /// The group.
  public var group: ObjectName
  /// Enters without a leave.
  public var count: Int
  /// What never happens because of it.
  public var waiting: Waiting
  /// What could still have left it, where no thread waits for it, whose wait would have them; nil then.
  public var wakers: [Waker]?
  /// Its enters and leaves.
  public var ledger: Ledger?

  package init(
    _ group: ObjectName, count: Int, _ waiting: Waiting, wakers: [Waker]? = nil, ledger: Ledger? = nil
  ) {
    self.group = group
    self.count = count
    self.waiting = waiting
    self.wakers = wakers
    self.ledger = ledger
  }

  private enum CodingKeys: String, CodingKey {
    case group = "group"
    case count = "count"
    case waiting = "waiting"
    case wakers = "wakers"
    case ledger = "ledger"
  }
}

extension GroupNeverEmpty: FindingEvidence {
  var code: FindingCode { .groupNeverEmpty }

  func headline(participants: [Participant]) -> String {
    let subject = "\(group.phrase) can never become empty"
    return switch waiting {
    case .wait(let edge): "\(subject), and \(named(edge.waiter)) waits for it"
    case .notify(_, _, let queue):
      "\(subject): its notify block\(queue.map { " for \($0.phrase)" } ?? "") never runs"
    }
  }

  var objects: [ObjectName] { [group] }

  var waits: [WaitEdge] {
    switch waiting {
    case .wait(let edge): [edge]
    case .notify: []
    }
  }

  var consequence: String? {
    switch waiting {
    case .wait: nothingHelps
    case .notify: "On Linux the block is silently kept forever; nothing crashes and nothing is logged."
    }
  }

  var excerptMark: String? {
    switch waiting {
    case .wait: "waits here"
    case .notify: "this block never runs"
    }
  }

  /// The enter that no leave answers: the last one, since leaves carry no mark of their enter.
  var hints: [Hint?] {
    if let hint = knownWakers.obstacleHint { return [hint] }
    // The leave is there, and what waits is short of something else.
    if knownWakers.contains(where: \.isHeldUp), !knownWakers.contains(where: \.isSilence) { return [] }
    let enters = ledger?.rows.filter { $0.operation == .enter } ?? []
    return [.leaveOnEveryPath(enter: enters.count == 1 ? enters[0].location : nil)]
  }

  var isExplainedByOrder: Bool { knownWakers.isUnknown }

  private var knownWakers: [Waker] { wakers ?? waits.first?.wakers ?? [] }

  func add(to text: inout FindingText) { text.add(self) }
}
