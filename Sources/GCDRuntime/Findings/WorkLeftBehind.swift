// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport

/// What happens after the body has returned, or the test has ended, to what that left behind.
struct WorkLeftBehind {
  let engine: Engine

  /// A note on a finding that came of it.
  func remark(on kind: FindingKind) -> [FindingNote] {
    guard engine.pointee.run.hasReturned, mayComeLater(kind) else { return [] }
    return [.leftBehind(byTest: engine.pointee.process.isTestBundle)]
  }

  /// Whether it ended the run, or is left when that has ended.
  private func mayComeLater(_ kind: FindingKind) -> Bool {
    switch kind {
    case .syncOnOwnQueue, .waitCycle, .semaphoreNeverSignaled, .groupNeverEmpty, .waitNeverSatisfied,
      .poolExhausted, .taskNeverFinishes, .misuse, .preconditionFailed, .continuationResumedTwice,
      .secondConsumer:
      true
    // A check may have failed before.
    case .testFailed: engine.pointee.run.phase == .drain
    case .leftSuspended, .sourceDropped, .lockOrderInversion, .barrierOnGlobalQueue, .lockAcrossSuspension,
      .dataRace, .livelock, .notDeterministic, .uncontrolled:
      false
    }
  }
}
#endif
