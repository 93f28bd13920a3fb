// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD101: a thread waits for a queue that it holds itself.
public struct RecursiveSync: Sendable, Codable, Equatable {
  /// Which hold is in the way.
  public enum Hold: String, Sendable, Codable {
    /// The caller runs a block of the very queue.
    case queue = "queue"
    /// The caller runs a block of a serial queue that the queue targets, directly or further down.
    case target = "target"
    /// The caller is the main thread, on the main queue.
    case main = "main"
    /// The caller runs a barrier block of the concurrent queue.
    case ownBarrier = "ownBarrier"
    /// The caller runs an ordinary block of the concurrent queue and asks for a barrier.
    case ownReader = "ownReader"
  }

  /// The participant that waits for itself, by name.
  public var participant: String
  /// The call that waits.
  public var operation: OperationKind
  /// The queue of the call.
  public var queue: ObjectName
  /// The queue that the caller already holds; equal to `queue` unless the hold is a target.
  public var held: ObjectName
  /// From `queue` along the targets to `held`, both included.
  public var chain: [ObjectName]
  /// How the caller holds the queue.
  public var hold: Hold
  /// Where the held queue was entered when that was by another sync; nil when its block came from the queue.
  public var heldSince: CodeLocation?

  package init(
    participant: String, _ operation: OperationKind, onto queue: ObjectName, held: ObjectName,
    chain: [ObjectName] = [], hold: Hold, heldSince: CodeLocation? = nil
  ) {
    self.participant = participant
    self.operation = operation
    self.queue = queue
    self.held = held
    self.chain = chain
    self.hold = hold
    self.heldSince = heldSince
  }

  /// The real library notices this one and ends the process; the others hang in silence.
  public var endsTheProcess: Bool { hold != .ownReader }

  private enum CodingKeys: String, CodingKey {
    case participant = "party"
    case operation = "operation"
    case queue = "queue"
    case held = "held"
    case chain = "chain"
    case hold = "hold"
    case heldSince = "heldSince"
  }
}

extension RecursiveSync: FindingEvidence {
  var code: FindingCode { .syncOnOwnQueue }

  func headline(participants: [Participant]) -> String {
    let caller = named(participant)
    let call = operation.verb
    return switch hold {
    case .queue: "\(caller) calls \(call) on \(queue.phrase) from inside a block of that queue"
    case .main: "\(caller) calls \(call) on the main queue, which it is running itself"
    case .target:
      "\(caller) calls \(call) on \(queue.phrase) while it holds its target, \(held.phrase)"
    case .ownBarrier: "\(caller) calls \(call) on \(queue.phrase) from inside its own barrier block"
    case .ownReader: "\(caller) asks for a barrier on \(queue.phrase) from inside a block of that queue"
    }
  }

  var objects: [ObjectName] { [queue, held] }

  var waits: [WaitEdge] {
    [WaitEdge(waiter: participant, operation, for: queue, heldBy: participant, heldSince: heldSince)]
  }

  var libdispatchText: String? {
    endsTheProcess
      ? "BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread" : nil
  }

  var consequence: String? {
    endsTheProcess ? "on Linux the process dies with SIGILL and no message" : hangsInSilence
  }

  var excerptMark: String? { "waits for the block that makes this call" }

  var hints: [Hint?] {
    switch hold {
    case .target: [.targetIsHeld(queue: queue, held: held)]
    case .ownReader: [.barrierFromReader]
    case .queue, .main, .ownBarrier: [.callDirectly(queue: queue)]
    }
  }

  func add(to text: inout FindingText) { text.add(self) }
}
