// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Nothing can happen any more (Algorithms.md "Quiescence"): which tasks are dead, and of what.
extension World {
  /// The dead set, or nil while something can still happen or when no task is blocked.
  ///
  /// Exact when nothing is enabled and no deadline is left; repeating timers that have long woken nothing do
  /// not count as life (`hasOnlyIdleTimers`).
  ///
  /// - Parameters:
  ///   - trials: What stuck tasks did when the ends of their waits were supposed; empty = not tried.
  ///   - openings: What sources did that are closed, when they were opened.
  public mutating func diagnoseQuiescence(trials: [Trial] = [], openings: [Opening] = []) -> DeadSet? {
    let others = core.enabled.count - (core.tasks.at[0].enabledIndex >= 0 ? 1 : 0)
    if !ignoresDeadlines && (others > 0 || (core.clock.deadlines.count > 0 && !hasOnlyIdleTimers)) {
      return nil
    }
    let blocked = blockedTasks()
    if blocked.isEmpty { return suspendedSet(blocked) }
    var dead = cycleOfNeeds(blocked, trials) ?? firstCause(blocked, trials, openings)
    dead.others = otherCauses(than: dead, blocked, trials)
    dead.alsoStuck.removeAll { task in dead.others.contains { $0.waiter == task } }
    return dead
  }

  /// Further waits that hold up the victims and that nothing ends: each of a task that needs no other one,
  /// also not by a guess, and each for something else.
  private mutating func otherCauses(than dead: DeadSet, _ blocked: [Int], _ trials: [Trial]) -> [WaitEdge] {
    if trials.isEmpty || dead.cause == .leftSuspended || dead.cause == .poolExhausted { return [] }
    var known = Set(dead.edges.map(\.resource))
    let graph = blameGraph(trials)
    // One that comes back to its wait, or fails for want of something to do, may be there to serve.
    let continuing = Set(trials.filter { $0.clarity == .clear || $0.hasEnded }.map(\.task))
    let single = graph.causes(of: victims(blocked)).filter { component in
      component.count == 1 && graph.certainEdges(component[0]).isEmpty
        && graph.guessedEdges(component[0]).isEmpty && core.tasks.at[component[0]].phase == .running
    }.map { TaskID(UInt32($0[0])) }.filter(continuing.contains)
    return single.filter { !dead.members.contains($0) }.compactMap { task in
      let edges = needs(of: task, trials)
      guard edges.count == 1, edges[0].kind.isEvent, !isAwait(edges[0]) else { return nil }
      return known.insert(edges[0].resource).inserted ? edges[0] : nil
    }
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
    for task in 1..<max(core.tasks.count, 1) where isUntimedWait(task) { body(TaskID(UInt32(task))) }
  }

  /// Whether the body waits without a time limit.
  public var bodyWaitsForGood: Bool {
    mutating get { core.tasks.count > 1 && isUntimedWait(Int(TaskID.body.rawValue)) }
  }

  private mutating func isUntimedWait(_ task: Int) -> Bool {
    core.tasks.at[task].phase == .running && !core.isEnabled(task) && core.tasks.at[task].heapIndex < 0
      && core.tasks.at[task].pending.kind != .hosting && core.tasks.at[task].pending.kind != .none
  }

  /// Started tasks that wait, the body first.
  mutating func blockedTasks() -> [Int] {
    (1..<max(core.tasks.count, 1)).filter {
      // A thread with a block of the main queue on top of its stack is that block.
      core.tasks.at[$0].phase == .running && !core.isEnabled($0)
        && core.tasks.at[$0].pending.kind != .hosting
    }
  }

  /// A cycle in which each member needs the next one, whatever else it needs: every edge has an owner, then
  /// every entry of a group belongs to a known item, and every binary semaphore to the task that took it.
  private mutating func cycleOfNeeds(_ blocked: [Int], _ trials: [Trial]) -> DeadSet? {
    for task in blocked {
      if let cycle = ownerCycle(through: task) { return set(cycle, blocked) }
    }
    for task in blocked {
      if let cycle = shortestCycle(through: task, { solidEdges($0, trials) }) { return set(cycle, blocked) }
    }
    return nil
  }

  private mutating func set(_ cycle: [WaitEdge], _ blocked: [Int]) -> DeadSet {
    let isOwn = cycle.count == 1 && cycle[0].kind == .queue
    return deadSet(isOwn ? .ownQueue : .cycle, cycle, blocked)
  }

  /// Waits whose end depends on one task for certain: owned ones, binary semaphores, groups all of whose
  /// entries belong to known items.
  private mutating func solidEdges(_ task: Int, _ trials: [Trial]) -> [WaitEdge] {
    let edges = waits(of: TaskID(UInt32(task)))
    if edges.contains(where: { $0.kind == .resume || $0.kind == .worker }) { return [] }
    return edges.filter { $0.holder != .none && !trials.refute($0) }
  }

  // MARK: Causes

  /// The tasks that are stuck, started or not: the ones that wait, and blocks that cannot start.
  public mutating func stuckTasks() -> [TaskID] {
    (1..<max(core.tasks.count, 1)).filter { isStuck($0) }.map { TaskID(UInt32($0)) }
  }

  private mutating func isStuck(_ task: Int) -> Bool {
    switch core.tasks.at[task].phase {
    // What waits behind a queue of the library's own is no block of the program.
    case .queued: return !core.tasks.at[task].isInternal && !isBehindInternalQueue(task)
    case .registered: return true
    case .running: return !core.isEnabled(task)
    case .unsubmitted, .delayed, .ended: return false
    }
  }

  private mutating func isBehindInternalQueue(_ item: Int) -> Bool {
    waits(of: TaskID(UInt32(item))).contains {
      $0.kind == .resume && queues.lanes.at[laneIndex($0.resource)].isInternal
    }
  }

  /// What a stuck task waits for, also where that is its submission by a group.
  public mutating func needs(of task: TaskID) -> [WaitEdge] {
    let index = Int(task.rawValue)
    if core.tasks.at[index].phase != .registered { return waits(of: task) }
    let object = registration(of: index)
    if object.kind == .workItem {
      let runner = workItems.onlyRunner(of: object.index, &core)
      let holder = runner < 0 ? TaskID.none : TaskID(UInt32(runner))
      return [WaitEdge(waiter: task, kind: .workItem, resource: object, holder: holder)]
    }
    return object == .none ? [] : groupWaits(task, object)
  }

  private mutating func needs(of task: TaskID, _ trials: [Trial]) -> [WaitEdge] {
    needs(of: task).map(trials.corrected)
  }

  /// The tasks whose standstill is to be explained: the body, unless it waits for events or for a time, and
  /// else all that wait.
  private mutating func victims(_ blocked: [Int]) -> [Int] {
    let body = Int(TaskID.body.rawValue)
    guard blocked.contains(body) else { return blocked }
    let edges = waits(of: .body)
    let isExplained = !edges.contains { $0.kind == .time || $0.kind == .descriptor }
    if isExplained { return [body] }
    let others = blocked.filter { $0 != body }
    return others.isEmpty ? [body] : others
  }

  private mutating func blameGraph(_ trials: [Trial]) -> BlameGraph {
    let stuck = stuckTasks()
    let parties = Set(stuck)
    let needs = Dictionary(uniqueKeysWithValues: stuck.map { ($0, self.needs(of: $0, trials)) })
    var graph = BlameGraph()
    for task in stuck {
      guard let edges = needs[task] else { continue }
      // Whatever its code would do: it needs a call that no stuck task is known to make.
      if edges.contains(where: { $0.kind == .resume || $0.kind == .worker }) { continue }
      let resources = Set(edges.map(\.resource))
      for edge in edges {
        if edge.holder != .none && parties.contains(edge.holder) {
          graph.add(edge, isCertain: true)
        } else if edge.kind != .time {
          // Those that wait for the same do not end each other's waits, unless one alone gave more than it
          // took.
          let own = trials.first { $0.task == task }?.helped ?? []
          let others = trials.filter { trial in
            trial.task != task
              && (trial.helped.contains(task) && !own.contains(trial.task)
                || !(needs[trial.task] ?? []).contains { resources.contains($0.resource) })
          }
          addWakers(of: edge, among: others, to: &graph)
        }
      }
    }
    return graph
  }

  private mutating func addWakers(of edge: WaitEdge, among trials: [Trial], to graph: inout BlameGraph) {
    var edge = edge
    // What comes through a descriptor is the kernel's.
    if edge.kind == .descriptor { return }
    let itself = trials.filter { $0.helped.contains(edge.waiter) }
    // One that only lets others continue is none where it is known which of these would help.
    let helpers = itself.isEmpty ? trials.filter { $0.led.contains(edge.waiter) } : itself
    for helper in helpers {
      edge.holder = helper.task
      graph.add(edge, isCertain: true)
    }
    let isAwait = isAwait(edge)
    if !helpers.isEmpty || !(edge.kind.isEvent || isAwait) { return }
    for trial in trials where trial.task != .body && !trial.unlikely.contains(edge.waiter) {
      // An `await` is the cause of nothing while another task is stuck that might have brought about its end.
      if trial.clarity == .clear && !isAwait { continue }
      edge.holder = trial.task
      graph.add(edge, isCertain: false)
    }
  }

  /// The causes by their graph, and of these the first: a suspension, a cycle, an exhausted pool, then a wait
  /// whose provider is missing.
  private mutating func firstCause(_ blocked: [Int], _ trials: [Trial], _ openings: [Opening]) -> DeadSet {
    let trials = trials.isEmpty ? unknownTrials() : trials
    let graph = blameGraph(trials)
    let causes = graph.causes(of: victims(blocked))
    let single = causes.filter { $0.count == 1 && graph.certainEdges($0[0]).isEmpty }.map { $0[0] }
    let edges = single.map { ($0, needs(of: TaskID(UInt32($0)), trials)) }
    let closed = edges.flatMap(\.1).filter {
      $0.kind == .resume && !queues.lanes.at[laneIndex($0.resource)].isInternal
    }
    let behindSources = single.compactMap { task -> WaitEdge? in
      let task = TaskID(UInt32(task))
      guard let opening = openings.first(where: { $0.helped.contains(task) }) else { return nil }
      return WaitEdge(waiter: task, kind: .resume, resource: opening.object, holder: .none)
    }
    if let first = closed.first ?? behindSources.first {
      let alike = (closed + behindSources).filter { $0.resource == first.resource }
      return deadSet(.leftSuspended, alike, blocked)
    }
    for cause in causes {
      let cycles = cause.compactMap { task in shortestCycle(through: task) { graph.certainEdges($0) } }
      if let shortest = cycles.min(by: { $0.count < $1.count }) { return set(shortest, blocked) }
    }
    if edges.contains(where: { $0.1.contains { $0.kind == .worker } }), let pool = poolSet(blocked) {
      return pool
    }
    // Where nothing was seen of tasks that this very one holds up, they are the likely wakers.
    let unknown = Set(trials.filter { $0.clarity == .unclear }.map(\.task))
    let guessed = single.compactMap { graph.cycle(closedByAGuessOf: $0, among: unknown) }
    if let shortest = guessed.min(by: { $0.count < $1.count }) { return set(shortest, blocked) }
    return missingProvider(edges.filter { !$0.1.isEmpty }, blocked)
  }

  /// Where nothing was tried out: what stuck tasks would do is not known.
  private mutating func unknownTrials() -> [Trial] {
    let stuck = stuckTasks()
    let queued = stuck.filter { core.tasks.at[Int($0.rawValue)].phase != .running }
    return (stuck.filter { !queued.contains($0) } + queued.prefix(32)).map {
      Trial(task: $0, clarity: .unclear, helped: [])
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

  /// Waits whose provider is missing: the first one, that of the body last, and all that wait for the same.
  private mutating func missingProvider(_ waits: [(task: Int, edges: [WaitEdge])], _ blocked: [Int])
    -> DeadSet
  {
    let body = Int(TaskID.body.rawValue)
    let isTimed = { (edges: [WaitEdge]) in edges.allSatisfy { $0.kind == .time } }
    // A suspended function is in no graph: its continuation may be with a block that cannot start.
    let isServing = waits.flatMap(\.edges).allSatisfy {
      $0.kind == .time || $0.kind == .descriptor || isAwait($0)
    }
    if isServing, let suspended = suspendedSet(blocked) { return suspended }
    guard
      let first = waits.first(where: { $0.task != body && !isTimed($0.edges) })
        ?? waits.first(where: { !isTimed($0.edges) })
    else {
      // What waits for a time has a provider.
      let edges = blocked.flatMap { self.waits(of: TaskID(UInt32($0))) }.filter { $0.kind != .time }
      if edges.isEmpty, let notify = firstRegistration() {
        return deadSet(.notifyNeverRuns, needs(of: notify), blocked)
      }
      return deadSet(.neverSatisfied, edges, blocked)
    }
    let open = first.edges.filter { $0.kind != .time }
    let chosen = (open.isEmpty ? first.edges : open).last { $0.holder == .none } ?? first.edges[0]
    let alike = waits.flatMap(\.edges).filter {
      $0.kind == chosen.kind && $0.resource == chosen.resource && $0.waiter != chosen.waiter
    }
    let edges = [chosen] + alike
    if core.tasks.at[first.task].phase == .registered { return deadSet(.notifyNeverRuns, edges, blocked) }
    switch chosen.kind {
    case .group: return deadSet(.groupNeverEmpty, edges, blocked)
    case .semaphore: return deadSet(.semaphoreNeverSignalled, edges, blocked)
    case .queue, .lock, .once, .item, .condition, .futex, .resume, .worker, .readWriteLock, .thread, .barrier,
      .time, .descriptor, .workItem:
      return deadSet(.neverSatisfied, edges, blocked)
    }
  }

  /// The first block that a group or work item keeps until it is over.
  private mutating func firstRegistration() -> TaskID? {
    stuckTasks().first { core.tasks.at[Int($0.rawValue)].phase == .registered }
  }

  /// The block of a group or work item that loops poll for, although no task waits.
  public mutating func polledRegistration(_ trials: [Trial]) -> DeadSet? {
    let polled = trials.first {
      $0.endsPolls && core.tasks.at[Int($0.task.rawValue)].phase == .registered
    }
    guard let polled else { return nil }
    return deadSet(.notifyNeverRuns, needs(of: polled.task), blockedTasks())
  }

  /// Blocks that are behind something suspended or inactive, whose code may be what all others wait for.
  private mutating func suspendedSet(_ blocked: [Int]) -> DeadSet? {
    let held = (1..<max(core.tasks.count, 1)).filter { core.tasks.at[$0].phase == .queued }
    let edges = (blocked + held).flatMap { waits(of: TaskID(UInt32($0))) }.filter {
      $0.kind == .resume && !queues.lanes.at[laneIndex($0.resource)].isInternal
    }
    return edges.isEmpty ? nil : deadSet(.leftSuspended, edges, blocked)
  }

  /// Whether it is the wait of the thread of an async body for the end of that, by no call of the program.
  public mutating func isAwait(_ edge: WaitEdge) -> Bool {
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
