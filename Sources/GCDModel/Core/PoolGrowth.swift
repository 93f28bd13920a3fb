// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// While no worker of libdispatch on Linux can run and blocks wait for one, its monitor adds a thread each
/// second (Libdispatch.md 2.11; `_dispatch_workq_monitor_pools`, src/event/workqueue.c).
///
/// The monitor's deadline is in the heap as one of the clock itself. Here its second begins when the
/// first block waits, where the real one has its own beat; and a pool that has grown stays so, where real
/// threads end after some idle seconds. That a pool below its target also grows while some workers can run is
/// left out: there the program continues.
extension Core {
  /// A block waits for a worker of this sort.
  mutating func watchGrowth(_ type: PoolSort) {
    let pool = pools.at + Int(type.rawValue)
    if pool.pointee.width < pool.pointee.widestWidth && tasks.at[0].heapIndex < 0 {
      arm(0, clock.now &+ growthPeriod)
    }
  }

  /// The monitor looks.
  mutating func growPool() {
    let pool = pools.at + Int(PoolSort.limited.rawValue)
    if pool.pointee.waiting == 0 { return }
    if pool.pointee.blocked == pool.pointee.slotsTaken {
      pool.pointee.width += 1
      pools.added += 1
      startWaiting(.limited)
    }
    if pool.pointee.waiting > 0 { watchGrowth(.limited) }
  }
}

/// Nanoseconds between two looks of the monitor.
private let growthPeriod: UInt64 = 1_000_000_000
