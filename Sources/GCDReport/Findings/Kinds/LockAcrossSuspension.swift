// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD304: a Swift task was suspended while it held a lock.
public struct LockAcrossSuspension: Sendable, Codable, Equatable {
  /// The lock.
  public var lock: ObjectName
  /// The task, by name.
  public var participant: String
  /// Where it took the lock; nil where no line is known.
  public var taken: CodeLocation?
  /// Where it is suspended; nil where no line is known.
  public var suspended: CodeLocation?

  package init(
    _ lock: ObjectName, by participant: String, takenAt taken: CodeLocation?,
    suspendedAt suspended: CodeLocation?
  ) {
    self.lock = lock
    self.participant = participant
    self.taken = taken
    self.suspended = suspended
  }

  private enum CodingKeys: String, CodingKey {
    case lock = "lock"
    case participant = "party"
    case taken = "taken"
    case suspended = "suspended"
  }
}

extension LockAcrossSuspension: FindingEvidence {
  var code: FindingCode { .lockAcrossSuspension }

  func headline(participants: [Participant]) -> String {
    "\(named(participant)) awaits while it holds \(lock.phrase)"
  }

  var objects: [ObjectName] { [lock] }

  var consequence: String? {
    "Another thread may continue the task, and a lock may only be unlocked by the thread that took it; until "
      + "then each thread of the pool that wants the lock is blocked."
  }

  var excerptMark: String? { "awaits here" }

  var hints: [Hint?] { [.unlockBeforeAwait(lock)] }

  func add(to text: inout FindingText) {
    if let taken { text.page.prose("  ", "the lock was acquired at \(text.full(taken))") }
  }
}
