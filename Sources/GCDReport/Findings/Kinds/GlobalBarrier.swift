// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD303: a barrier block handed to a global queue.
public struct GlobalBarrier: Sendable, Codable, Equatable {
  /// The call that handed the barrier over.
  public var operation: OperationKind
  /// The global queue.
  public var queue: ObjectName

  package init(_ operation: OperationKind, on queue: ObjectName) {
    self.operation = operation
    self.queue = queue
  }

  private enum CodingKeys: String, CodingKey {
    case operation = "operation"
    case queue = "queue"
  }
}

extension GlobalBarrier: FindingEvidence {
  var code: FindingCode { .barrierOnGlobalQueue }

  func headline(participants: [Participant]) -> String {
    "a barrier on \(queue.phrase) has no effect: other blocks run at the same time"
  }

  var objects: [ObjectName] { [queue] }

  var consequence: String? { "libdispatch treats it as an ordinary async or sync, without a message." }

  var hints: [Hint?] { [.useOwnConcurrentQueue] }
}
