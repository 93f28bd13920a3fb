// Licensed under the Apache License, Version 2.0; see LICENSE.

extension FindingKind {
  /// The waits that make up the finding, in the order of its own list; empty where nobody waits.
  var waits: [WaitEdge] {
    switch self {
    case .syncOnOwnQueue(let evidence):
      [
        WaitEdge(
          waiter: evidence.party, evidence.operation, for: evidence.queue, heldBy: evidence.party,
          heldSince: evidence.heldSince)
      ]
    case .waitCycle(let evidence): evidence.edges
    case .semaphoreNeverSignaled(let evidence): [evidence.edge]
    case .groupNeverEmpty(let evidence):
      switch evidence.waiting {
      case .wait(let edge): [edge]
      case .notify: []
      }
    case .waitNeverSatisfied(let evidence): [evidence.edge]
    case .poolExhausted(let evidence): evidence.edges
    case .leftSuspended(let evidence): evidence.waiter.map { [$0] } ?? []
    case .lockOrderInversion(let evidence): evidence.edges
    case .taskNeverFinishes, .misuse, .preconditionFailed, .sourceDropped, .barrierOnGlobalQueue, .dataRace,
      .livelock, .testFailed, .notDeterministic, .uncontrolled:
      []
    }
  }
}
