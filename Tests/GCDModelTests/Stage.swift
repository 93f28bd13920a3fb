// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary

/// A world and a few short words to play on it by hand.
final class Stage {
  let world: UnsafeMutablePointer<World>
  let body: TaskID

  init(_ configuration: WorldConfiguration = WorldConfiguration(), host: MainQueueHost = .served) {
    world = .allocate(capacity: 1)
    world.initialize(to: World(configuration))
    body = world.pointee.makeBody(mainQueueHost: host)
  }

  deinit {
    world.pointee.deallocate()
    world.deinitialize(count: 1)
    world.deallocate()
  }

  func queue(
    serial: Bool = true, target: ObjectID = .none, inactive: Bool = false, immutable: Bool = true
  ) -> ObjectID {
    world.pointee.makeQueue(
      serial: serial, target: target, inactive: inactive, immutableTarget: immutable, creator: body)
  }

  func thread() -> TaskID { world.pointee.makeThread(creator: body) }

  /// Announces and, if that is possible now, performs; nil if it is not.
  @discardableResult
  func act(
    _ task: TaskID, _ kind: OperationKind, _ object: ObjectID = .none, other: UInt32 = 0,
    argument: UInt64 = 0
  ) -> Outcome? {
    let announcement = world.pointee.announce(
      task, Operation(kind, object, other: other, argument: argument))
    if announcement == .deadlock { return Outcome(kind: .deadlock) }
    return announcement == .enabled ? world.pointee.perform(task) : nil
  }

  /// Performs what the task has pending; nil if it is not enabled.
  @discardableResult
  func go(_ task: TaskID) -> Outcome? {
    world.pointee.isEnabled(task) ? world.pointee.perform(task) : nil
  }

  /// Submits a new block from `task`, the body by default.
  func async(
    _ queue: ObjectID, barrier: Bool = false, group: ObjectID = .none, from task: TaskID? = nil,
    at deadline: UInt64 = 0
  ) -> TaskID {
    let creator = task ?? body
    if group != .none { act(creator, .enter, group) }
    let item = world.pointee.makeItem(
      creator: creator, kind: barrier ? .barrier : .async, queue: queue, barrier: barrier, group: group)
    act(creator, barrier ? .barrierAsync : .async, queue, other: item.rawValue, argument: deadline)
    return item
  }

  func notify(_ group: ObjectID, _ queue: ObjectID) -> TaskID {
    let item = world.pointee.makeItem(
      creator: body, kind: .notify, queue: queue, barrier: false, group: .none)
    act(body, .notify, group, other: item.rawValue)
    return item
  }

  func end(_ task: TaskID) { act(task, .end) }

  func isEnabled(_ task: TaskID) -> Bool { world.pointee.isEnabled(task) }

  /// Lets time pass until the next deadline.
  func tick() { go(.clock) }
}

let never = Operation.noDeadline
