// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary

/// Plays a program on a world without threads: the caller chooses who takes the next step.
public final class ProgramExecution {
  /// What a step made visible; `act` is the position in the block.
  public enum Event: Hashable, Sendable {
    case actEnds(block: Int, act: Int)
    case blockBegins(block: Int)
  }

  /// Where a task stands in its blocks.
  struct Position {
    var block: Int
    var act: Int
    /// The block was entered by a sync: it ends with `endSync`.
    var isSync: Bool
    /// The enter of a group-async has been done.
    var hasEntered: Bool
  }

  public let program: Program
  public let world: UnsafeMutablePointer<World>
  public private(set) var events: [Event] = []
  /// The crash that the model has come to.
  public private(set) var misuse = Misuse.none
  /// The task that crashed: it takes no further step.
  public private(set) var crashed = TaskID.none
  /// The act at which it crashed.
  public private(set) var failedAt: (block: Int, act: Int)?
  /// A cycle of owners that has closed, with the act that closed it.
  public struct Deadlock: Sendable {
    public var block: Int
    public var act: Int
    public var edges: [WaitEdge]

    /// A sync onto a queue that the task holds itself.
    public var isOwnQueue: Bool { edges.count == 1 && edges[0].kind == .queue }
  }

  /// Every cycle of owners so far.
  public private(set) var deadlocks: [Deadlock] = []
  public private(set) var body = TaskID.none
  public private(set) var queues: [ObjectID] = []
  public private(set) var groups: [ObjectID] = []
  public private(set) var semaphores: [ObjectID] = []
  private var mutexes: [ObjectID] = []
  private var readWriteLock = ObjectID.none
  private var condition = ObjectID.none
  private var posixSemaphore = ObjectID.none
  var stacks: [Int: [Position]] = [:]
  var blockOfItem: [Int: Int] = [:]
  public private(set) var taskOfBlock: [Int: TaskID] = [:]

  public init(
    _ program: Program, configuration: WorldConfiguration = WorldConfiguration(),
    mainQueueHost: MainQueueHost = .served, fault: InjectedFault = .none
  ) {
    self.program = program
    world = .allocate(capacity: 1)
    world.initialize(to: World(configuration))
    world.pointee.plant(fault)
    start(configuration, mainQueueHost)
  }

  deinit {
    world.pointee.deallocate()
    world.deinitialize(count: 1)
    world.deallocate()
  }

  /// Starts over.
  public func restart(
    _ configuration: WorldConfiguration = WorldConfiguration(), mainQueueHost: MainQueueHost = .served
  ) {
    world.pointee.reset(configuration)
    events = []
    misuse = .none
    crashed = .none
    failedAt = nil
    deadlocks = []
    stacks = [:]
    blockOfItem = [:]
    taskOfBlock = [:]
    start(configuration, mainQueueHost)
  }

  private func start(_ configuration: WorldConfiguration, _ host: MainQueueHost) {
    body = world.pointee.makeBody(mainQueueHost: host)
    queues = []
    for shape in program.queues {
      if shape.kind == .global {
        queues.append(world.pointee.makeGlobalQueue())
      } else {
        queues.append(
          world.pointee.makeQueue(
            serial: shape.kind == .serial, target: shape.target < 0 ? .none : queues[shape.target],
            inactive: shape.isInactive, immutableTarget: true, creator: body))
      }
    }
    groups = (0..<program.groups).map { _ in world.pointee.makeGroup(creator: body) }
    semaphores = program.semaphores.map { world.pointee.makeSemaphore(value: $0, creator: body) }
    mutexes = (0..<2).map { _ in world.pointee.makeLock(recursive: false, creator: body) }
    readWriteLock = world.pointee.makeReadWriteLock(prefersWriters: false, creator: body)
    condition = world.pointee.makeCondition(creator: body)
    posixSemaphore = world.pointee.makeSemaphore(value: 1, creator: body, isCancellationPoint: true)
    stacks[Int(body.rawValue)] = [Position(block: 0, act: 0, isSync: false, hasEntered: false)]
    taskOfBlock[0] = body
    events.append(.blockBegins(block: 0))
  }

  /// The block and act at which a task stands; the act equals the block's length at its end.
  public func position(of task: TaskID) -> (block: Int, act: Int)? {
    guard let top = stacks[Int(task.rawValue)]?.last else { return nil }
    return (top.block, top.act)
  }

  /// The block that an item runs.
  public func block(of item: TaskID) -> Int? { blockOfItem[Int(item.rawValue)] }

  /// Whether the task runs and has announced nothing.
  public func isIdle(_ task: TaskID) -> Bool {
    world.pointee.isEnabled(task) && world.pointee.pendingOperation(of: task).kind == .none
      && stacks[Int(task.rawValue)] != nil
  }

  /// Whether the task runs something of the program.
  public func isRunning(_ task: TaskID) -> Bool { stacks[Int(task.rawValue)] != nil }

  /// Announces what the task does next.
  public func announceNext(_ task: TaskID) {
    guard let top = stacks[Int(task.rawValue)]?.last else { return }
    let acts = program.blocks[top.block]
    if top.act == acts.count {
      let queue = world.pointee.currentQueue(task)
      announce(task, Operation(top.isSync ? .endSync : .end, queue), top)
      return
    }
    announce(task, operation(for: acts[top.act], task, top), top)
  }

  private func announce(_ task: TaskID, _ operation: Operation, _ position: Position) {
    if world.pointee.announce(task, operation) == .deadlock { closed(task) }
  }

  private func operation(for act: Act, _ task: TaskID, _ position: Position) -> Operation {
    let never = Operation.noDeadline
    switch act.kind {
    case .async:
      if act.second >= 0 && !position.hasEntered { return Operation(.enter, groups[act.second]) }
      let item = makeItem(act, act.flag ? .barrier : .async, act.object, act.second, task)
      return Operation(act.flag ? .barrierAsync : .async, queues[act.object], other: item.rawValue)
    case .sync: return Operation(act.flag ? .barrierSync : .sync, queues[act.object])
    case .asyncAndWait:
      let item = makeItem(act, .asyncAndWait, act.object, -1, task)
      return Operation(
        act.flag ? .barrierAsyncAndWait : .asyncAndWait, queues[act.object], other: item.rawValue)
    case .enter: return Operation(.enter, groups[act.object])
    case .leave: return Operation(.leave, groups[act.object])
    case .groupWait: return Operation(.groupWait, groups[act.object], argument: never)
    case .notify:
      let item = makeItem(act, .notify, act.second, -1, task)
      return Operation(.notify, groups[act.object], other: item.rawValue)
    case .signal: return Operation(.signal, semaphores[act.object])
    case .wait: return Operation(.wait, semaphores[act.object], argument: never)
    case .suspend: return Operation(.suspend, queues[act.object])
    case .resume: return Operation(.resume, queues[act.object])
    case .activate: return Operation(.activate, queues[act.object])
    case .lock: return Operation(.lock, mutexes[act.object])
    case .unlock: return Operation(.unlock, mutexes[act.object])
    case .readLock: return Operation(.readLock, readWriteLock)
    case .writeLock: return Operation(.writeLock, readWriteLock)
    case .unlockReadWrite: return Operation(.unlockReadWrite, readWriteLock)
    case .conditionWait:
      return Operation(.conditionWait, condition, other: mutexes[0].rawValue, argument: never)
    case .signalCondition: return Operation(act.flag ? .broadcastCondition : .signalCondition, condition)
    case .posixWait: return Operation(.wait, posixSemaphore, argument: never)
    case .posixPost: return Operation(.signal, posixSemaphore)
    }
  }

  private func makeItem(_ act: Act, _ kind: TaskKind, _ queue: Int, _ group: Int, _ creator: TaskID) -> TaskID
  {
    let item = world.pointee.makeItem(
      creator: creator, kind: kind, queue: queues[queue], barrier: act.flag && kind != .notify,
      group: group < 0 ? .none : groups[group])
    blockOfItem[Int(item.rawValue)] = act.block
    taskOfBlock[act.block] = item
    return item
  }

  /// Performs the pending operation of an enabled task.
  @discardableResult
  public func perform(_ task: TaskID, choice: Int = 0) -> Outcome {
    if choice > 0 { world.pointee.setChoice(task, choice) }
    let operation = world.pointee.pendingOperation(of: task)
    let outcome = world.pointee.perform(task)
    switch outcome.kind {
    case .completed: completed(task, operation, outcome.result)
    case .started: started(task)
    case .misuse:
      misuse = outcome.misuse
      crashed = task
      failedAt = position(of: task)
    case .deadlock: closed(task)
    case .blocked, .progressed, .hosted: break
    }
    return outcome
  }

  private func closed(_ task: TaskID) {
    guard let place = position(of: task) else { return }
    deadlocks.append(Deadlock(block: place.block, act: place.act, edges: world.pointee.ownerCycle()))
  }

  private func started(_ task: TaskID) {
    let index = Int(task.rawValue)
    let block = blockOfItem[index] ?? -1
    stacks[index] = [Position(block: block, act: 0, isSync: false, hasEntered: false)]
    events.append(.blockBegins(block: block))
  }

  private func completed(_ task: TaskID, _ operation: Operation, _ result: Int64) {
    let index = Int(task.rawValue)
    guard var stack = stacks[index], let top = stack.last else { return }
    let last = stack.count - 1
    switch operation.kind {
    case .end:
      stacks[index] = nil
      return
    case .endSync:
      stack.removeLast()
      finishAct(&stack)
    case .enter
    where top.act < program.blocks[top.block].count && program.blocks[top.block][top.act].kind == .async:
      stack[last].hasEntered = true
      stacks[index] = stack
      announceNext(task)
      return
    case .sync, .barrierSync, .acquire, .asyncAndWait, .barrierAsyncAndWait:
      if result == 1 {
        finishAct(&stack)
      } else {
        let block = program.blocks[top.block][top.act].block
        taskOfBlock[block] = task
        stack.append(Position(block: block, act: 0, isSync: true, hasEntered: false))
        events.append(.blockBegins(block: block))
      }
    default:
      finishAct(&stack)
    }
    stacks[index] = stack
  }

  private func finishAct(_ stack: inout [Position]) {
    let last = stack.count - 1
    events.append(.actEnds(block: stack[last].block, act: stack[last].act))
    stack[last].act += 1
    stack[last].hasEntered = false
  }
}
