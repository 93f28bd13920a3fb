// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDSchedule
import GCDVocabulary

/// Plays a small program on a world: whoever drives it chooses each step.
final class SmallRun {
  /// Where a task stands: a block that it has begun, or that a sync has put on top.
  private struct Place {
    var block: Int
    var action: Int
    var isSync: Bool
    var hasEntered = false
  }

  private let program: SmallProgram
  private let world: UnsafeMutablePointer<World>
  private var watch = FootprintRecorder()
  private var stacks: [Int: [Place]] = [:]
  private var blockOfItem: [Int: Int] = [:]
  private var queues: [ObjectID] = []
  private var groups: [ObjectID] = []
  private var semaphores: [ObjectID] = []
  private var locks: [ObjectID] = []
  private var readWriteLock = ObjectID.none
  private var condition = ObjectID.none
  private var threads: [Int: ObjectID] = [:]
  private var variables: [UInt64] = []
  /// What each block has seen so far.
  private var views: [UInt64] = []
  /// What an engine would have recorded of the steps.
  private(set) var record: [RecordedStep] = []
  /// Why the run ended early; nil = it did not.
  private(set) var end: String?

  init(_ program: SmallProgram, skew: UInt64 = 0, poolWidth: Int = 0) {
    self.program = program
    world = .allocate(capacity: 1)
    world.initialize(to: World(WorldConfiguration(poolWidth: poolWidth, skew: skew)))
    configuration = WorldConfiguration(poolWidth: poolWidth, skew: skew)
  }

  private let configuration: WorldConfiguration

  deinit {
    world.pointee.deallocate()
    world.deinitialize(count: 1)
    world.deallocate()
  }

  func begin() {
    world.pointee.reset(configuration)
    stacks = [:]
    blockOfItem = [:]
    threads = [:]
    record = []
    end = nil
    variables = [UInt64](repeating: 0, count: program.variables)
    views = [UInt64](repeating: 0, count: program.blocks.count)
    let body = world.pointee.makeBody(mainQueueHost: .served)
    queues = []
    for queue in program.queues {
      queues.append(
        queue.isGlobal
          ? world.pointee.makeGlobalQueue()
          : world.pointee.makeQueue(
            serial: queue.isSerial, target: queue.target.map { queues[$0] } ?? .none,
            inactive: queue.isInactive, immutableTarget: true, creator: body))
    }
    groups = (0..<program.groups).map { _ in world.pointee.makeGroup(creator: body) }
    semaphores = program.semaphores.map { world.pointee.makeSemaphore(value: $0, creator: body) }
    locks = (0..<program.locks).map { _ in world.pointee.makeLock(recursive: false, creator: body) }
    readWriteLock = world.pointee.makeReadWriteLock(prefersWriters: false, creator: body)
    condition = world.pointee.makeCondition(creator: body)
    watch.beginRun(&world.pointee)
    stacks[Int(body.rawValue)] = [Place(block: 0, action: 0, isSync: false)]
    proceed(body)
    watch.finish(&world.pointee)
  }

  // MARK: What can happen

  /// The tasks that can go on; none once the run has ended early.
  var candidates: [TaskID] {
    if end != nil { return [] }
    return (0..<world.pointee.core.enabled.count).map { world.pointee.core.enabled.at[$0] }
  }

  func contender(_ task: TaskID) -> Candidate { world.pointee.contender(task) }

  func baseline(after task: TaskID) -> Int { world.pointee.baselineIndex(current: task) }

  func kind(of task: TaskID) -> OperationKind { world.pointee.pendingOperation(of: task).kind }

  func effects(_ task: TaskID) -> Int { world.pointee.choiceCount(task) }

  /// Takes one step; returns what it did.
  func step(_ task: TaskID, effect: Int) -> StepEffect {
    if effect > 0 { world.pointee.setChoice(task, effect) }
    watch.begin(task, &world.pointee)
    let operation = world.pointee.pendingOperation(of: task)
    // Entering a group that is not empty leaves no record.
    let isRecorded = operation.kind != .enter || world.pointee.isPoint(task, operation)
    let outcome = world.pointee.perform(task)
    if isRecorded {
      record.append(
        RecordedStep(
          task, operation.kind, operation.object, other: operation.other,
          isBlocked: outcome.kind == .blocked || outcome.kind == .deadlock, result: outcome.result))
    }
    switch outcome.kind {
    case .completed: completed(task, operation, outcome.result)
    case .started:
      stacks[Int(task.rawValue)] = [Place(block: blockOfItem[Int(task.rawValue)]!, action: 0, isSync: false)]
      proceed(task)
    case .misuse: stop("\(outcome.misuse)", task)
    case .deadlock: stop("deadlock", task)
    case .blocked, .progressed, .hosted: break
    }
    watch.finish(&world.pointee)
    return watch.effect
  }

  /// The hash of the partial order of the run, which is over.
  var partialOrder: UInt64 {
    var traceDependence = TraceDependence()
    var uses = StepUses()
    var order = PartialOrderHash()
    defer {
      uses.free()
      order.free()
    }
    order.begin()
    world.pointee.begin(&traceDependence)
    for (index, step) in record.enumerated().reversed() where end == nil || index + 1 < record.count {
      world.pointee.backwardPass(index, step.kind, step.object, step.task, &traceDependence)
    }
    for (index, step) in record.enumerated() {
      world.pointee.addUses(of: step, at: index, &traceDependence, to: &uses)
      if end != nil && index + 1 == record.count { uses.makeTotal() }
      order.step(step.task, stableID: world.pointee.stableID(step.task), uses)
      if uses.emptied != .none {
        order.add(world.pointee.addEmptying(of: uses.emptied, &traceDependence, to: &uses), uses)
      }
    }
    return order.value
  }

  /// What the tasks would have used that will never go on.
  var waiting: [(task: UInt64, footprint: Footprint)] {
    var all: [(task: UInt64, footprint: Footprint)] = []
    for index in 0..<world.pointee.taskTotal {
      let task = TaskID(UInt32(index))
      if world.pointee.pendingOperation(of: task).kind == .none { continue }
      if task == .clock && !world.pointee.isEnabled(task) { continue }
      var effect = StepEffect()
      world.pointee.addFootprint(of: task, to: &effect)
      all.append((world.pointee.stableID(task), effect.footprint))
    }
    return all
  }

  /// Everything that the run can be told by: memory, what each block saw, and what is wrong.
  var outcome: String {
    var parts = ["\(variables)", "\(views)"]
    if let end {
      parts.append(end)
    } else {
      if let dead = world.pointee.diagnoseQuiescence() {
        parts.append(
          "\(dead.cause) " + dead.members.map { "\(blockOfItem[Int($0.rawValue)] ?? 0)" }.sorted().joined())
      }
      parts.append(
        stacks.values.map { $0.map { "\($0.block).\($0.action)" }.joined(separator: "/") }.sorted().joined(
          separator: " "))
      parts.append("\(world.pointee.audit().count)")
    }
    return parts.joined(separator: " | ")
  }

  private func stop(_ reason: String, _ task: TaskID) {
    end = reason + " " + (stacks[Int(task.rawValue)]?.last.map { "\($0.block).\($0.action)" } ?? "")
  }

  // MARK: The program's own code

  private func completed(_ task: TaskID, _ operation: Operation, _ result: Int64) {
    let index = Int(task.rawValue)
    guard var stack = stacks[index], let top = stack.last else { return }
    let last = stack.count - 1
    views[top.block] = fold(views[top.block], UInt64(bitPattern: operation.kind == .signal ? 0 : result))
    switch operation.kind {
    case .end:
      stacks[index] = nil
      return
    case .endSync:
      stack.removeLast()
      stack[last - 1].action += 1
    case .enter where isAsync(top):
      stack[last].hasEntered = true
    case .sync, .barrierSync, .acquire, .asyncAndWait:
      if result == 1 {
        stack[last].action += 1
      } else {
        stack.append(Place(block: submitted(top)!, action: 0, isSync: true))
      }
    case .tryLock:
      if case .tryLock(_, let skips) = action(top)!, result != 0 { stack[last].action += skips }
      stack[last].action += 1
    default:
      stack[last].action += 1
    }
    stack[stack.count - 1].hasEntered = operation.kind == .enter && isAsync(top)
    stacks[index] = stack
    proceed(task)
  }

  private func action(_ place: Place) -> Action? {
    let deeds = program.blocks[place.block]
    return place.action < deeds.count ? deeds[place.action] : nil
  }

  private func isAsync(_ place: Place) -> Bool {
    if case .async = action(place) { return true }
    return false
  }

  private func submitted(_ place: Place) -> Int? {
    switch action(place) {
    case .sync(_, let block, _), .asyncAndWait(_, let block): block
    default: nil
    }
  }

  /// Runs the task's own code up to its next operation, and announces that.
  private func proceed(_ task: TaskID) {
    let index = Int(task.rawValue)
    while case .touch(let variable) = action(stacks[index]!.last!) {
      let block = stacks[index]!.last!.block
      views[block] = fold(views[block], variables[variable])
      variables[variable] = fold(
        variables[variable], UInt64(block) &* 64 &+ UInt64(stacks[index]!.last!.action))
      stacks[index]![stacks[index]!.count - 1].action += 1
    }
    let place = stacks[index]!.last!
    let next =
      action(place).map { operation(for: $0, task, place) }
      ?? Operation(place.isSync ? .endSync : .end, world.pointee.currentQueue(task))
    if world.pointee.announce(task, next) == .deadlock { stop("deadlock", task) }
  }

  private func operation(for action: Action, _ task: TaskID, _ place: Place) -> Operation {
    func until(_ timeout: UInt64?) -> UInt64 {
      timeout.map { world.pointee.core.clock.now + $0 } ?? Operation.noDeadline
    }
    switch action {
    case .async(let queue, let block, let isBarrier, let group):
      if let group, !place.hasEntered { return Operation(.enter, groups[group]) }
      let item = makeItem(block, isBarrier ? .barrier : .async, queue, isBarrier, group, task)
      return Operation(isBarrier ? .barrierAsync : .async, queues[queue], other: item.rawValue)
    case .after(let queue, let block, let delay):
      let item = makeItem(block, .after, queue, false, nil, task)
      return Operation(
        .async, queues[queue], other: item.rawValue, argument: world.pointee.core.clock.now + delay)
    case .sync(let queue, _, let isBarrier): return Operation(isBarrier ? .barrierSync : .sync, queues[queue])
    case .asyncAndWait(let queue, let block):
      let item = makeItem(block, .asyncAndWait, queue, false, nil, task)
      return Operation(.asyncAndWait, queues[queue], other: item.rawValue)
    case .enter(let group): return Operation(.enter, groups[group])
    case .leave(let group): return Operation(.leave, groups[group])
    case .groupWait(let group, let timeout):
      return Operation(.groupWait, groups[group], argument: until(timeout))
    case .notify(let group, let queue, let block):
      let item = makeItem(block, .notify, queue, false, nil, task)
      return Operation(.notify, groups[group], other: item.rawValue)
    case .signal(let semaphore): return Operation(.signal, semaphores[semaphore])
    case .wait(let semaphore, let timeout):
      return Operation(.wait, semaphores[semaphore], argument: until(timeout))
    case .suspend(let queue): return Operation(.suspend, queues[queue])
    case .resume(let queue): return Operation(.resume, queues[queue])
    case .activate(let queue): return Operation(.activate, queues[queue])
    case .lock(let lock): return Operation(.lock, locks[lock], argument: Operation.noDeadline)
    case .unlock(let lock): return Operation(.unlock, locks[lock])
    case .tryLock(let lock, _): return Operation(.tryLock, locks[lock])
    case .readLock: return Operation(.readLock, readWriteLock, argument: Operation.noDeadline)
    case .writeLock: return Operation(.writeLock, readWriteLock, argument: Operation.noDeadline)
    case .unlockReadWrite: return Operation(.unlockReadWrite, readWriteLock)
    case .conditionWait(let lock, let timeout):
      return Operation(.conditionWait, condition, other: locks[lock].rawValue, argument: until(timeout))
    case .signalCondition(let all): return Operation(all ? .broadcastCondition : .signalCondition, condition)
    case .thread(let block):
      let thread = world.pointee.makeThread(creator: task, isDetached: false)
      let child = world.pointee.threads.task(of: thread)
      threads[block] = thread
      blockOfItem[Int(child.rawValue)] = block
      return Operation(.createThread, thread, other: child.rawValue)
    case .join(let block): return Operation(.join, threads[block]!, argument: Operation.noDeadline)
    case .sleep(let time): return Operation(.sleep, argument: world.pointee.core.clock.now + time)
    case .touch: return Operation(.none)
    }
  }

  private func makeItem(
    _ block: Int, _ kind: TaskKind, _ queue: Int, _ isBarrier: Bool, _ group: Int?, _ creator: TaskID
  ) -> TaskID {
    let item = world.pointee.makeItem(
      creator: creator, kind: kind, queue: queues[queue], barrier: isBarrier,
      group: group.map { groups[$0] } ?? .none)
    blockOfItem[Int(item.rawValue)] = block
    return item
  }
}
