// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One entry of a task's chain of queues: the block of an item, or a sync inside it. Links are indices, -1
/// = none.
///
/// Invariant: the lanes from `lane` upwards until `reached` (exclusive) are held by `task`.
struct FrameState {
  var task: Int
  var lane: Int
  /// The frame around it on the same task.
  var outer: Int
  var laneNext: Int
  var lanePrevious: Int
  /// The lane in whose line the item was when it started; its own, or one above it that an async-and-wait
  /// had come to.
  var stoodAt: Int
  /// The next lane to take; -1 = all are held.
  var reached: Int
  var isBarrier: Bool
  /// Made by a sync, not by an item.
  var isSync: Bool
}
