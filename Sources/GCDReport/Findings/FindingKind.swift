// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Everything that gcdcheck can find, with the evidence from which the words are made.
///
/// Closed: a new kind is a new case, and the compiler names what its evidence must say of it.
public enum FindingKind: Sendable, Equatable {
  case syncOnOwnQueue(RecursiveSync)
  case waitCycle(WaitCycle)
  case semaphoreNeverSignaled(StarvedSemaphore)
  case groupNeverEmpty(GroupNeverEmpty)
  case waitNeverSatisfied(StarvedWait)
  case poolExhausted(ExhaustedPool)
  case taskNeverFinishes(TaskNeverFinishes)
  /// 201–204 and 206, by the misuse.
  case misuse(MisuseEvidence)
  case leftSuspended(LeftSuspended)
  case preconditionFailed(FailedPrecondition)
  case sourceDropped(DroppedSource)
  case continuationResumedTwice(ContinuationResumedTwice)
  case secondConsumer(SecondConsumer)
  case lockOrderInversion(LockOrderInversion)
  case barrierOnGlobalQueue(GlobalBarrier)
  case lockAcrossSuspension(LockAcrossSuspension)
  case dataRace(DataRace)
  case livelock(Livelock)
  indirect case testFailed(TestFailure)
  case notDeterministic(Divergence)
  case uncontrolled(Uncontrolled)

  /// The evidence, which knows all that is said of it.
  var evidence: any FindingEvidence {
    switch self {
    case .syncOnOwnQueue(let evidence): evidence
    case .waitCycle(let evidence): evidence
    case .semaphoreNeverSignaled(let evidence): evidence
    case .groupNeverEmpty(let evidence): evidence
    case .waitNeverSatisfied(let evidence): evidence
    case .poolExhausted(let evidence): evidence
    case .taskNeverFinishes(let evidence): evidence
    case .misuse(let evidence): evidence
    case .leftSuspended(let evidence): evidence
    case .preconditionFailed(let evidence): evidence
    case .sourceDropped(let evidence): evidence
    case .continuationResumedTwice(let evidence): evidence
    case .secondConsumer(let evidence): evidence
    case .lockOrderInversion(let evidence): evidence
    case .barrierOnGlobalQueue(let evidence): evidence
    case .lockAcrossSuspension(let evidence): evidence
    case .dataRace(let evidence): evidence
    case .livelock(let evidence): evidence
    case .testFailed(let evidence): evidence
    case .notDeterministic(let evidence): evidence
    case .uncontrolled(let evidence): evidence
    }
  }

  /// The stable code.
  public var code: FindingCode { evidence.code }

  /// The user's objects that take part, the one that the finding is about first.
  public var objects: [ObjectName] { evidence.objects }

  /// The waits that make up the finding, in the order of its own list; empty where no task waits.
  package var waits: [WaitEdge] { evidence.waits }

  /// Whether the order of the steps before says why nothing continues, and not the evidence.
  package var isExplainedByOrder: Bool { evidence.isExplainedByOrder }

  /// The severity that the evidence asks for: that of the code, raised where a task waits or is blocked,
  /// and lowered where a pool that grows lets the program continue.
  ///
  /// - Parameter verdict: An endless loop that something outside may end is none that is certain.
  public func severity(_ verdict: Verdict = .confirmed) -> Severity {
    evidence.severity(verdict) ?? code.defaultSeverity
  }
}

/// `{"code": …, "kind": …, "evidence": {…}}`: the kind says which type of evidence follows.
extension FindingKind: Codable {
  private enum Key: String, CodingKey {
    case code = "code"
    case kind = "kind"
    case evidence = "evidence"
  }

  private enum Name: String, Codable {
    case syncOnOwnQueue = "syncOnOwnQueue"
    case waitCycle = "waitCycle"
    case semaphoreNeverSignaled = "semaphoreNeverSignaled"
    case groupNeverEmpty = "groupNeverEmpty"
    case waitNeverSatisfied = "waitNeverSatisfied"
    case poolExhausted = "poolExhausted"
    case taskNeverFinishes = "taskNeverFinishes"
    case misuse = "misuse"
    case leftSuspended = "leftSuspended"
    case preconditionFailed = "preconditionFailed"
    case sourceDropped = "sourceDropped"
    case continuationResumedTwice = "continuationResumedTwice"
    case secondConsumer = "secondConsumer"
    case lockOrderInversion = "lockOrderInversion"
    case barrierOnGlobalQueue = "barrierOnGlobalQueue"
    case lockAcrossSuspension = "lockAcrossSuspension"
    case dataRace = "dataRace"
    case livelock = "livelock"
    case testFailed = "testFailed"
    case notDeterministic = "notDeterministic"
    case uncontrolled = "uncontrolled"
  }

  private var name: Name {
    switch self {
    case .syncOnOwnQueue: .syncOnOwnQueue
    case .waitCycle: .waitCycle
    case .semaphoreNeverSignaled: .semaphoreNeverSignaled
    case .groupNeverEmpty: .groupNeverEmpty
    case .waitNeverSatisfied: .waitNeverSatisfied
    case .poolExhausted: .poolExhausted
    case .taskNeverFinishes: .taskNeverFinishes
    case .misuse: .misuse
    case .leftSuspended: .leftSuspended
    case .preconditionFailed: .preconditionFailed
    case .sourceDropped: .sourceDropped
    case .continuationResumedTwice: .continuationResumedTwice
    case .secondConsumer: .secondConsumer
    case .lockOrderInversion: .lockOrderInversion
    case .barrierOnGlobalQueue: .barrierOnGlobalQueue
    case .lockAcrossSuspension: .lockAcrossSuspension
    case .dataRace: .dataRace
    case .livelock: .livelock
    case .testFailed: .testFailed
    case .notDeterministic: .notDeterministic
    case .uncontrolled: .uncontrolled
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func evidence<Evidence: Decodable>() throws -> Evidence {
      try container.decode(Evidence.self, forKey: .evidence)
    }
    switch try container.decode(Name.self, forKey: .kind) {
    case .syncOnOwnQueue: self = .syncOnOwnQueue(try evidence())
    case .waitCycle: self = .waitCycle(try evidence())
    case .semaphoreNeverSignaled: self = .semaphoreNeverSignaled(try evidence())
    case .groupNeverEmpty: self = .groupNeverEmpty(try evidence())
    case .waitNeverSatisfied: self = .waitNeverSatisfied(try evidence())
    case .poolExhausted: self = .poolExhausted(try evidence())
    case .taskNeverFinishes: self = .taskNeverFinishes(try evidence())
    case .misuse: self = .misuse(try evidence())
    case .leftSuspended: self = .leftSuspended(try evidence())
    case .preconditionFailed: self = .preconditionFailed(try evidence())
    case .sourceDropped: self = .sourceDropped(try evidence())
    case .continuationResumedTwice: self = .continuationResumedTwice(try evidence())
    case .secondConsumer: self = .secondConsumer(try evidence())
    case .lockOrderInversion: self = .lockOrderInversion(try evidence())
    case .barrierOnGlobalQueue: self = .barrierOnGlobalQueue(try evidence())
    case .lockAcrossSuspension: self = .lockAcrossSuspension(try evidence())
    case .dataRace: self = .dataRace(try evidence())
    case .livelock: self = .livelock(try evidence())
    case .testFailed: self = .testFailed(try evidence())
    case .notDeterministic: self = .notDeterministic(try evidence())
    case .uncontrolled: self = .uncontrolled(try evidence())
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    try container.encode(name, forKey: .kind)
    try container.encode(evidence, forKey: .evidence)
  }
}
