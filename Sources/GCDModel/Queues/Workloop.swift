// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Workloops (Libdispatch.md 3 "Queue type doesn't support dispatch_sync", "Waking up an inactive
/// workloop"): serial queues that run their blocks in order of submission. The library keeps a line for each
/// quality of service, but on Linux, where it is built without `HAVE_PTHREAD_WORKQUEUE_QOS` (Libdispatch.md
/// "Build configuration"), every block is given the same one, whatever it asks for: there is one line.
extension World {
  /// Makes a serial queue that has just been made a workloop.
  public mutating func markWorkloop(_ queue: ObjectID) { lanes[laneIndex(queue)].isWorkloop = true }

  /// Whether a queue is a workloop.
  public mutating func isWorkloop(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && lanes[lane].isWorkloop
  }
}
