// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD209: a continuation that has been resumed is resumed again.
public struct ContinuationResumedTwice: Sendable, Codable, Equatable {
  /// The task that awaits it.
  public var task: ObjectName
  /// Where the task awaited the continuation when it was resumed; nil where no line is known.
  public var awaited: CodeLocation?
  /// The call that resumed it.
  public var first: ParticipantPlace
  /// The call that does so again.
  public var second: ParticipantPlace

  package init(
    of task: ObjectName, awaitedAt awaited: CodeLocation?, first: ParticipantPlace,
    second: ParticipantPlace
  ) {
    self.task = task
    self.awaited = awaited
    self.first = first
    self.second = second
  }

  private enum CodingKeys: String, CodingKey {
    case task = "task"
    case awaited = "awaited"
    case first = "first"
    case second = "second"
  }
}

extension ContinuationResumedTwice: FindingEvidence {
  var code: FindingCode { .continuationResumedTwice }

  func headline(participants: [Participant]) -> String {
    let name = awaited.map { "the continuation awaited at \($0.short)" } ?? "a continuation"
    return "\(named(second.participant)) resumes \(name), which has been resumed"
  }

  var objects: [ObjectName] { [task] }

  var consequence: String? {
    "On Linux a checked continuation ends the process with a fatal error; an unsafe one damages its task."
  }

  var excerptMark: String? { "resumed again here" }

  var hints: [Hint?] { [.resumeByTheFirst] }

  func add(to text: inout FindingText) {
    text.addLabelled("resumed", [first.row("first"), second.row("again")])
    let place = awaited.map { " at \(text.full($0))" } ?? ""
    text.page.prose("  awaited  ", "by \(task.phrase)\(place)")
  }
}
