// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Nothing can happen any more (Algorithms.md "Quiescence"): which tasks are dead, and of what.
extension World {
  /// The dead set, or nil while something can still happen or when no task is blocked.
  ///
  /// Exact when nothing is enabled and no deadline is left; repeating timers that have long woken nothing do
  /// not count as life (`hasOnlyIdleTimers`).
  public mutating func diagnoseQuiescence() -> DeadSet? {
    let others = core.enabled.count - (core.tasks.at[0].enabledIndex >= 0 ? 1 : 0)
    if !ignoresDeadlines && (others > 0 || (core.clock.deadlines.count > 0 && !hasOnlyIdleTimers)) {
      return nil
    }
    let blocked = blockedTasks()
    if blocked.isEmpty { return suspendedSet(blocked) }
    return cycleSet(blocked) ?? poolSet(blocked) ?? missingProvider(blocked)
  }

  /// Whether nothing but repeating timers lives, each of which has fired often while no other task became
  /// enabled.
  public var hasOnlyIdleTimers: Bool {
    mutating get {
      hasOnlyRepeatingDeadlines && !core.hasTimerDescriptors && sources.areIdleTimers
    }
  }

  /// Calls `body` with each started task that waits without a time limit, the body first.
  public mutating func forEachUntimedWait(_ body: (TaskID) -> Void) {
    for task in 1..<max(core.tasks.count, 1)
    where core.tasks.at[task].phase == .running && core.tasks.at[task].enabledIndex < 0
      && core.tasks.at[task].heapIndex < 0
      && core.tasks.at[task].pending.kind != .hosting && core.tasks.at[task].pending.kind != .none
    {
      body(TaskID(UInt32(task)))
    }
  }

  /// Started tasks that wait, the body first.
  mutating func blockedTasks() -> [Int] {
    (1..<max(core.tasks.count, 1)).filter {
      // A thread with a block of the main queue on top of its stack is that block.
      core.tasks.at[$0].phase == .running && core.tasks.at[$0].enabledIndex < 0
        && core.tasks.at[$0].pending.kind != .hosting
    }
  }

  /// A cycle: first one in which every edge has an owner, then one in which the only possible wakers of a
  /// wait are behind something that a member holds (Design.md "Dead sets").
  private mutating func cycleSet(_ blocked: [Int]) -> DeadSet? {
    for task in blocked {
      if let cycle = ownerCycle(through: task) { return set(cycle, blocked) }
    }
    // Every entry of a group that a known item will leave, and every binary semaphore, has an owner too.
    for task in blocked {
      if let cycle = shortestCycle(through: task, { solidEdges($0) }) { return set(cycle, blocked) }
    }
    let candidates = possibleWakers(blocked)
    for task in blocked {
      let cycle = shortestCycle(through: task) { solidEdges($0) + eventEdges($0, candidates) }
      if let cycle, cycle.contains(where: { isSolid($0) }) { return set(cycle, blocked) }
    }
    return nil
  }

  private mutating func set(_ cycle: [WaitEdge], _ blocked: [Int]) -> DeadSet {
    let isOwn = cycle.count == 1 && cycle[0].kind == .queue
    return deadSet(isOwn ? .ownQueue : .cycle, cycle, blocked)
  }

  private mutating func isSolid(_ edge: WaitEdge) -> Bool {
    edge.kind.isOwned || (edge.kind == .semaphore && semaphoreOwner(edge.resource) >= 0)
  }

  /// Waits whose end depends on one task for certain: owned ones, binary semaphores, groups all of whose
  /// entries belong to known items.
  private mutating func solidEdges(_ task: Int) -> [WaitEdge] {
    let edges = waits(of: TaskID(UInt32(task)))
    if edges.contains(where: { $0.kind == .resume || $0.kind == .worker }) { return [] }
    return edges.filter { $0.holder != .none }
  }

  /// The task that is itself held up by an owner might have ended an event wait.
  private mutating func eventEdges(_ task: Int, _ candidates: [Int]) -> [WaitEdge] {
    let open = waits(of: TaskID(UInt32(task))).filter { $0.holder == .none && $0.kind.isEvent }
    return open.flatMap { edge in
      candidates.filter { $0 != task }.map {
        WaitEdge(waiter: edge.waiter, kind: edge.kind, resource: edge.resource, holder: TaskID(UInt32($0)))
      }
    }
  }

  private mutating func possibleWakers(_ blocked: [Int]) -> [Int] {
    let queued = (1..<max(core.tasks.count, 1)).filter { core.tasks.at[$0].phase == .queued }
    // The one that only waits for a thread to end would hardly have woken it: that is what the thread lacks,
    // and the joiner is stuck as well.
    return (blocked + queued).filter { task in
      solidEdges(task).contains { $0.kind.isOwned && $0.kind != .thread }
    }
  }

  private mutating func poolSet(_ blocked: [Int]) -> DeadSet? {
    guard let type = exhaustedPool else { return nil }
    let pool = core.pools.at[Int(type.rawValue)]
    var edges: [WaitEdge] = []
    var item = pool.head
    while item >= 0 {
      edges += waits(of: TaskID(UInt32(item)))
      item = core.tasks.at[item].younger
    }
    var result = deadSet(.poolExhausted, edges, blocked)
    result.members = blocked.filter { core.tasks.at[$0].slot == type }.map { TaskID(UInt32($0)) }
    result.alsoStuck = blocked.filter { core.tasks.at[$0].slot != type }.map { TaskID(UInt32($0)) }
    result.workersNeeded = pool.width + 1
    return result
  }

  /// No cycle: the first cause in order of precedence that any blocked task or any item held back by a
  /// suspension has.
  private mutating func missingProvider(_ blocked: [Int]) -> DeadSet {
    if let suspended = suspendedSet(blocked) { return suspended }
    // Who waits for a time has a provider.
    let edges = blocked.flatMap { waits(of: TaskID(UInt32($0))) }.filter { $0.kind != .time }
    // A wait whose provider is there, but stuck itself, is not the cause.
    let open = edges.filter { $0.holder == .none }
    // Nor is an `await` while another task is stuck who might have brought about its end.
    let others = open.filter { !isAwait($0) }
    let causes = open.isEmpty ? edges : others.isEmpty ? open : others
    let groupEdges = causes.filter { $0.kind == .group }
    if !groupEdges.isEmpty { return deadSet(.groupNeverEmpty, groupEdges, blocked) }
    let semaphoreEdges = causes.filter { $0.kind == .semaphore }
    if !semaphoreEdges.isEmpty { return deadSet(.semaphoreNeverSignalled, semaphoreEdges, blocked) }
    return deadSet(.neverSatisfied, others.isEmpty ? causes : others, blocked)
  }

  /// Blocks that are behind something suspended or inactive, whose code may be what all others wait for.
  private mutating func suspendedSet(_ blocked: [Int]) -> DeadSet? {
    let held = (1..<max(core.tasks.count, 1)).filter { core.tasks.at[$0].phase == .queued }
    let edges = (blocked + held).flatMap { waits(of: TaskID(UInt32($0))) }.filter {
      $0.kind == .resume && !queues.lanes.at[laneIndex($0.resource)].isInternal
    }
    return edges.isEmpty ? nil : deadSet(.leftSuspended, edges, blocked)
  }

  private mutating func isAwait(_ edge: WaitEdge) -> Bool {
    edge.kind == .semaphore && semaphores.isAwait(edge.resource)
  }

  private mutating func deadSet(_ cause: DeadCause, _ edges: [WaitEdge], _ blocked: [Int]) -> DeadSet {
    var members: [TaskID] = []
    for edge in edges where !members.contains(edge.waiter) { members.append(edge.waiter) }
    let rest = blocked.map { TaskID(UInt32($0)) }.filter { !members.contains($0) }
    return DeadSet(cause: cause, members: members, edges: edges, alsoStuck: rest, workersNeeded: 0)
  }
}

extension WaitKind {
  /// Whether any task might end the wait.
  var isEvent: Bool {
    switch self {
    case .group, .semaphore, .condition, .futex, .barrier, .workItem: return true
    // A descriptor is the kernel's: what a queued block would do with it is not known.
    case .queue, .lock, .once, .item, .readWriteLock, .thread, .resume, .worker, .time, .descriptor:
      return false
    }
  }
}
