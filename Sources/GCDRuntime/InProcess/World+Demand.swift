// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

extension World {
  /// What this run asks of pools.
  var demand: PoolDemand {
    mutating get {
      let limit = PoolLimit(rawValue: width)
      var demand = PoolDemand()
      if workersAdded > 0 {
        demand.workers = max(workersNeeded, PoolWidth.darwin.width + workersAdded)
      } else if limit.workers == 0, workersNeeded > PoolWidth.darwin.width {
        demand.workers = workersNeeded
      }
      if limit.cooperative == 0, cooperativeThreadsNeeded > 1 { demand.threads = cooperativeThreadsNeeded }
      return demand
    }
  }
}
#endif
