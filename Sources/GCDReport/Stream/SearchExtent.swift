// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How far a search through all orders of a test's operations has come.
public struct SearchExtent: Sendable, Codable, Equatable {
  /// Runs that differ in more than the order of operations that commute.
  public var interleavings: Int
  /// The most preemptions that a run was to have; nil = no bound.
  public var bound: Int?
  /// There is no other such run.
  public var isComplete: Bool

  package init(interleavings: Int, bound: Int?, isComplete: Bool) {
    self.interleavings = interleavings
    self.bound = bound
    self.isComplete = isComplete
  }

  /// What that proves, as a part of a sentence.
  var clause: String {
    let amount = grouped(interleavings)
    if let bound {
      let limit = "with at most \(counted(bound, "preemption"))"
      return isComplete
        ? "all \(amount) schedules \(limit) explored"
        : "\(amount) schedules \(limit) explored, there are more"
    }
    if !isComplete {
      return "\(amount) interleavings of its synchronisation operations explored, there are more"
    }
    let all =
      interleavings == 1
      ? "the only interleaving of its synchronisation operations"
      : "all \(amount) interleavings of its synchronisation operations"
    return all + " explored; complete if the code has no data races and no atomics"
  }

  private enum CodingKeys: String, CodingKey {
    case interleavings = "interleavings"
    case bound = "bound"
    case isComplete = "isComplete"
  }
}
