// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// One defect that one schedule uncovered: a plain value with all its evidence.
public struct Finding: Sendable, Codable, Equatable {
  /// What was found, as data.
  public var kind: FindingKind
  /// An error fails the test; `--strict` raises warnings to errors before a finding is made.
  public var severity: Severity
  /// The call in the user's code that the finding is about.
  public var location: CodeLocation?
  /// Those whose stacks explain the finding, the one at `location` first.
  public var participants: [Participant]
  /// Those who only wait for one of the participants.
  public var alsoStuck: [Participant]
  /// The steps that matter.
  public var steps: StepExcerpt
  /// Where it was found and how to see it again.
  public var context: FindingOrigin
  /// The call at `location`, where that is one that another call was to follow; nil where `location` is what
  /// is wrong itself, or a wait whose cause is elsewhere.
  public var omission: Omission?
  /// The source line at `location`, where it could be read.
  public var excerpt: SourceExcerpt?
  /// Things worth knowing that are no part of the defect.
  public var remarks: [FindingNote]
  /// The schedule step by step; nil where nothing wrote it down.
  public var recordedTrace: RecordedTrace?

  package init(
    _ kind: FindingKind, at location: CodeLocation? = nil, participants: [Participant] = [],
    alsoStuck: [Participant] = [],
    steps: StepExcerpt = StepExcerpt(), context: FindingOrigin, excerpt: SourceExcerpt? = nil,
    remarks: [FindingNote] = [], severity: Severity? = nil
  ) {
    self.kind = kind
    self.severity = severity ?? kind.severity(context.verdict)
    self.location = location ?? participants.first?.location
    self.participants = participants
    self.alsoStuck = alsoStuck
    self.steps = steps
    self.context = context
    self.excerpt = excerpt
    self.remarks = remarks
  }

  /// The stable code: "GCD102".
  public var code: String { kind.code.rawValue }

  /// The schedule token: replays exactly the schedule that led here.
  public var schedule: String { context.token }

  /// The seed of the exploration.
  public var seed: UInt64 { context.seed }

  private enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case severity = "severity"
    case location = "location"
    case participants = "parties"
    case alsoStuck = "alsoStuck"
    case steps = "steps"
    case context = "context"
    case omission = "omission"
    case excerpt = "excerpt"
    case remarks = "remarks"
    case recordedTrace = "course"
  }
}

/// A fact that a report mentions at its end.
public enum FindingNote: Sendable, Codable, Equatable {
  /// An object of the run was made outside the body and keeps a changed count.
  case madeOutsideBody(ObjectName)
  /// Bytes that the abandoned run leaked.
  case leaked(bytes: UInt64)
  /// It happens to what a body, or a test of a bundle, has left behind.
  case leftBehind(byTest: Bool)
  /// A call came from a thread that gcdcheck does not control.
  case uncontrolledThread(String)
  /// The seed alone is enough: the defect shows in every schedule.
  case everySchedule
  /// The test fails as well where nothing controls it.
  case failsWithoutControl
  /// Of what never ends: which steps come in another order in a schedule that passes.
  case otherOrder(OrderDifference)
  /// Of what never ends: such calls on the object are made at this place so many times in a schedule that
  /// passes, and fewer here.
  case fewerCalls(OperationKind, on: ObjectName, at: CodeLocation, passing: Int, here: Int)

  private enum CodingKeys: String, CodingKey {
    case madeOutsideBody = "madeOutsideBody"
    case leaked = "leaked"
    case leftBehind = "leftBehind"
    case uncontrolledThread = "uncontrolledThread"
    case everySchedule = "everySchedule"
    case failsWithoutControl = "failsWithoutControl"
    case otherOrder = "otherOrder"
    case fewerCalls = "fewerCalls"
  }
  private enum LeakedCodingKeys: String, CodingKey { case bytes = "bytes" }
  private enum LeftBehindCodingKeys: String, CodingKey { case byTest = "byTest" }
  private enum FewerCallsCodingKeys: String, CodingKey {
    case _0 = "_0"
    case on = "on"
    case at = "at"
    case passing = "passing"
    case here = "here"
  }
}
