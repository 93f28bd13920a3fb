// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The worker pools (Libdispatch.md fact 8; 2.11): a block that starts takes a slot until it ends;
/// without a free slot it is not enabled. Blocks of a main queue that the virtual main thread serves need
/// none.
///
/// One pool for all qualities of service, and one for Swift tasks of all priorities, where libdispatch has
/// one for each: a program that mixes them may wait for a worker here a little earlier.
extension Core {
  /// An item cannot start any more.
  mutating func makeUnstartable(_ item: Int) {
    if tasks.at[item].waitsForPool != .none { stopWaitingForPool(item) } else { disable(item) }
  }

  mutating func giveSlot(_ task: Int) {
    let type = tasks.at[task].slot
    if type == .none { return }
    let pool = pools.at + Int(type.rawValue)
    tasks.at[task].slot = .none
    pool.pointee.blocked -= 1  // the task has just been disabled forever
    pool.pointee.slotsTaken -= 1
    startWaiting(type)
  }

  /// Lets as many start as there are free slots.
  mutating func startWaiting(_ type: PoolSort) {
    let pool = pools.at + Int(type.rawValue)
    while pool.pointee.head >= 0 && pool.pointee.slotsTaken < pool.pointee.width {
      let item = pool.pointee.head
      stopWaitingForPool(item)
      enable(item)
    }
  }

  mutating func waitForPool(_ item: Int, _ type: PoolSort) {
    let pool = pools.at + Int(type.rawValue)
    let tail = pool.pointee.tail
    tasks.at[item].waitsForPool = type
    tasks.at[item].older = tail
    tasks.at[item].younger = -1
    if tail >= 0 { tasks.at[tail].younger = item } else { pool.pointee.head = item }
    pool.pointee.tail = item
    pool.pointee.waiting += 1
    watchGrowth(type)
  }

  private mutating func stopWaitingForPool(_ item: Int) {
    let pool = pools.at + Int(tasks.at[item].waitsForPool.rawValue)
    tasks.at[item].waitsForPool = .none
    let older = tasks.at[item].older
    let younger = tasks.at[item].younger
    if older >= 0 { tasks.at[older].younger = younger } else { pool.pointee.head = younger }
    if younger >= 0 { tasks.at[younger].older = older } else { pool.pointee.tail = older }
    pool.pointee.waiting -= 1
  }
}
