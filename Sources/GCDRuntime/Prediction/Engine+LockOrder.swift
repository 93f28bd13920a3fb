// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDSchedule
import GCDVocabulary

/// Which locks and queues were asked for with which in hand, read off the trace of a run that is over.
extension Engine {
  /// Steps beyond these are not looked at.
  static let mostOrderedSteps = 20_000

  /// Patterns of the run that has just ended whose tasks could all wait for each other; each is only an
  /// assumption.
  func deadlockPatterns() -> [DeadlockPattern] {
    if pointee.trace.first > 0 { return [] }
    var reader = LockOrderReader(self)
    reader.read(tokens: [:])
    if reader.order.requests.isEmpty { return [] }
    let tokens = reader.tokens()
    if !tokens.isEmpty { reader.read(tokens: tokens) }
    var ordering = HappensBefore(self)
    var cycles = LockCycles(reader.order, capacities: reader.capacities) { earlier, later in
      ordering.isOrdered(earlier.step, later.task, later.step)
    }
    return cycles.search().map(pattern)
  }

  private func pattern(_ cycle: LockCycles.Cycle) -> DeadlockPattern {
    var places = cycle.requests.map {
      DeadlockPattern.Place(stableID: pointee.world.stableID($0.task), ordinal: $0.ordinal)
    }
    if let exclusion = cycle.exclusion {
      places.append(
        DeadlockPattern.Place(
          stableID: pointee.world.stableID(exclusion.task), ordinal: exclusion.ordinal, goesFirst: true)
      )
    }
    var locks: UInt64 = UInt64(places.count)
    for lock in Set(cycle.requests.map(\.wanted.lock)) {
      locks &+= mix(pointee.world.stableID(of: ObjectID(rawValue: lock)))
    }
    return DeadlockPattern(places: places, locks: locks)
  }
}

/// Walks through a trace and tells a `LockOrder` what each step takes and gives back.
private struct LockOrderReader {
  private let engine: Engine
  private let count: Int
  private(set) var order: LockOrder
  /// Of semaphores that more than one task can hold.
  private(set) var capacities: [UInt32: Int] = [:]
  /// What was waited for with locks in hand that others end: groups, and semaphores that begin at 0.
  private var awaited: Set<UInt32> = []
  /// What a task holds by owing it: that it leaves a group, or signals.
  private var owed: [TaskID: [LockUse]] = [:]
  /// Blocks that run while their submitter waits for them hold what it holds.
  private var inherited: [TaskID: [LockUse]] = [:]

  init(_ engine: Engine) {
    self.engine = engine
    count = min(engine.pointee.trace.count, Engine.mostOrderedSteps)
    order = LockOrder(tasks: 0)
  }

  /// Who will end the waits in `awaited`.
  func tokens() -> [TaskID: [LockUse]] {
    if awaited.isEmpty { return [:] }
    var tokens: [TaskID: [LockUse]] = [:]
    func add(_ task: TaskID, _ object: ObjectID) {
      let use = LockUse(object, isShared: true)
      if awaited.contains(use.lock), tokens[task]?.contains(use) != true {
        tokens[task, default: []].append(use)
      }
    }
    for index in 0..<count {
      let step = engine.pointee.trace.steps[index]
      if step.kind == .leave || step.kind == .signal { add(step.task, step.object) }
      if step.kind == .begin { add(step.task, engine.pointee.world.group(of: step.task)) }
    }
    return tokens
  }

  mutating func read(tokens: [TaskID: [LockUse]]) {
    order = LockOrder(tasks: engine.pointee.world.taskTotal)
    owed = tokens
    inherited = [:]
    for use in tokens[.body] ?? [] { order.take(.body, use) }
    if engine.pointee.exploration.host != .served { order.take(.body, LockUse(ObjectID(.queue, 0))) }
    var returns = Dictionary(grouping: engine.pointee.notes.cancellations, by: \.end)
    var unlocks = engine.pointee.notes.unlockedStreams[...]
    for index in 0..<count {
      while let unlock = unlocks.first, unlock.steps <= index {
        order.giveBack(unlock.task, unlock.lock)
        unlocks.removeFirst()
      }
      for call in returns.removeValue(forKey: index) ?? [] { order.giveBack(call.task, call.cancelled) }
      let step = engine.pointee.trace.steps + index
      if step.pointee.kind.isRequest { order.countRequest(step.pointee.task) }
      read(step.pointee, index)
    }
  }

  private mutating func read(_ step: StepRecord, _ index: Int) {
    let task = step.task
    switch step.kind.lockEffect {
    case .blockStart: begin(step, index)
    case .blockEnd: order.end(task)
    case .section, .handedSection: enter(step, index, isBarrier: step.kind.isBarrier)
    case .barrierSubmission:
      order.request(
        task, uses(engine.pointee.world.holds(ofBlockOn: step.object, isBarrier: true)), step: index,
        isExclusion: isConcurrent(step.object))
    case .sectionEnd: order.endSync(task)
    case .take: ask(step, index, LockUse(step.object))
    case .takeShared: ask(step, index, LockUse(step.object, isShared: true))
    case .tryTake: if step.result == 0 { order.take(task, LockUse(step.object)) }
    case .tryTakeShared: if step.result == 0 { order.take(task, LockUse(step.object, isShared: true)) }
    case .once:
      order.request(task, [LockUse(step.object)], step: index)
      if step.result == 1 { order.take(task, LockUse(step.object)) }
    case .giveBack, .settle: order.giveBack(task, step.object)
    case .semaphoreWait: wait(step, index)
    case .semaphoreSignal: signal(step)
    case .status: order.request(task, [LockUse(step.object)], step: index)
    case .statusSection: if step.object != .none { ask(step, index, LockUse(step.object)) }
    case .groupWait: waitForOthers(step, index)
    // Who had to queue asked when it came; the lock of a condition is taken again before anything else is.
    case .none, .submission, .mainBlockStart, .turn, .conditionWait: break
    }
  }

  private mutating func begin(_ step: StepRecord, _ index: Int) {
    let task = step.task
    for use in inherited[task] ?? [] { order.take(task, use) }
    for use in owed[task] ?? [] { order.take(task, use) }
    if engine.pointee.world.kind(of: task) == .thread { return }
    let holds = uses(
      engine.pointee.world.holds(
        ofBlockOn: step.object, isBarrier: engine.pointee.world.isBarrier(task)))
    order.request(task, holds, step: index)
    for use in holds { order.take(task, use) }
  }

  private mutating func enter(_ step: StepRecord, _ index: Int, isBarrier: Bool) {
    let holds = uses(engine.pointee.world.holds(ofBlockOn: step.object, isBarrier: isBarrier))
    order.request(step.task, holds, step: index, isExclusion: isBarrier && isConcurrent(step.object))
    let isElsewhere = step.other != 0 && (step.kind.lockEffect == .section || step.isBlocked)
    if isElsewhere {
      inherited[TaskID(step.other)] = order.held(by: step.task)
    } else {
      order.beginSync(step.task, holds)
    }
  }

  private mutating func ask(_ step: StepRecord, _ index: Int, _ use: LockUse) {
    if !step.isTimed { order.request(step.task, [use], step: index) }
    if step.result != -1 { order.take(step.task, use) }
  }

  private mutating func wait(_ step: StepRecord, _ index: Int) {
    let capacity = engine.pointee.world.semaphores.originalValue(of: step.object)
    if capacity == 0 { return waitForOthers(step, index) }
    if capacity > 1 { capacities[step.object.rawValue] = capacity }
    ask(step, index, LockUse(step.object, isShared: capacity > 1))
  }

  private mutating func signal(_ step: StepRecord) {
    let isEvent = engine.pointee.world.semaphores.originalValue(of: step.object) == 0
    if !isEvent || order.holds(step.task, step.object) { order.giveBack(step.task, step.object) }
  }

  /// A wait that others end, whatever they hold.
  private mutating func waitForOthers(_ step: StepRecord, _ index: Int) {
    if step.isTimed || !order.holds(step.task) { return }
    awaited.insert(step.object.rawValue)
    order.request(step.task, [LockUse(step.object)], step: index)
  }

  private func isConcurrent(_ queue: ObjectID) -> Bool {
    !engine.pointee.world.isSerial(queue) && !engine.pointee.world.isGlobal(queue)
  }

  private func uses(_ holds: [QueueHold]) -> [LockUse] {
    holds.map { LockUse($0.queue, isShared: $0.isShared) }
  }
}
#endif
