// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Everything that gcdcheck can find, with the evidence from which the words are made.
///
/// Closed: a new kind is a new case, and the compiler names each place that must have words for it.
public enum FindingKind: Sendable, Equatable {
  case syncOnOwnQueue(OwnQueueSync)
  case waitCycle(WaitCycle)
  case semaphoreNeverSignaled(StarvedSemaphore)
  case groupNeverEmpty(StarvedGroup)
  case waitNeverSatisfied(StarvedWait)
  case poolExhausted(ExhaustedPool)
  case taskNeverFinishes(StuckTask)
  /// 201–204 and 206, by the misuse.
  case misuse(MisuseEvidence)
  case leftSuspended(LeftBehind)
  case preconditionFailed(FailedPrecondition)
  case sourceDropped(DroppedSource)
  case lockOrderInversion(OppositeOrders)
  case barrierOnGlobalQueue(GlobalBarrier)
  case dataRace(DataRace)
  case livelock(Livelock)
  case testFailed(TestFailure)
  case notDeterministic(Divergence)
  case uncontrolled(Uncontrolled)

  /// The stable code.
  public var code: FindingCode {
    switch self {
    case .syncOnOwnQueue: .syncOnOwnQueue
    case .waitCycle: .waitCycle
    case .semaphoreNeverSignaled: .semaphoreNeverSignaled
    case .groupNeverEmpty: .groupNeverEmpty
    case .waitNeverSatisfied: .waitNeverSatisfied
    case .poolExhausted: .poolExhausted
    case .taskNeverFinishes: .taskNeverFinishes
    case .misuse(let evidence): evidence.misuse.code
    case .leftSuspended: .leftSuspended
    case .preconditionFailed: .preconditionFailed
    case .sourceDropped: .sourceDropped
    case .lockOrderInversion: .lockOrderInversion
    case .barrierOnGlobalQueue: .barrierOnGlobalQueue
    case .dataRace: .dataRace
    case .livelock: .livelock
    case .testFailed: .testFailed
    case .notDeterministic: .notDeterministic
    case .uncontrolled: .uncontrolled
    }
  }

  /// The severity that the evidence asks for: that of the code, raised where somebody waits or is blocked,
  /// and lowered where a pool that grows lets the program go on.
  ///
  /// - Parameter verdict: An endless loop that something outside may end is none that is certain.
  public func severity(_ verdict: Verdict = .confirmed) -> Severity {
    switch self {
    case .livelock where verdict == .potential: .warning
    case .poolExhausted(let evidence) where !evidence.hangs: .warning
    case .leftSuspended(let evidence) where evidence.waiter != nil: .error
    case .uncontrolled(let evidence):
      if case .blocks = evidence.form { .error } else { .warning }
    default: code.defaultSeverity
    }
  }
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
