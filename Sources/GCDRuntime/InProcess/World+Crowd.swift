// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

extension World {
  /// How much this run asks of pools, for comparison with other runs; 0 where there is no `tooNarrowPool`.
  ///
  /// More than Apple's pool has where workers are too few; else how many threads of the cooperative pool it
  /// needs, two at least.
  var crowd: Int {
    mutating get {
      guard let pool = tooNarrowPool else { return 0 }
      if pool.workers > 0 { return max(workersNeeded, PoolWidth.darwin.width + workersAdded) }
      return min(cooperativeThreadsNeeded, PoolWidth.darwin.width)
    }
  }

  /// A pool that does not grow and may leave blocks of this run without a worker; nil where there is none to
  /// try.
  package var tooNarrowPool: PoolLimit? {
    mutating get {
      let limit = PoolLimit(rawValue: width)
      if workersAdded > 0 {
        return PoolLimit(workers: limit.workers, grows: false, cooperative: limit.cooperative)
      }
      if limit.workers == 0, workersNeeded > PoolWidth.darwin.width {
        return PoolLimit(workers: PoolWidth.darwin.width, grows: false, cooperative: limit.cooperative)
      }
      return limit == .unbounded && cooperativeThreadsNeeded > 1
        ? PoolLimit(workers: 0, grows: false, cooperative: 1) : nil
    }
  }
}
#endif
