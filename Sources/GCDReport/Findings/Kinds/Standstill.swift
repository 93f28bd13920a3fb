// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a schedule would be found to be that came to a standstill, had no time limit ended that.
public struct Standstill: Sendable, Codable, Equatable {
  /// The finding that the standstill would be.
  public var hang: FindingKind
  /// Those whose stacks would explain it.
  public var participants: [Participant]

  package init(_ hang: FindingKind, participants: [Participant]) {
    self.hang = hang
    self.participants = participants
  }

  private enum CodingKeys: String, CodingKey {
    case hang = "hang"
    case participants = "parties"
  }
}

extension FindingKind {
  /// That of the hang behind a time limit that ran out; its own where there is none.
  var ofHang: FindingKind {
    if case .testFailed(let failure) = self { failure.standstill?.hang ?? self } else { self }
  }
}

extension Standstill {
  /// What a reader has to know before the evidence of the hang.
  var sentence: String {
    "nothing else could continue then: \(hang.evidence.headline(participants: participants)) "
      + "(without the time limit: \(hang.code.rawValue))"
  }
}
