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

/// The deviations of the current run in the order in which they were made; one buffer for all runs.
///
/// Plain memory that grows by doubling and is never given back before the scheduler goes. The owner frees it.
struct DeviationLog {
  private(set) var start: UnsafeMutablePointer<Deviation>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 256
    start = .allocate(capacity: capacity)
  }

  func free() { start.deallocate() }

  mutating func removeAll() { count = 0 }

  /// `point` and `choice` fit 32 bits: a run is bounded by its steps, a choice by its tasks.
  mutating func append(point: Int, choice: Int) {
    if count == capacity { grow() }
    (start + count).initialize(
      to: Deviation(
        point: UInt32(truncatingIfNeeded: point), choice: UInt32(truncatingIfNeeded: choice)))
    count &+= 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Deviation>.allocate(capacity: capacity &* 2)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    capacity &*= 2
  }
}
