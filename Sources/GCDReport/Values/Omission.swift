// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// The call that a cause begins with, where what is wrong is a call that is not made next to it.
public struct Omission: Sendable, Codable, Equatable {
  /// What is missing next to the call at `location`.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// A lock that was taken and not given back.
    case neverGivenBack = "neverGivenBack"
    /// A group that was entered and not left.
    case neverLeft = "neverLeft"
    /// A group that was entered here and at the other lines, and left less often.
    case leftTooRarely = "leftTooRarely"
    /// A block that ended without the signal that others of its kind made.
    case neverSignaled = "neverSignaled"
    /// A thread, Swift task or source of which the same is true.
    case madeWithoutSignal = "madeWithoutSignal"
    /// A queue or source that was suspended and not resumed.
    case neverResumed = "neverResumed"
    /// A queue or source that was made and not activated.
    case neverActivated = "neverActivated"
    /// A lock that was given back and not taken before.
    case neverAcquired = "neverAcquired"
    /// An operation that depends on one which depends on it.
    case dependsInCircle = "dependsInCircle"
    /// An operation that depends on one which no queue has.
    case dependsOnNeverAdded = "dependsOnNeverAdded"
    /// A queue of operations that was suspended and not resumed.
    case operationsSuspended = "operationsSuspended"
    /// An operation that submitted a block last, which ended without finishing it.
    case operationNotFinished = "operationNotFinished"
    /// A source that was cancelled before its handler ran.
    case sourceCancelled = "sourceCancelled"
    /// A source whose last reference was given up before its handler ran.
    case sourceDropped = "sourceDropped"
    /// A timer that was scheduled without repetition, and has fired.
    case scheduledOnce = "scheduledOnce"
    /// A timer that was made and not scheduled.
    case neverScheduled = "neverScheduled"
    /// A delayed block that is due in the distant future.
    case neverDue = "neverDue"
    /// A work item that was cancelled before it began.
    case itemCancelled = "itemCancelled"
    /// A call with a lock in hand that leads to where that lock is wanted.
    case heldDuringCall = "heldDuringCall"
    /// A call for a lock that failed since the caller had it.
    case lockRefused = "lockRefused"
    /// A signal of the process's that was sent before its source was installed.
    case signalTooEarly = "signalTooEarly"
    /// A signal that woke one of several who wait.
    case wokeAnother = "wokeAnother"
  }

  /// What is missing.
  public var kind: Kind
  /// The call that is made, in the user's code.
  public var location: CodeLocation
  /// Calls like it of which the same is true, or of which one may be meant in its place; nil where there are
  /// none.
  public var others: [CodeLocation]?

  package init(_ kind: Kind, at location: CodeLocation, or others: [CodeLocation] = []) {
    self.kind = kind
    self.location = location
    self.others = others.isEmpty ? nil : others
  }

  private enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case location = "location"
    case others = "others"
  }
}

extension Omission {
  /// What is next to the call in the line of source.
  var mark: String {
    switch kind {
    case .neverGivenBack: "acquired here, and not given back"
    case .neverLeft:
      others == nil ? "entered here, and not left" : "entered here and at \(otherPlaces), not left"
    case .leftTooRarely:
      "a leave is missing, for this enter or \(others?.count == 1 ? "that" : "one") at \(otherPlaces)"
    case .neverSignaled: "submitted here, and ends without a signal"
    case .madeWithoutSignal: "made here, and ends without a signal"
    case .neverResumed: "suspended here, and not resumed"
    case .neverActivated: "made here, and not activated"
    case .neverAcquired: "unlocked here, and not locked before"
    case .dependsInCircle: "depends here on an operation that waits for it"
    case .dependsOnNeverAdded: "depends here on an operation that no queue has"
    case .operationsSuspended: "suspended here, and not resumed"
    case .sourceCancelled: "cancelled here, before its handler ran"
    case .sourceDropped: "the last reference is given up here, before its handler ran"
    case .scheduledOnce: "scheduled here, without repetition"
    case .neverScheduled: "made here, and not scheduled"
    case .neverDue: "submitted here, and never due"
    case .itemCancelled: "cancelled here, before it began"
    case .heldDuringCall: "called here with the lock held"
    case .lockRefused: "fails with EDEADLK: this thread has the lock already"
    case .signalTooEarly: "sent here, before its source is installed"
    case .wokeAnother: "wakes another waiter here, and no further one"
    case .operationNotFinished: "submitted here, and the operation does not become finished"
    }
  }

  /// The other calls, as they are called from here; those of a ledger have their rows there.
  private var otherPlaces: String {
    guard let other = others?.first, others?.count == 1 else { return "\(others?.count ?? 0) other lines" }
    if other.file != location.file { return other.short }
    return other.line == location.line ? "column \(other.column)" : "line \(other.line)"
  }
}
