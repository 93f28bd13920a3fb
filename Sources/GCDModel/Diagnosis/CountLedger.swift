// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// One change of the count of a group, a semaphore, or an object that can be suspended.
public struct LedgerEntry: Sendable, Hashable {
  public var object: ObjectID
  /// `enter`, `leave`, `suspend`, `resume`, `activate`, `signal` or `wait`.
  public var kind: OperationKind
  public var step: StepIndex
  public var task: TaskID
  public var before: Int
  public var after: Int

  public init(object: ObjectID, kind: OperationKind, step: StepIndex, task: TaskID, before: Int, after: Int) {
    self.object = object
    self.kind = kind
    self.step = step
    self.task = task
    self.before = before
    self.after = after
  }
}

/// The changes of counts in one run, in order.
public struct CountLedger {
  /// The run keeps them.
  var isOn = false
  public internal(set) var entries: [LedgerEntry] = []

  mutating func reset(isOn: Bool) {
    self.isOn = isOn
    if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
  }
}

extension World {
  /// The changes of an object's count so far, in order; empty unless the run records them.
  public mutating func ledger(of object: ObjectID) -> [LedgerEntry] {
    core.ledger.entries.filter { $0.object == object }
  }
}
