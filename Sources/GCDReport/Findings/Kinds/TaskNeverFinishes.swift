// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD107: a continuation or a Swift task that nothing can finish.
public struct TaskNeverFinishes: Sendable, Codable, Equatable {
  /// What a suspended task waits for.
  public enum Awaited: String, Sendable, Codable {
    /// A continuation that was never resumed.
    case continuation = "continuation"
    /// The end of another task.
    case task = "task"
    /// The end of a child of a group.
    case group = "group"
    /// An element of a stream.
    case stream = "stream"
    /// Something else, or unknown.
    case other = "other"
  }

  /// The participant that awaits, by name.
  public var participant: String
  /// Where it awaits.
  public var location: CodeLocation?
  /// Where the continuation that was never resumed was made; nil when the cause is another one.
  public var continuation: CodeLocation?
  /// What it awaits; nil in streams of events that do not say.
  public var awaited: Awaited?
  /// Where the program made the task; nil where it is not known.
  public var made: CodeLocation?
  /// The tasks that wait for this one, each for the one before it; nil where none is known.
  public var awaiters: [ParticipantPlace]?
  /// The tasks that sleep again and again without an end; nil where there are none.
  public var pollers: [ParticipantPlace]?
  /// Where the last reference to such a continuation went away without a resume; nil where it is not
  /// known, or was in several places.
  public var dropped: CodeLocation?

  package init(
    participant: String, at location: CodeLocation?, continuation: CodeLocation?, awaited: Awaited? = nil,
    made: CodeLocation? = nil, awaiters: [ParticipantPlace] = [],
    pollers: [ParticipantPlace] = [], dropped: CodeLocation? = nil
  ) {
    self.participant = participant
    self.location = location
    self.continuation = continuation
    self.awaited = awaited ?? (continuation == nil ? nil : .continuation)
    self.made = made
    self.awaiters = awaiters.isEmpty ? nil : awaiters
    self.pollers = pollers.isEmpty ? nil : pollers
    self.dropped = dropped
  }

  private enum CodingKeys: String, CodingKey {
    case participant = "party"
    case location = "location"
    case continuation = "continuation"
    case awaited = "awaited"
    case made = "made"
    case awaiters = "awaiters"
    case pollers = "pollers"
    case dropped = "dropped"
  }
}

extension TaskNeverFinishes: FindingEvidence {
  var code: FindingCode { .taskNeverFinishes }

  func headline(participants: [Participant]) -> String {
    switch awaited {
    case .continuation: "\(named(participant)) awaits a continuation that nothing left can resume"
    case .task: "\(named(participant)) awaits a task that can never finish"
    case .group: "\(named(participant)) awaits a task of its group that can never finish"
    case .stream: "\(named(participant)) awaits an element of a stream that nothing left can feed or finish"
    case .other, nil: "\(named(participant)) awaits something that can never finish"
    }
  }

  var consequence: String? { nothingHelps }

  var isExplainedByOrder: Bool { true }

  func add(to text: inout FindingText) {
    if let made = continuation {
      text.page.prose("  ", "the continuation was made at \(text.full(made)) and never resumed")
    }
    if let dropped {
      text.page.prose("  ", "a continuation that was not resumed was dropped at \(text.full(dropped))")
    }
    for awaiter in awaiters ?? [] {
      let place = awaiter.location.map { " at \(text.full($0))" } ?? ""
      text.page.prose("  ", "\(named(awaiter.participant)) awaits the end of that task\(place)")
    }
    for poller in pollers ?? [] {
      let place = poller.location.map { " at \(text.full($0))" } ?? ""
      text.page.prose("  ", "\(named(poller.participant)) sleeps\(place) again and again, and never ends")
    }
  }
}
