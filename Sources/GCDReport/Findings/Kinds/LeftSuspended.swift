// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD205: an object that the run leaves suspended, inactive or entered.
public struct LeftSuspended: Sendable, Codable, Equatable {
  /// The state in which the object is left.
  public enum State: String, Sendable, Codable {
    case suspended = "suspended"
    case inactive = "inactive"
    case entered = "entered"
  }

  /// The state in which it is left.
  public var state: State
  /// The object of the call.
  public var object: ObjectName
  /// Suspends without a resume, enters without a leave; 1 for inactive.
  public var count: Int
  /// The first blocks that wait behind it.
  public var pending: [Submission]
  /// All blocks that wait behind it.
  public var pendingCount: Int
  /// A task that waits for those blocks, by which the finding becomes an error.
  public var waiter: WaitEdge?
  /// The history of its count.
  public var ledger: Ledger?

  package init(
    _ state: State, _ object: ObjectName, count: Int = 1, pending: [Submission] = [], pendingCount: Int = 0,
    waiter: WaitEdge? = nil, ledger: Ledger? = nil
  ) {
    self.state = state
    self.object = object
    self.count = count
    self.pending = pending
    self.pendingCount = max(pendingCount, pending.count)
    self.waiter = waiter
    self.ledger = ledger
  }

  private enum CodingKeys: String, CodingKey {
    case state = "state"
    case object = "object"
    case count = "count"
    case pending = "pending"
    case pendingCount = "pendingCount"
    case waiter = "waiter"
    case ledger = "ledger"
  }
}

extension LeftSuspended: FindingEvidence {
  var code: FindingCode { .leftSuspended }

  func headline(participants: [Participant]) -> String {
    let behind = pendingCount > 0 ? ", with \(counted(pendingCount, "block")) behind it" : ""
    if let waiter {
      let remedy = state == .inactive ? "activates" : state == .suspended ? "resumes" : "leaves"
      let subject =
        waiter.resource == object
        ? "waits for \(object.phrase)"
        : "waits for \(waiter.resource.phrase), and the "
          + "\(pendingCount == 0 ? "handler" : "block") it needs is "
          + "\(pendingCount == 0 ? "that of" : "behind") \(object.phrase)"
      return "\(named(waiter.waiter)) \(subject), which is \(state.rawValue) and nothing \(remedy)"
    }
    return switch state {
    case .suspended: "\(object.phrase) is still suspended at the end\(behind)"
    case .inactive: "\(object.phrase) was never activated\(behind)"
    case .entered: "\(object.phrase) is still entered \(times(count)) at the end\(behind)"
    }
  }

  var objects: [ObjectName] { [object] }

  var waits: [WaitEdge] { waiter.map { [$0] } ?? [] }

  var consequence: String? { waiter == nil ? nil : "Nothing else can run. \(hangsInSilence)" }

  var excerptMark: String? { waiter == nil ? nil : "waits here" }

  var hints: [Hint?] { [.resumeAtEnd(state, object.type)] }

  func severity(_ verdict: Verdict) -> Severity? { waiter == nil ? nil : .error }

  func add(to text: inout FindingText) { text.add(self) }
}
