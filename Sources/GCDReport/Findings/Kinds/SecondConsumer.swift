// Licensed under the Apache License, Version 2.0; see LICENSE.

/// GCD210: a task awaits an element of a stream that another one awaits already, and that can have one
/// consumer.
public struct SecondConsumer: Sendable, Codable, Equatable {
  /// The task that awaits an element, and where.
  public var first: ParticipantPlace
  /// The one that comes second.
  public var second: ParticipantPlace

  package init(after first: ParticipantPlace, second: ParticipantPlace) {
    self.first = first
    self.second = second
  }

  private enum CodingKeys: String, CodingKey {
    case first = "first"
    case second = "second"
  }
}

extension SecondConsumer: FindingEvidence {
  var code: FindingCode { .secondConsumer }

  func headline(participants: [Participant]) -> String {
    "\(named(second.participant)) awaits an element of an AsyncThrowingStream while "
      + "\(named(first.participant)) awaits one of the same stream"
  }

  var consequence: String? {
    "The runtime ends the process with \"attempt to await next() on more than one task\"; in other orders "
      + "each of them may get some of the elements."
  }

  var excerptMark: String? { "awaited again here" }

  var hints: [Hint?] { [.oneConsumer] }

  func add(to text: inout FindingText) {
    text.addLabelled("awaited", [first.row("first"), second.row("again")])
  }
}
