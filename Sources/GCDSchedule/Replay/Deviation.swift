// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One choice that was not the one of the baseline order.
public struct Deviation: Sendable, Hashable {
  /// The choice point, counted from 1 in its run.
  public var point: UInt32
  /// The index that was taken among the candidates, from 0.
  public var choice: UInt32

  @inlinable
  public init(point: UInt32, choice: UInt32) {
    self.point = point
    self.choice = choice
  }
}
