// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

extension World {
  /// How much this run asks of pools, for comparison with other runs; more than Apple's pool has wherever
  /// there is a `tooNarrowPool`.
  var crowd: Int { mutating get { max(workersNeeded, PoolWidth.darwin.width + workersAdded) } }

  /// A pool that does not grow and leaves blocks of this run without a worker; nil where there is none to
  /// try.
  package var tooNarrowPool: PoolLimit? {
    mutating get {
      if workersAdded > 0 { return PoolLimit(workers: PoolLimit(rawValue: width).workers, grows: false) }
      return width == 0 && workersNeeded > PoolWidth.darwin.width
        ? PoolLimit(rawValue: PoolWidth.darwin.width) : nil
    }
  }
}
#endif
