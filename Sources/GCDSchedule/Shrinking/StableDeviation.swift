// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One place at which a schedule leaves the baseline order, named so that it survives the removal of others.
///
/// A deviation is named by the number of its choice, and all numbers after it change with it. A deviation
/// says "when the baseline order would let this operation of this task continue, that task goes instead".
public struct StableDeviation: Sendable, Hashable, Codable {
  /// The stable id of the task that would continue; 0 with `isEffect`.
  public var task: UInt64
  /// The number of the operation that it would make; with `isEffect`, the number of the choice among the
  /// choices of effects of the run, from 0.
  public var operation: Int
  /// How often this was the baseline's choice before, from 0.
  public var visit: Int
  /// The stable id of the task that goes instead; the way that the operation goes, with `isEffect`.
  public var instead: UInt64
  /// It is about which way an operation goes, not about who continues.
  public var isEffect: Bool

  public init(task: UInt64, operation: Int, visit: Int, instead: UInt64, isEffect: Bool) {
    self.task = task
    self.operation = operation
    self.visit = visit
    self.instead = instead
    self.isEffect = isEffect
  }
}
