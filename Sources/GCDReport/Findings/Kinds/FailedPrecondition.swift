// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD207: `dispatchPrecondition` or `dispatch_assert_queue` failed.
public struct FailedPrecondition: Sendable, Codable, Equatable {
  /// What the precondition demands.
  public enum Rule: String, Sendable, Codable {
    case onQueue = "onQueue"
    case notOnQueue = "notOnQueue"
    case asBarrier = "asBarrier"
  }

  /// What the precondition demands.
  public var rule: Rule
  /// The queue of the precondition.
  public var queue: ObjectName
  /// The queue whose block ran; nil outside any block.
  public var actual: ObjectName?
  /// Who ran, by name.
  public var participant: String

  package init(_ rule: Rule, _ queue: ObjectName, ranOn actual: ObjectName?, by participant: String) {
    self.rule = rule
    self.queue = queue
    self.actual = actual
    self.participant = participant
  }

  private enum CodingKeys: String, CodingKey {
    case rule = "rule"
    case queue = "queue"
    case actual = "actual"
    case participant = "party"
  }
}

extension FailedPrecondition: FindingEvidence {
  var code: FindingCode { .preconditionFailed }

  func headline(participants: [Participant]) -> String {
    let place = actual.map { "on \($0.phrase)" } ?? "on no queue"
    return switch rule {
    case .onQueue: "code that must run on \(queue.phrase) runs \(place)"
    case .notOnQueue: "code that must not run on \(queue.phrase) runs there"
    case .asBarrier: "code that must run as a barrier of \(queue.phrase) runs concurrently with other blocks"
    }
  }

  var objects: [ObjectName] { [queue] }

  var libdispatchText: String? {
    let expected =
      switch rule {
      case .onQueue: "expected to execute on queue"
      case .notOnQueue: "not expected to execute on queue"
      case .asBarrier: "expected to act as a barrier on queue"
      }
    return "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was \(expected) [\(queue.assertionLabel)]"
  }

  var consequence: String? { "on Linux the process dies with SIGILL; the message goes to syslog only" }

  var hints: [Hint?] { rule == .onQueue ? [.hopTo(queue: queue)] : [] }
}

extension ObjectName {
  /// What libdispatch prints between the brackets of a failed assertion.
  fileprivate var assertionLabel: String {
    switch type {
    case .mainQueue: "com.apple.main-thread"
    default: label ?? ""
    }
  }
}
