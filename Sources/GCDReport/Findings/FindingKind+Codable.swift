// Licensed under the Apache License, Version 2.0; see LICENSE.

/// `{"code": …, "kind": …, "evidence": {…}}`: the kind says which type of evidence follows.
extension FindingKind: Codable {
  private enum Key: String, CodingKey {
    case code
    case kind
    case evidence
  }

  private enum Name: String, Codable {
    case syncOnOwnQueue
    case waitCycle
    case semaphoreNeverSignaled
    case groupNeverEmpty
    case waitNeverSatisfied
    case poolExhausted
    case taskNeverFinishes
    case misuse
    case leftSuspended
    case preconditionFailed
    case sourceDropped
    case lockOrderInversion
    case barrierOnGlobalQueue
    case dataRace
    case livelock
    case testFailed
    case notDeterministic
    case uncontrolled
  }

  /// Reads what `encode(to:)` writes.
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
    case .lockOrderInversion: self = .lockOrderInversion(try evidence())
    case .barrierOnGlobalQueue: self = .barrierOnGlobalQueue(try evidence())
    case .dataRace: self = .dataRace(try evidence())
    case .livelock: self = .livelock(try evidence())
    case .testFailed: self = .testFailed(try evidence())
    case .notDeterministic: self = .notDeterministic(try evidence())
    case .uncontrolled: self = .uncontrolled(try evidence())
    }
  }

  /// Writes the form that the type describes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    func encode(_ name: Name, _ evidence: some Encodable) throws {
      try container.encode(code, forKey: .code)
      try container.encode(name, forKey: .kind)
      try container.encode(evidence, forKey: .evidence)
    }
    switch self {
    case .syncOnOwnQueue(let evidence): try encode(.syncOnOwnQueue, evidence)
    case .waitCycle(let evidence): try encode(.waitCycle, evidence)
    case .semaphoreNeverSignaled(let evidence): try encode(.semaphoreNeverSignaled, evidence)
    case .groupNeverEmpty(let evidence): try encode(.groupNeverEmpty, evidence)
    case .waitNeverSatisfied(let evidence): try encode(.waitNeverSatisfied, evidence)
    case .poolExhausted(let evidence): try encode(.poolExhausted, evidence)
    case .taskNeverFinishes(let evidence): try encode(.taskNeverFinishes, evidence)
    case .misuse(let evidence): try encode(.misuse, evidence)
    case .leftSuspended(let evidence): try encode(.leftSuspended, evidence)
    case .preconditionFailed(let evidence): try encode(.preconditionFailed, evidence)
    case .sourceDropped(let evidence): try encode(.sourceDropped, evidence)
    case .lockOrderInversion(let evidence): try encode(.lockOrderInversion, evidence)
    case .barrierOnGlobalQueue(let evidence): try encode(.barrierOnGlobalQueue, evidence)
    case .dataRace(let evidence): try encode(.dataRace, evidence)
    case .livelock(let evidence): try encode(.livelock, evidence)
    case .testFailed(let evidence): try encode(.testFailed, evidence)
    case .notDeterministic(let evidence): try encode(.notDeterministic, evidence)
    case .uncontrolled(let evidence): try encode(.uncontrolled, evidence)
    }
  }
}
