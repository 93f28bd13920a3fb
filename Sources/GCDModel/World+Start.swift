// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  public init(_ configuration: WorldConfiguration) { self.init(configuration, after: nil) }

  /// Forgets the run and starts the next one; costs what the next run uses, not what the last one used.
  public mutating func reset(_ configuration: WorldConfiguration) {
    self = World(configuration, after: self)
  }

  /// The start of a run: every table of the last one (or a new one), empty, and nothing has happened.
  ///
  /// The only place that gives a field its first value: the compiler refuses one that is forgotten here.
  private init(_ configuration: WorldConfiguration, after last: World?) {
    taskCapacity = last?.taskCapacity ?? 64
    tasks = last?.tasks ?? .allocate(capacity: 64)
    births = last?.births ?? .allocate(capacity: 64 * birthSlots)
    taskCount = 0
    laneCapacity = last?.laneCapacity ?? 16
    lanes = last?.lanes ?? .allocate(capacity: 16)
    laneCount = 0
    queueCapacity = last?.queueCapacity ?? 16
    queueLanes = last?.queueLanes ?? .allocate(capacity: 16)
    queueCount = 0
    frameCapacity = last?.frameCapacity ?? 32
    frames = last?.frames ?? .allocate(capacity: 32)
    frameCount = 0
    freeFrame = -1
    semaphoreCapacity = last?.semaphoreCapacity ?? 8
    semaphores = last?.semaphores ?? .allocate(capacity: 8)
    semaphoreCount = 0
    groupCapacity = last?.groupCapacity ?? 8
    groups = last?.groups ?? .allocate(capacity: 8)
    groupCount = 0
    lockCapacity = last?.lockCapacity ?? 8
    locks = last?.locks ?? .allocate(capacity: 8)
    lockCount = 0
    conditionCapacity = last?.conditionCapacity ?? 8
    conditions = last?.conditions ?? .allocate(capacity: 8)
    conditionCount = 0
    onceCapacity = last?.onceCapacity ?? 8
    onces = last?.onces ?? .allocate(capacity: 8)
    onceCount = 0
    futexCapacity = last?.futexCapacity ?? 8
    futexes = last?.futexes ?? .allocate(capacity: 8)
    futexCount = 0
    sourceCapacity = last?.sourceCapacity ?? 8
    sources = last?.sources ?? .allocate(capacity: 8)
    sourceCount = 0
    workItemCapacity = last?.workItemCapacity ?? 8
    workItems = last?.workItems ?? .allocate(capacity: 8)
    workItemCount = 0
    expiredCapacity = last?.expiredCapacity ?? 8
    expired = last?.expired ?? .allocate(capacity: 8)
    expiredCount = 0
    variableCapacity = last?.variableCapacity ?? 8
    variables = last?.variables ?? .allocate(capacity: 8)
    variableCount = 0
    readWriteLockCapacity = last?.readWriteLockCapacity ?? 8
    readWriteLocks = last?.readWriteLocks ?? .allocate(capacity: 8)
    readWriteLockCount = 0
    sharedHoldCapacity = last?.sharedHoldCapacity ?? 8
    sharedHolds = last?.sharedHolds ?? .allocate(capacity: 8)
    sharedHoldCount = 0
    freeSharedHold = -1
    barrierCapacity = last?.barrierCapacity ?? 8
    barriers = last?.barriers ?? .allocate(capacity: 8)
    barrierCount = 0
    threadCapacity = last?.threadCapacity ?? 8
    threads = last?.threads ?? .allocate(capacity: 8)
    threadCount = 0
    descriptorCapacity = last?.descriptorCapacity ?? 8
    descriptors = last?.descriptors ?? .allocate(capacity: 8)
    descriptorCount = 0
    enabled = last?.enabled ?? .allocate(capacity: 64)
    enabledCount = 0
    enabledHash = 0
    oldest = -1
    youngest = -1
    lifeSigns = 0
    heapCapacity = last?.heapCapacity ?? 16
    heap = last?.heap ?? .allocate(capacity: 16)
    heapCount = 0
    heapTicket = 0
    repeatingDeadlines = 0
    now = 0
    skew = configuration.skew
    openArrivals = 0
    arrivalDeadline = 0
    lateArrivals = last?.lateArrivals ?? .allocate(capacity: 1)
    poolWidth = configuration.poolWidth
    slotsTaken = 0
    poolHead = -1
    poolTail = -1
    poolWaiting = 0
    blockedWorkers = 0
    workersNeeded = 0
    nextTicket = 0
    mainHost = .served
    isMainServed = true
    isMainDraining = false
    mainLimit = UInt64.max
    mainMayHaveWork = false
    searchMark = 0
    cycleStart = -1
    tasksAlive = 0
    stepCount = 0
    recordsLedger = configuration.recordsLedger
    plantedFault = last?.plantedFault ?? .none
    ledger = []
    orderMarks = []
    hasRobustLocks = false
    lateArrivals.initialize(to: TaskList())
    makeClock()
    makeMainQueue()
  }

  /// Gives all memory back; the world must not be used afterwards.
  public mutating func deallocate() {
    tasks.deallocate()
    births.deallocate()
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
    ledger = []
  }
}
