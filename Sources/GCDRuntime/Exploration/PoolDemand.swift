// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What one schedule asks of the pools beyond the narrowest that a user may have; 0 where that suffices.
package struct PoolDemand: Sendable, Hashable, Codable {
  /// Workers that were blocked at once while more was to be done: more than Apple's pool has, or than the
  /// pool of the run began with.
  package var workers = 0
  /// Threads of a cooperative pool that has no limit: two at least, since one was blocked while another ran.
  package var threads = 0

  package init(workers: Int = 0, threads: Int = 0) {
    self.workers = workers
    self.threads = threads
  }

  package var isEmpty: Bool { workers == 0 && threads == 0 }

  /// The pool that has too few workers for the schedule: Apple's, or the one of the run if that did not
  /// grow.
  func poolShortOfWorkers(_ limit: PoolLimit) -> PoolLimit {
    PoolLimit(
      workers: limit.grows ? limit.workers : PoolWidth.darwin.width, grows: false,
      cooperative: limit.cooperative)
  }

  /// The pool of the run with the cooperative pool of a machine with one processor.
  func poolShortOfThreads(_ limit: PoolLimit) -> PoolLimit {
    PoolLimit(workers: limit.workers, grows: limit.grows, cooperative: 1)
  }
}
