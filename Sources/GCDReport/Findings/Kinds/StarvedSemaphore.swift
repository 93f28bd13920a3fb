// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD103: a semaphore wait without any task that could signal.
public struct StarvedSemaphore: Sendable, Codable, Equatable {
  /// Who waits for what, where.
  public var edge: WaitEdge
  /// The value given at creation.
  public var initialValue: Int
  /// Signals and waits so far.
  public var ledger: Ledger?

  package init(_ edge: WaitEdge, initialValue: Int, ledger: Ledger? = nil) {
    self.edge = edge
    self.initialValue = initialValue
    self.ledger = ledger
  }

  private enum CodingKeys: String, CodingKey {
    case edge = "edge"
    case initialValue = "initialValue"
    case ledger = "ledger"
  }
}

extension StarvedSemaphore: FindingEvidence {
  var code: FindingCode { .semaphoreNeverSignaled }

  func headline(participants: [Participant]) -> String {
    "\(named(edge.waiter)) waits for \(edge.resource.phrase), and nothing left can signal it"
  }

  var objects: [ObjectName] { [edge.resource] }

  var waits: [WaitEdge] { [edge] }

  var consequence: String? { nothingHelps }

  var excerptMark: String? { "waits here" }

  var hints: [Hint?] {
    if let hint = edge.wakers.obstacleHint { return [hint] }
    let holdsAnother = edge.wakers.contains { waker in
      if case .holdsPermit = waker { true } else { false }
    }
    let isLeftByTimeout = edge.wakers.contains { waker in
      if case .ranOut = waker { true } else { false }
    }
    if isLeftByTimeout { return [.giveEachPermitBack] }
    if holdsAnother { return [.takePermitsTogether] }
    if initialValue > 0 { return [isNoLock ? .giveEachPermitBack : .signalAfterEachWait] }
    let wasCancelled = edge.wakers.contains { waker in
      if case .cancelled = waker { true } else { false }
    }
    if wasCancelled { return [.signalFromNotify] }
    let isSignalQueuedBehind = edge.wakers.contains { waker in
      if case .queuedBlock = waker { true } else { false }
    }
    return [isSignalQueuedBehind ? .semaphoreAsSync : .signalOnEveryPath(edge.resource)]
  }

  var isExplainedByOrder: Bool { edge.wakers.isUnknown }

  /// One that had not taken a permit has signalled, or the one that has the only permit would not: a counter.
  private var isNoLock: Bool {
    let isKept = edge.wakers.contains { waker in
      if case .keepsPermit = waker { true } else { false }
    }
    let rows = ledger?.rows ?? []
    return isKept
      || rows.contains { row in
        row.operation == .signal
          && !rows.contains { $0.operation == .wait && $0.participant == row.participant }
      }
  }

  func add(to text: inout FindingText) { text.add(self) }
}
