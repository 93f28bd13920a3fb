// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Watches the steps of one run for a search through all orders: what each used, and whom it let continue.
///
/// A step is one performed operation with everything that its task does until it announces the next one:
/// operations that are no scheduling points are reported one by one. Only for such searches: every step costs
/// a walk over all tasks.
public struct FootprintRecorder {
  /// What the present step has done so far; complete after `finish`.
  public private(set) var effect = StepEffect()
  private var current = -1
  private var now: UInt64 = 0
  private var met = 0
  private var kinds: [UInt8] = []
  private var objects: [UInt32] = []
  private var others: [UInt32] = []
  private var couldGoOn: [Bool] = []
  /// By task, the stable id of the Swift task that it runs; 0 = none is known.
  private var swiftTasks: [UInt64] = []

  public init() {}

  /// A run begins with the step of its body, whose first operation has not been announced.
  public mutating func beginRun(_ world: inout World) {
    effect.removeAll()
    kinds.removeAll(keepingCapacity: true)
    objects.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    couldGoOn.removeAll(keepingCapacity: true)
    swiftTasks.removeAll(keepingCapacity: true)
    current = 1
    now = world.core.clock.now
    met = world.objectCount
    look(&world)
  }

  /// `task` is about to perform its operation.
  public mutating func begin(_ task: TaskID, _ world: inout World) {
    effect.removeAll()
    current = Int(task.rawValue)
    now = world.core.clock.now
    met = world.objectCount
    world.addFootprint(of: task, to: &effect)
  }

  /// Whose steps those of `task` are: a Swift task is the same on whichever worker it continues, and a worker
  /// may run several, one after the other.
  public func identity(of task: TaskID, _ world: inout World) -> UInt64 {
    let index = Int(task.rawValue)
    let swiftTask = index < swiftTasks.count ? swiftTasks[index] : 0
    return swiftTask != 0 ? swiftTask : world.stableID(task)
  }

  /// From now on the steps of `task` are those of a Swift task; `.none` = its own.
  public mutating func setIdentity(of task: TaskID, to swiftTask: ObjectID, _ world: inout World) {
    let index = Int(task.rawValue)
    while swiftTasks.count <= index { swiftTasks.append(0) }
    let identity = swiftTask == .none ? 0 : world.stableID(of: swiftTask)
    if swiftTasks[index] == identity { return }
    swiftTasks[index] = identity
    // It could not have come to its next operation in another way.
    if index == current { effect.caused.append(self.identity(of: task, &world)) }
  }

  /// How many tasks there were when the last step ended.
  public var taskCount: Int { kinds.count + 1 }

  /// `task` is about to perform its operation within the present step.
  public mutating func include(_ task: TaskID, _ world: inout World) {
    world.addFootprint(of: task, to: &effect)
  }

  /// The present step uses an object in a way of its own.
  public mutating func include(
    _ object: ObjectID, as mode: Access.Mode = .write, _ world: inout World
  ) {
    effect.footprint.add(world.resource(object), mode)
  }

  /// A child in a group of `maker` ends in the present step.
  ///
  /// - Parameter isOrdered: Whether the order counts in which children end.
  public mutating func includeEnd(inGroupOf maker: ObjectID, isOrdered: Bool, _ world: inout World) {
    effect.footprint.add(world.groups(of: maker), isOrdered ? .write : .add, .enables)
  }

  /// `maker` has found in the present step that children in a group have ended, and not waited.
  public mutating func includeWait(forGroupOf maker: ObjectID, _ world: inout World) {
    effect.footprint.add(world.groups(of: maker), .write, .waitsBefore)
  }

  /// `maker` takes the results of children in a group in the order in which they end, which counts from now
  /// on.
  public mutating func includeOrder(ofGroupOf maker: ObjectID, _ world: inout World) {
    effect.ordered.append(world.groups(of: maker))
  }

  /// The present step uses an actor.
  ///
  /// - Parameters:
  ///   - isLeft: The task that had entered it leaves it.
  ///   - comesInLine: A task comes to it by other means than entering it, so that order counts there.
  public mutating func include(actor: ObjectID, isLeft: Bool, comesInLine: Bool, _ world: inout World) {
    if comesInLine { effect.ordered.append(world.resource(actor)) }
    effect.footprint.add(world.resource(actor), .write, isLeft ? .enables : .none)
    if !isLeft { effect.footprint.add(world.resource(actor, 1), .write) }
  }

  /// The program gives up its last reference to an object in the present step.
  public mutating func includeRelease(of object: ObjectID, _ world: inout World) {
    world.addRelease(of: object, &effect)
  }

  /// The present step uses something that a library shares between its callers.
  public mutating func includeLibraryState() { effect.footprint.add(FootprintRecorder.libraryState, .write) }

  /// The present step does something whose reach is not known.
  public mutating func includeEverything() { effect.footprint.isTotal = true }

  /// The step is over: its task has announced the next operation, or has ended.
  public mutating func finish(_ world: inout World) {
    // What the kernel says of descriptors is no task's operation.
    if world.core.clock.now != now || world.descriptors.count > world.namedFiles {
      effect.footprint.isTotal = true
    }
    // Who meets an object first gives it its name.
    if world.objectCount != met { effect.footprint.add(FootprintRecorder.interactions, .write) }
    if current > 0 { world.addAnnouncement(of: current, to: &effect) }
    look(&world)
  }

  private static let interactions = fold(0x6d65_6574_696e_6773, 0)
  /// One place for all of it: which lock of a library guards what, and where it is, is not known.
  static let libraryState = fold(0x6c69_6272_6172_7900, 0)

  /// Compares all tasks with what they were when the step began.
  private mutating func look(_ world: inout World) {
    var index = 1
    while index < world.core.tasks.count {
      let pending = world.core.tasks.at[index].pending
      let canGoOn = world.core.isEnabled(index)
      if index - 1 >= kinds.count {
        kinds.append(pending.kind.rawValue)
        objects.append(pending.object.rawValue)
        others.append(pending.other)
        couldGoOn.append(canGoOn)
        if index != current { effect.caused.append(identity(of: TaskID(UInt32(index)), &world)) }
      } else {
        let slot = index - 1
        let isSame =
          kinds[slot] == pending.kind.rawValue && objects[slot] == pending.object.rawValue
          && others[slot] == pending.other
        if index != current, !isSame || (canGoOn && !couldGoOn[slot] && isOnlyWoken(index, &world)) {
          effect.caused.append(identity(of: TaskID(UInt32(index)), &world))
        }
        kinds[slot] = pending.kind.rawValue
        objects[slot] = pending.object.rawValue
        others[slot] = pending.other
        couldGoOn[slot] = canGoOn
      }
      index += 1
    }
  }

  /// Whether the task waited for nothing but to be woken; others compete for what they wait for.
  private func isOnlyWoken(_ task: Int, _ world: inout World) -> Bool {
    let pending = world.core.tasks.at[task].pending
    switch pending.kind.waitsFor {
    case .group, .barrier, .workItem, .handler, .futex, .time, .condition, .host: return true
    case .turn: return pending.other != 0
    case .nothing: return pending.kind == .none || pending.kind == .interrupted
    case .lock, .readWriteLock, .once, .semaphore, .thread, .descriptor: return false
    }
  }
}
