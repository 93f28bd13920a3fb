// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Workloops (libdispatch.md 3 "Queue type doesn't support dispatch_sync", "Waking up an inactive
/// workloop"): serial queues that run their blocks in order of submission. Blocks of unequal quality of
/// service, which the library may take out of that order, are not told apart.
extension World {
  /// Makes a serial queue that has just been made a workloop.
  public mutating func markWorkloop(_ queue: ObjectID) { lanes[laneIndex(queue)].isWorkloop = true }

  /// Whether a queue is a workloop.
  public mutating func isWorkloop(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && lanes[lane].isWorkloop
  }
}
