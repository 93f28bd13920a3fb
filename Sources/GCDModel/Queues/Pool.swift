// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The worker pools (Libdispatch.md fact 8; 2.11): a block that starts takes a slot until it ends;
/// without a free slot it is not enabled. Blocks of a main queue that the virtual main thread serves need
/// none.
///
/// One pool for all qualities of service, where libdispatch has one for each: a program that mixes them
/// may wait for a worker here a little earlier.
extension World {
  /// Items that could start if there were one more worker.
  public var itemsWaitingForPool: Int { mutating get { limited.waiting + overcommit.waiting } }

  /// Started blocks that occupy a worker now.
  public var workersOccupied: Int { mutating get { limited.slotsTaken + overcommit.slotsTaken } }

  /// The peak of workers needed at once: those blocked while one more block started. Threads of overcommit
  /// roots count only where they are more than libdispatch ever starts.
  public var workersNeeded: Int {
    mutating get {
      overcommit.needed > mostOvercommitWorkers ? max(limited.needed, overcommit.needed) : limited.needed
    }
  }

  /// How many workers there are of the sort that blocks wait for, or else of the limited sort; 0 = unbounded.
  public var workers: Int {
    mutating get { limited.waiting == 0 && overcommit.waiting > 0 ? overcommit.width : limited.width }
  }

  private var limited: PoolState { mutating get { pools[Int(PoolSort.limited.rawValue)] } }
  private var overcommit: PoolState { mutating get { pools[Int(PoolSort.overcommit.rawValue)] } }

  mutating func resetPools(_ limit: PoolLimit) {
    let isBounded = limit != .unbounded
    let widest = limit.grows ? max(mostOvercommitWorkers, limit.workers) : 0
    pools[Int(PoolSort.none.rawValue)] = PoolState(width: 0, widestWidth: 0)
    pools[Int(PoolSort.limited.rawValue)] = PoolState(width: limit.workers, widestWidth: widest)
    pools[Int(PoolSort.overcommit.rawValue)] = PoolState(
      width: isBounded ? max(mostOvercommitWorkers, limit.workers) : 0, widestWidth: 0)
  }

  mutating func objectType(of item: Int) -> PoolSort {
    var lane = tasks[item].lane
    if isServedByMainThread(lane) || tasks[item].isInternal { return .none }
    while lanes[lane].target >= 0 { lane = lanes[lane].target }
    return lanes[lane].kind == .serial || lanes[lane].isOvercommit ? .overcommit : .limited
  }

  /// An item could start as far as queues go.
  mutating func makeStartable(_ item: Int) {
    if poolLimit == .unbounded { return enable(item) }
    let type = objectType(of: item)
    let pool = pools + Int(type.rawValue)
    if pool.pointee.width == 0 || pool.pointee.slotsTaken < pool.pointee.width {
      enable(item)
    } else if tasks[item].waitsForPool == .none {
      waitForPool(item, type)
    }
  }

  /// An item cannot start any more.
  mutating func makeUnstartable(_ item: Int) {
    if tasks[item].waitsForPool != .none { stopWaitingForPool(item) } else { disable(item) }
  }

  mutating func takeSlot(_ item: Int) {
    let type = objectType(of: item)
    if type == .none { return }
    let pool = pools + Int(type.rawValue)
    tasks[item].slot = type
    pool.pointee.slotsTaken += 1
    if pool.pointee.blocked + 1 > pool.pointee.needed { pool.pointee.needed = pool.pointee.blocked + 1 }
    if pool.pointee.width > 0 && pool.pointee.slotsTaken == pool.pointee.width { stopStarting(type) }
  }

  mutating func giveSlot(_ task: Int) {
    let type = tasks[task].slot
    if type == .none { return }
    let pool = pools + Int(type.rawValue)
    tasks[task].slot = .none
    pool.pointee.blocked -= 1  // the task has just been disabled forever
    pool.pointee.slotsTaken -= 1
    startWaiting(type)
  }

  /// Lets as many start as there are free slots.
  mutating func startWaiting(_ type: PoolSort) {
    let pool = pools + Int(type.rawValue)
    while pool.pointee.head >= 0 && pool.pointee.slotsTaken < pool.pointee.width {
      let item = pool.pointee.head
      stopWaitingForPool(item)
      enable(item)
    }
  }

  /// The last slot is gone: the task that has not started waits. Rare, hence a walk over the enabled set.
  private mutating func stopStarting(_ type: PoolSort) {
    var task = tasks[0].younger
    while task != 0 {
      let next = tasks[task].younger
      if tasks[task].phase == .queued && self.objectType(of: task) == type {
        disable(task)
        waitForPool(task, type)
      }
      task = next
    }
  }

  private mutating func waitForPool(_ item: Int, _ type: PoolSort) {
    let pool = pools + Int(type.rawValue)
    let tail = pool.pointee.tail
    tasks[item].waitsForPool = type
    tasks[item].older = tail
    tasks[item].younger = -1
    if tail >= 0 { tasks[tail].younger = item } else { pool.pointee.head = item }
    pool.pointee.tail = item
    pool.pointee.waiting += 1
    watchGrowth(type)
  }

  private mutating func stopWaitingForPool(_ item: Int) {
    let pool = pools + Int(tasks[item].waitsForPool.rawValue)
    tasks[item].waitsForPool = .none
    let older = tasks[item].older
    let younger = tasks[item].younger
    if older >= 0 { tasks[older].younger = younger } else { pool.pointee.head = younger }
    if younger >= 0 { tasks[younger].older = older } else { pool.pointee.tail = older }
    pool.pointee.waiting -= 1
  }
}
