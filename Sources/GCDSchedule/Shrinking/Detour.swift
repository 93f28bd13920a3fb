// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One place at which a schedule leaves the baseline order, named so that it survives the removal of others.
///
/// A deviation is named by the number of its choice, and all numbers after it change with it. A detour says
/// "when the baseline order would let this operation of this task go on, that task goes instead".
public struct Detour: Sendable, Hashable, Codable {
  /// Who would go on: the stable id of a task and the number of its operation, folded; or, with `isEffect`,
  /// the number of the choice among the choices of effects of the run, from 0.
  public var event: UInt64
  /// How often the event was the baseline's choice before, from 0.
  public var visit: Int
  /// The stable id of the task that goes instead; the way that the operation goes, with `isEffect`.
  public var instead: UInt64
  /// It is about which way an operation goes, not about who goes on.
  public var isEffect: Bool

  public init(event: UInt64, visit: Int, instead: UInt64, isEffect: Bool) {
    self.event = event
    self.visit = visit
    self.instead = instead
    self.isEffect = isEffect
  }
}
