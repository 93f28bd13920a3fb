// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD303: a barrier block handed to a global queue.
public struct GlobalBarrier: Sendable, Equatable {
  /// The call that handed the barrier over.
  public var operation: OperationKind
  /// The global queue.
  public var queue: ObjectName

  /// Takes each part as the property of the same name describes it.
  public init(_ operation: OperationKind, on queue: ObjectName) {
    self.operation = operation
    self.queue = queue
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
