// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Which items get a worker (Libdispatch.md fact 8; 2.11).
extension Queues {
  /// Which threads an item runs on.
  mutating func sort(of item: Int, _ core: inout Core) -> PoolSort {
    var lane = core.tasks.at[item].lane
    if isServedByMainThread(lane) || core.tasks.at[item].isInternal { return .none }
    while lanes.at[lane].target >= 0 { lane = lanes.at[lane].target }
    if lanes.at[lane].isCooperative { return .cooperative }
    return lanes.at[lane].kind == .serial || lanes.at[lane].isOvercommit ? .overcommit : .limited
  }

  /// An item could start as far as queues go.
  mutating func makeStartable(_ item: Int, _ core: inout Core) {
    if core.pools.limit == .unbounded { return core.enable(item) }
    let sort = self.sort(of: item, &core)
    let pool = core.pools.at + Int(sort.rawValue)
    if pool.pointee.width == 0 || pool.pointee.slotsTaken < pool.pointee.width {
      core.enable(item)
    } else if core.tasks.at[item].waitsForPool == .none {
      core.waitForPool(item, sort)
    }
  }

  mutating func takeSlot(_ item: Int, _ core: inout Core) {
    let sort = self.sort(of: item, &core)
    if sort == .none { return }
    let pool = core.pools.at + Int(sort.rawValue)
    core.tasks.at[item].slot = sort
    pool.pointee.slotsTaken += 1
    if pool.pointee.blocked + 1 > pool.pointee.needed { pool.pointee.needed = pool.pointee.blocked + 1 }
    if pool.pointee.width > 0 && pool.pointee.slotsTaken == pool.pointee.width { stopStarting(sort, &core) }
  }

  /// The last slot is gone: the task that has not started waits. Rare, hence a walk over the enabled set.
  private mutating func stopStarting(_ sort: PoolSort, _ core: inout Core) {
    var task = core.tasks.at[0].younger
    while task != 0 {
      let next = core.tasks.at[task].younger
      if core.tasks.at[task].phase == .queued && self.sort(of: task, &core) == sort {
        core.disable(task)
        core.waitForPool(task, sort)
      }
      task = next
    }
  }
}
