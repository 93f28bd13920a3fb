// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Threads of one sort: how many there may be, and which blocks wait for one.
struct PoolState {
  /// How many blocks run at once; 0 = as many as there are.
  var width: Int
  /// How far the width grows while all workers wait; 0 = it does not.
  var widestWidth: Int
  var slotsTaken: Int = 0
  /// Startable items without a slot, oldest first, through `older` and `younger`.
  var head: Int = -1
  var tail: Int = -1
  var waiting: Int = 0
  /// Started items that are not enabled.
  var blocked: Int = 0
  /// The peak of workers needed at once: those blocked while one more block started.
  var needed: Int = 0

  init(width: Int, widestWidth: Int) {
    self.width = width
    self.widestWidth = widestWidth
  }
}

/// Which threads a block runs on (Libdispatch.md fact 8). The raw value is the place of the pool's state.
@usableFromInline
enum PoolSort: UInt8 {
  /// No worker: what the main thread serves, and what has not started.
  case none
  /// Global and concurrent queues, and what targets them: as many threads as there are processors.
  case limited
  /// Overcommit roots, such as that of a serial queue without a target: a thread for each queue that has
  /// work, up to `mostOvercommitWorkers`.
  case overcommit
  /// Jobs of Swift tasks: as many threads as there are processors, and none is added.
  case cooperative
}

/// How many threads libdispatch on Linux starts for one root queue (`WORKQ_MAX_TRACKED_TIDS`,
/// src/event/workqueue.c; `MAX_PTHREAD_COUNT`, src/shims.h).
let mostOvercommitWorkers = 255

/// The pools of a run.
struct WorkerPools {
  /// Those that the run began with.
  var limit = PoolLimit.unbounded
  /// By the raw value of `PoolSort`; allocated for the life of the world.
  let at: UnsafeMutablePointer<PoolState>
  /// Workers that came during the run because all waited.
  var added = 0

  init() {
    at = .allocate(capacity: 4)
    at.initialize(repeating: PoolState(width: 0, widestWidth: 0), count: 4)
  }

  mutating func reset(_ limit: PoolLimit) {
    self.limit = limit
    added = 0
    let most = max(mostOvercommitWorkers, limit.workers)
    let isBounded = limit.workers > 0
    at[Int(PoolSort.none.rawValue)] = PoolState(width: 0, widestWidth: 0)
    at[Int(PoolSort.limited.rawValue)] = PoolState(width: limit.workers, widestWidth: limit.grows ? most : 0)
    at[Int(PoolSort.overcommit.rawValue)] = PoolState(width: isBounded ? most : 0, widestWidth: 0)
    at[Int(PoolSort.cooperative.rawValue)] = PoolState(width: limit.cooperative, widestWidth: 0)
  }

  func free() { at.deallocate() }
}
