// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Which steps of a search use which default actors, and which tasks run on them.
///
/// The runtime puts jobs in the line of an actor where no call is seen: a continuation that is resumed, a
/// task that ends. What it keeps of an actor, its state and the head of its line, changes with each of them,
/// so the step in which it changes is one that uses the actor.
struct WatchedActors {
  private struct Entry {
    let actor: UnsafeRawPointer
    let object: ObjectID
    var digest: UInt64
    /// The task that has entered the actor, as far as its steps show it, and not left it.
    var holder = TaskID.none
  }

  // invariant: each entry is an actor that has not ended.
  private var entries: [Entry] = []

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  mutating func add(_ actor: UnsafeRawPointer, _ object: ObjectID) {
    if gcdc_is_default_actor(actor) {
      entries.append(Entry(actor: actor, object: object, digest: gcdc_actor_digest(actor)))
    }
  }

  mutating func remove(_ actor: UnsafeRawPointer) { entries.removeAll { $0.actor == actor } }

  /// Whether a task that entered the actor now would only be put in its line.
  func isHeld(_ object: ObjectID, againstOthersThan task: TaskID) -> Bool {
    entries.contains { $0.object == object && $0.holder != .none && $0.holder != task }
  }

  /// A step of `task` is over, whose operation was the given one.
  ///
  /// - Parameters:
  ///   - use: Called with each actor that the step used; `isLeft`: by leaving it; `comesInLine`: by coming to
  ///     it in another way than by entering it.
  mutating func finish(
    _ task: TaskID, _ operation: Operation, isRunning: Bool,
    use: (_ actor: ObjectID, _ isLeft: Bool, _ comesInLine: Bool) -> Void
  ) {
    let isHop = operation.kind.uses == .hop
    for index in entries.indices {
      let digest = gcdc_actor_digest(entries[index].actor)
      if digest == entries[index].digest { continue }
      entries[index].digest = digest
      let object = entries[index].object
      let isEntered = operation.kind == .enterActor && operation.object == object
      let isNamed = isHop && (operation.object == object || operation.other == object.rawValue)
      let isLeft = entries[index].holder == task && (isNamed || !isRunning)
      if isEntered && isRunning {
        entries[index].holder = task
      } else if isLeft {
        entries[index].holder = .none
      }
      // What a hop uses is known.
      if !isNamed { use(object, isLeft, !isLeft) }
    }
  }
}
#endif
