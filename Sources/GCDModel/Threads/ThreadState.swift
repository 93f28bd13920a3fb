// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A thread of the program's own, as pthread_join(3) and its kin see it.
struct ThreadState {
  var task: Int
  var isDetached: Bool
  var hasEnded: Bool
  var isJoined: Bool
  /// A task asked for its cancellation, and it has not acted on that.
  var isCancelled: Bool
  /// pthread_setcancelstate(3): cancellation waits until it is allowed again.
  var ignoresCancellation: Bool
  /// Tasks that have announced a join, in order; only the first of them can have it.
  var joiners: TaskList
  var stableID: UInt64
}
