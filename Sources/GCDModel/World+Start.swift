// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  public init(_ configuration: WorldConfiguration) {
    taskCapacity = 64
    tasks = .allocate(capacity: 64)
    creationCounters = .allocate(capacity: 64 * creationSlots)
    laneCapacity = 16
    lanes = .allocate(capacity: 16)
    queueCapacity = 16
    queueLanes = .allocate(capacity: 16)
    frameCapacity = 32
    frames = .allocate(capacity: 32)
    semaphoreCapacity = 8
    semaphores = .allocate(capacity: 8)
    groupCapacity = 8
    groups = .allocate(capacity: 8)
    lockCapacity = 8
    locks = .allocate(capacity: 8)
    conditionCapacity = 8
    conditions = .allocate(capacity: 8)
    onceCapacity = 8
    onces = .allocate(capacity: 8)
    futexCapacity = 8
    futexes = .allocate(capacity: 8)
    sourceCapacity = 8
    sources = .allocate(capacity: 8)
    workItemCapacity = 8
    workItems = .allocate(capacity: 8)
    expiredCapacity = 8
    expired = .allocate(capacity: 8)
    variableCapacity = 8
    variables = .allocate(capacity: 8)
    readWriteLockCapacity = 8
    readWriteLocks = .allocate(capacity: 8)
    sharedHoldCapacity = 8
    sharedHolds = .allocate(capacity: 8)
    barrierCapacity = 8
    barriers = .allocate(capacity: 8)
    threadCapacity = 8
    threads = .allocate(capacity: 8)
    descriptorCapacity = 8
    descriptors = .allocate(capacity: 8)
    enabled = .allocate(capacity: 64)
    heapCapacity = 16
    heap = .allocate(capacity: 16)
    lateArrivals = .allocate(capacity: 1)
    lateArrivals.initialize(to: TaskList())
    pools = .allocate(capacity: 3)
    pools.initialize(repeating: PoolState(width: 0, widestWidth: 0), count: 3)
    reset(configuration)
  }

  /// Forgets the run and starts the next one; costs what the next run uses, not what the last one used.
  ///
  /// In place: a struct of this size is not moved for each run. A test compares the result with a new world,
  /// field by field.
  public mutating func reset(_ configuration: WorldConfiguration) {
    taskCount = 0
    laneCount = 0
    queueCount = 0
    frameCount = 0
    freeFrame = -1
    semaphoreCount = 0
    groupCount = 0
    lockCount = 0
    conditionCount = 0
    onceCount = 0
    futexCount = 0
    sourceCount = 0
    workItemCount = 0
    expiredCount = 0
    variableCount = 0
    readWriteLockCount = 0
    sharedHoldCount = 0
    freeSharedHold = -1
    barrierCount = 0
    threadCount = 0
    descriptorCount = 0
    enabledCount = 0
    enabledHash = 0
    youngest = 0
    progressCounter = 0
    heapCount = 0
    heapTicket = 0
    closestDeadline = .max
    repeatingDeadlines = 0
    now = 0
    skew = configuration.skew
    lateness = configuration.lateness
    ignoresDeadlines = false
    openArrivals = 0
    arrivalDeadline = 0
    poolLimit = PoolLimit(rawValue: configuration.poolWidth)
    resetPools(poolLimit)
    addedWorkers = 0
    nextTicket = 0
    mainHost = .served
    isMainServed = true
    isMainDraining = false
    mainLimit = UInt64.max
    mainMayHaveWork = false
    cycleStart = -1
    tasksAlive = 0
    stepCount = 0
    recordsLedger = configuration.recordsLedger
    if !ledger.isEmpty { ledger.removeAll(keepingCapacity: true) }
    if !orderMarks.isEmpty { orderMarks.removeAll(keepingCapacity: true) }
    hasRobustLocks = false
    hasNestedLanes = false
    lateArrivals.pointee = TaskList()
    makeClock()
    makeMainQueue()
  }

  /// Gives all memory back; the world must not be used afterwards.
  public mutating func deallocate() {
    tasks.deallocate()
    creationCounters.deallocate()
    lanes.deallocate()
    queueLanes.deallocate()
    frames.deallocate()
    semaphores.deallocate()
    groups.deallocate()
    locks.deallocate()
    conditions.deallocate()
    onces.deallocate()
    futexes.deallocate()
    sources.deallocate()
    workItems.deallocate()
    expired.deallocate()
    variables.deallocate()
    readWriteLocks.deallocate()
    sharedHolds.deallocate()
    barriers.deallocate()
    threads.deallocate()
    descriptors.deallocate()
    enabled.deallocate()
    heap.deallocate()
    lateArrivals.deallocate()
    pools.deallocate()
    ledger = []
  }
}
