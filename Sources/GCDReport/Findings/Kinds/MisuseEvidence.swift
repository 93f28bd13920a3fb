// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD201–204, 206: a call for which libdispatch ends the process.
public struct MisuseEvidence: Sendable, Codable, Equatable {
  /// The rule that was broken.
  public var misuse: Misuse
  /// Who made the call, by name.
  public var participant: String
  /// The object of the call.
  public var object: ObjectName
  /// The history of the object's count, where it has one.
  public var ledger: Ledger?
  /// A second object that takes part: the new target, the queue that targets this one.
  public var other: ObjectName?
  /// Value before the call: a semaphore's value now, a suspension count.
  public var value: Int?
  /// The value that would have been right: a semaphore's initial value.
  public var expected: Int?

  package init(
    _ misuse: Misuse, by participant: String, of object: ObjectName, ledger: Ledger? = nil,
    other: ObjectName? = nil, value: Int? = nil, expected: Int? = nil
  ) {
    self.misuse = misuse
    self.participant = participant
    self.object = object
    self.ledger = ledger
    self.other = other
    self.value = value
    self.expected = expected
  }

  private enum CodingKeys: String, CodingKey {
    case misuse = "misuse"
    case participant = "party"
    case object = "object"
    case ledger = "ledger"
    case other = "other"
    case value = "value"
    case expected = "expected"
  }
}

extension MisuseEvidence: FindingEvidence {
  var code: FindingCode { misuse.code }

  func headline(participants: [Participant]) -> String { sentence.withArticle }

  var objects: [ObjectName] { [object] + (other.map { [$0] } ?? []) }

  var libdispatchText: String? { misuse.libdispatchText(queue: object.label) }

  var consequence: String? { misuse.consequence }

  var excerptMark: String? {
    if misuse.isRelease { return "the last reference goes here" }
    guard let row = ledger?.rows.last, row.after < 0 else { return nil }
    return "the count would go from \(row.before) to \(row.after) here"
  }

  var hints: [Hint?] { [Hint.hint(for: self)] }

  func add(to text: inout FindingText) { if let ledger { text.add(ledger) } }
}

extension Misuse {
  /// Found when the last reference to an object goes.
  package var isRelease: Bool {
    switch self {
    case .releaseOfSuspendedObject, .releaseOfInactiveObject, .semaphoreFreedBelowItsInitialValue: true
    default: false
    }
  }

  /// The code under which this misuse is reported.
  public var code: FindingCode {
    switch self {
    case .unbalancedLeave: .unbalancedLeave
    case .overResume, .overResumeOfInactiveObject: .overResume
    case .releaseOfSuspendedObject, .releaseOfInactiveObject: .releasedWhileSuspended
    case .semaphoreFreedBelowItsInitialValue: .semaphoreFreedTooLow
    case .notOnQueue, .onQueue, .notBarrierOnQueue: .preconditionFailed
    case .applyOnOwnQueue: .syncOnOwnQueue
    default: .misuse
    }
  }
}
