// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A participant and the place of one of its calls.
public struct ParticipantPlace: Sendable, Codable, Equatable {
  /// By name.
  public var participant: String
  /// Nil where no line is known.
  public var location: CodeLocation?

  package init(_ participant: String, at location: CodeLocation?) {
    self.participant = participant
    self.location = location
  }

  private enum CodingKeys: String, CodingKey {
    case participant = "party"
    case location = "location"
  }
}

extension ParticipantPlace {
  /// Of a table of who did something in which order.
  func row(_ order: String) -> [String] {
    [order, "by \(named(participant))", location.map { "at \($0.short)" } ?? ""]
  }
}
