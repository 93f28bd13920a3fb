// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What the announced operation of a task is going to use, in the state in which it is performed
/// (Algorithms.md "Independence").
///
/// Two rules keep that sound although the state decides. What a mode other than `write` rests on ("the count
/// is above 1", "no barrier waits") is only ever changed by operations that conflict with that mode. And an
/// operation that another one merely enables conflicts with it, so that no order is taken for granted.
extension World {
  public mutating func addFootprint(of task: TaskID, to effect: inout StepEffect) {
    let index = Int(task.rawValue)
    let operation = core.tasks.at[index].pending
    let object = operation.object
    switch operation.kind.uses {
    case .nothing: break
    case .blockStart: addBegin(index, &effect)
    case .blockEnd: addEnd(index, &effect)
    case .submission: addAsync(Int(operation.other), operation.argument, &effect)
    case .arrival:
      effect.footprint.add(World.arrivals, .write)
      addSubmission(index, &effect)
    case .sync:
      if operation.other != 0 {
        effect.footprint.isTotal = true
      } else {
        addSync(laneIndex(object), barrier: operation.kind == .barrierSync, &effect)
      }
    case .turn:
      // With an item it is only notified of that one's end.
      if core.tasks.at[index].partner < 0, operation.other == 0 { addTurn(laneIndex(object), &effect) }
    case .syncEnd: addEndSync(index, &effect)
    case .submissionWithWait: addAsyncAndWait(laneIndex(object), &effect)
    case .suspension: addSuspension(laneIndex(object), &effect)
    case .mainQueue: addMainQueue(index, &effect)
    case .groupEnter: addEnter(object.index, &effect)
    case .groupLeave: addLeave(object.index, &effect)
    case .groupWait: effect.footprint.add(emptiness(object.index), .read)
    case .groupWake:
      if core.tasks.at[index].list == .groupWait { effect.footprint.add(emptiness(object.index), .read) }
    case .groupNotify: addNotify(object.index, Int(operation.other), &effect)
    case .semaphoreSignal:
      let isSpare = semaphores.table.at[object.index].value >= 1
      effect.footprint.add(resource(object), isSpare ? .add : .write, isSpare ? .none : .enables)
    case .semaphoreWait:
      let isUntimed = operation.argument == Operation.noDeadline
      effect.footprint.add(
        resource(object), semaphores.table.at[object.index].value >= 2 ? .take : .write,
        isUntimed ? .requires : .none)
    case .onceBegin:
      effect.footprint.add(resource(object), onces.table.at[object.index].isDone ? .read : .write, .requires)
    case .onceEnd: effect.footprint.add(resource(object), .write, .enables)
    case .lock:
      let isUntimed = operation.argument == 0 || operation.argument == Operation.noDeadline
      effect.footprint.add(resource(object), .write, isUntimed ? .requires : .none)
    case .unlock:
      let isLast = locks.table.at[object.index].depth < 2
      effect.footprint.add(resource(object), .write, isLast ? .enables : .none)
    case .shared: effect.footprint.add(resource(object), sharedMode(of: object))
    case .exclusive: effect.footprint.add(resource(object), .write)
    case .conditionWait, .conditionWake:
      effect.footprint.add(resource(object), .write)
      effect.footprint.add(resource(ObjectID(rawValue: operation.other)), .write)
    case .join:
      let isUntimed = [0, Operation.noDeadline].contains(operation.argument)
      effect.footprint.add(resource(object), .write, isUntimed ? .requires : .none)
      effect.footprint.add(resource(object, 1), .write)
    case .thread:
      effect.footprint.add(resource(object), .write)
      effect.footprint.add(resource(object, 1), .write)
    case .workItem: addItem(object, &effect)
    case .hop:
      // Coming to an actor and leaving it commute: who comes first is served next. Only a task that leaves no
      // other actor for it can wait until it is left.
      let left = operation.kind == .leaveActor ? object.rawValue : operation.other
      if operation.kind == .enterActor {
        effect.footprint.add(resource(object, 1), .write)
        if left == 0 { effect.footprint.add(resource(object), .write, .requiresIfUnordered) }
      }
      if left != 0 { effect.footprint.add(resource(ObjectID(rawValue: left)), .write, .enables) }
    case .swiftTask:
      if object.rawValue == 0 {
        effect.footprint.isTotal = true
      } else {
        effect.footprint.add(resource(object), .write)
      }
    case .swiftTaskEnd: effect.footprint.add(resource(object, 1), .write)
    case .swiftTaskWait: effect.footprint.add(resource(object, 1), .read)
    case .swiftGroupWait: effect.footprint.add(groups(of: object), .write)
    case .libraryState: effect.footprint.add(FootprintRecorder.libraryState, .write)
    case .everything: effect.footprint.isTotal = true
    }
  }

  /// How an operation that others may make next to it uses its object: a lock that prefers writers lets no
  /// reader pass a writer that waits.
  mutating func sharedMode(of object: ObjectID) -> Access.Mode {
    object.kind == .readWriteLock && readWriteLocks.table.at[object.index].prefersWriters ? .write : .read
  }

  /// The task as a search sees it; it must be able to continue.
  public mutating func contender(_ task: TaskID) -> Candidate {
    let index = Int(task.rawValue)
    if index == 0 { return Candidate(task: core.tasks.at[0].stableID, isClock: true) }
    let pending = core.tasks.at[index].pending
    let kind = pending.kind
    var name = fold(UInt64(kind.rawValue), UInt64(core.tasks.at[index].list.rawValue))
    // The other kinds keep what they are about to do.
    if kind != .groupWake && kind != .conditionWake && kind != .itemWake && kind != .lock { name = 0 }
    return Candidate(
      task: core.tasks.at[index].stableID, blockedOnQueue: blockedPlace(task), operation: name,
      mayBeRevoked: kind == .arrive || kind == .fire || kind == .eventArrives || kind == .sourceInstalls
        || kind == .timerExpires)
  }

  /// What the announcement of an operation uses, before any task performs it.
  mutating func addAnnouncement(of task: Int, to effect: inout StepEffect) {
    let operation = core.tasks.at[task].pending
    if operation.kind == .futexWait { effect.footprint.add(resource(operation.object), .write) }
    // The token is marked before the end is announced, and the task that comes then passes without any
    // operation.
    if operation.kind == .onceEnd { effect.footprint.isTotal = true }
    if operation.kind == .join { effect.footprint.add(resource(operation.object, 1), .write) }
  }

  /// The groups of children that a Swift task has.
  public mutating func groups(of swiftTask: ObjectID) -> UInt64 { resource(swiftTask, 2) }

  /// The name of an object that holds in all runs.
  public mutating func resource(of object: ObjectID) -> UInt64 { resource(object) }

  /// A name of an object, or of one side of it, that holds in all runs.
  mutating func resource(_ object: ObjectID, _ side: UInt64 = 0) -> UInt64 {
    fold(stableID(of: object), side &+ 0x706c_6163_6500)
  }

  /// Due items that have not arrived: they open the way for each other.
  private static let arrivals = fold(0x6172_7269_7661_6c73, 0)

  private mutating func addItem(_ object: ObjectID, _ effect: inout StepEffect) {
    effect.footprint.add(resource(object), .write)
    let group = workItems.table.at[object.index].group
    addEmptying(group, &effect)
  }

  // MARK: Groups

  private mutating func emptiness(_ group: Int) -> UInt64 { resource(ObjectID(.group, group), 1) }

  private mutating func addEnter(_ group: Int, _ effect: inout StepEffect) {
    let isFirst = groups.table.at[group].count < 1
    effect.footprint.add(resource(ObjectID(.group, group)), isFirst ? .write : .add)
    if isFirst { effect.footprint.add(emptiness(group), .write) }
  }

  mutating func addLeave(_ group: Int, _ effect: inout StepEffect) {
    if groups.table.at[group].count > 1 {
      effect.footprint.add(resource(ObjectID(.group, group)), .take)
    } else {
      addEmptying(group, &effect)
    }
  }

  private mutating func addEmptying(_ group: Int, _ effect: inout StepEffect) {
    effect.footprint.add(resource(ObjectID(.group, group)), .write)
    effect.footprint.add(emptiness(group), .write)
    effect.footprint.add(resource(ObjectID(.group, group), 2), .write)
    var item = groups.table.at[group].notifies.head
    while item >= 0 {
      addSubmission(item, &effect)
      item = core.tasks.at[item].listNext
    }
  }

  private mutating func addNotify(_ group: Int, _ item: Int, _ effect: inout StepEffect) {
    effect.footprint.add(emptiness(group), .read)
    if groups.table.at[group].count == 0 {
      addSubmission(item, &effect)
    } else {
      effect.footprint.add(resource(ObjectID(.group, group), 2), .write)
    }
  }
}
